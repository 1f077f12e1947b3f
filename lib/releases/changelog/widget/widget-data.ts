import { accentOf } from "../accent";
import { changelogUrl } from "../address";
import type { Changelog, PublicRelease } from "../changelog";

/** What the widget (`whats-new.ts`) reads, as JSON. */
export function widgetData(
  { projectName, place, accentColor }: Changelog,
  releases: readonly Pick<PublicRelease, "id" | "title" | "publishedAt">[],
) {
  return {
    project: projectName,
    url: changelogUrl(place),
    frame: changelogUrl(place, "embed"),
    accent: accentColor === null ? null : accentOf(accentColor),
    releases: releases.map(({ id, title, publishedAt }) => ({
      ...{ id, title, publishedAt: publishedAt.toISOString() },
      url: changelogUrl(place, id),
    })),
  };
}

export type WidgetData = ReturnType<typeof widgetData>;
