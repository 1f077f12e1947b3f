import { env } from "@/lib/platform/env/env";
import type { Label } from "../labels/labels";

/** The slugs in the address of a public changelog. */
export type ChangelogPlace = { team: string; project: string };

/** Address of a public changelog, or of a page or feed below it. */
export function changelogUrl({ team, project }: ChangelogPlace, below?: string): string {
  const url = `${env().appUrl}/changelog/${encodeURIComponent(team)}/${encodeURIComponent(project)}`;
  return below === undefined ? url : `${url}/${below}`;
}

/** The public address of an image in published notes. */
export const imageUrl = (place: ChangelogPlace, id: string): string => changelogUrl(place, `images/${id}`);

/** Paths of the feeds, below the changelog's own address. */
export const feedPaths = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" } as const;

/** The same page, feed or search for a label only. */
export const filteredUrl = (url: string, label: Label | undefined): string =>
  label ? `${url}?label=${label}` : url;

export const feedUrl = (place: ChangelogPlace, kind: keyof typeof feedPaths, label?: Label): string =>
  filteredUrl(changelogUrl(place, feedPaths[kind]), label);

/** Where the form of a public page subscribes: an operation of the API. Forms stay on the host that a page was opened at. */
export const subscribePath = ({ team, project }: ChangelogPlace): string =>
  `/api/changelogs/${encodeURIComponent(team)}/${encodeURIComponent(project)}/subscriptions`;

/** The script that shows a changelog in another site. */
export const widgetUrl = (): string => `${env().appUrl}/whats-new.js`;
