import { escapeHtml } from "@/lib/platform/html/escape-html";
import { withTopHeading } from "../markdown-html";
import { changelogUrl } from "./address";
import type { Changelog, PublicRelease } from "./changelog";

/** A release's notes for a page or feed: as they are kept, or where to read them when they are too long for it. */
export function notesOf({ place }: Changelog, { id, html }: PublicRelease, topHeading: 2 | 3): string {
  if (html !== undefined) return withTopHeading(html, topHeading);
  return `<p><a href="${escapeHtml(changelogUrl(place, id))}">Read these notes on a page of their own</a></p>`;
}
