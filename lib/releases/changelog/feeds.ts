import { Feed, type Item } from "feed";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { type Label, labelWords } from "../labels/labels";
import { changelogUrl, type feedPaths, feedUrl, filteredUrl } from "./address";
import type { Changelog, PublicRelease } from "./changelog";
import { notesOf } from "./notes-of";

export type FeedKind = keyof typeof feedPaths;

/** A feed of releases, newest first, as text. */
export function feedText(
  kind: FeedKind,
  changelog: Changelog,
  releases: readonly PublicRelease[],
  label?: Label,
): string {
  const { projectName, teamName, place, changedAt } = changelog;
  const feed = new Feed({
    id: filteredUrl(changelogUrl(place), label),
    link: filteredUrl(changelogUrl(place), label),
    title: legible(label ? `${projectName}: ${labelWords[label]}` : projectName),
    description: legible(`What is new in ${projectName}`),
    language: "en",
    generator: "Fieldkit",
    author: { name: legible(teamName) },
    updated: new Date(Math.max(...releases.map(({ updatedAt }) => updatedAt.getTime()), changedAt.getTime())),
    feedLinks: {
      rss: feedUrl(place, "rss", label),
      atom: feedUrl(place, "atom", label),
      json: feedUrl(place, "json", label),
    },
  });
  for (const release of releases) feed.addItem(itemOf(kind, changelog, release));
  return { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[kind]();
}

function itemOf(kind: FeedKind, changelog: Changelog, release: PublicRelease): Item {
  const url = changelogUrl(changelog.place, release.id);
  const title = legible(release.title);
  return {
    id: url,
    link: url,
    // The XML feeds hold HTML, escaped so that it cannot end the CDATA section around it; the JSON feed holds plain
    // text.
    title: kind === "json" ? title : escapeHtml(title),
    content: legible(notesOf(changelog, release, 2)),
    date: release.updatedAt,
    published: release.publishedAt,
  };
}

/** Removes the characters that XML 1.0 cannot hold even when escaped. */
function legible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
