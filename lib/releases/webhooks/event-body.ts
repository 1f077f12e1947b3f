import { type Label, labelOfHeading, labelOfMarker, labels } from "../labels/labels";
import type { ReleaseRow } from "../notes/to-release";
import type { EventPayload, EventType } from "./event-schema";

/** How many bytes an event has at most. */
export const bodyBytesMax = 256 * 1024;

type Named = { id: string; name: string; slug: string };
export type EventFacts = {
  type: EventType;
  at: Date;
  release: Pick<ReleaseRow, "id" | "title" | "content" | "status" | "revision" | "publishedAt" | "updatedAt">;
  /** Of the public page; null if there is none. */
  url: string | null;
  project: Named;
  team: Named;
};

/** An event as its receivers get it, in JSON. Notes that are too long are cut, and it says so. */
export function eventBody({ type, at, release, url, project, team }: EventFacts): string {
  const { id, title, content, status, revision, publishedAt, updatedAt } = release;
  const bodyWith = (text: string) => {
    const payload: EventPayload = {
      type,
      timestamp: at.toISOString(),
      data: {
        release: {
          ...{ id, title, content: text, contentTruncated: text.length < content.length },
          ...{ labels: labelsOf(content), status: status === "published" ? status : "draft", revision, url },
          publishedAt: publishedAt?.toISOString() ?? null,
          updatedAt: updatedAt.toISOString(),
        },
        ...{ project, team },
      },
    };
    return JSON.stringify(payload);
  };
  const whole = bodyWith(content);
  if (Buffer.byteLength(whole) <= bodyBytesMax) return whole;
  // One byte more, so that a text is cut also where only the longer word "false" makes it too long.
  return bodyWith(cut(content, bodyBytesMax - Buffer.byteLength(bodyWith("")) - 1));
}

/** The longest beginning that takes so many bytes in JSON, without half a character at its end. */
function cut(content: string, bytesMax: number): string {
  // No character takes less than a byte.
  let [fits, tooLong] = [0, Math.min(content.length, bytesMax) + 1];
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    if (Buffer.byteLength(JSON.stringify(content.slice(0, length))) - 2 <= bytesMax) fits = length;
    else tooLong = length;
  }
  const last = content.charCodeAt(fits - 1);
  return content.slice(0, last >= 0xd800 && last <= 0xdbff ? fits - 1 : fits);
}

const marker = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+|#{1,6}\s+|>\s*)*\*\*([^*\n]{1,20})\*\*/;
const heading = /^ {0,3}#{1,6}\s+([^\n]{1,60})$/;

/** The labels that occur in notes, as headings or in front of items. */
export function labelsOf(content: string): Label[] {
  const found = new Set<Label>();
  for (const line of content.split("\n")) {
    // Whatever is longer than this before its first words is no label.
    const begin = line.slice(0, 200);
    const label = labelOfMarker(marker.exec(begin)?.[1] ?? "") ?? labelOfHeading(headingOf(begin));
    if (label) found.add(label);
  }
  return labels.filter((each) => found.has(each));
}

const headingOf = (line: string) => (heading.exec(line)?.[1] ?? "").replace(/[#\s]+$/, "");
