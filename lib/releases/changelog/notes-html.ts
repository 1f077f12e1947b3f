import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/platform/singleton";
import { markdownHtml } from "../markdown-html";
import type { PublicRelease } from "./changelog";

const charactersMax = 8 * 1024 * 1024;

const rendered = () =>
  singleton(
    "public notes",
    () =>
      new LRUCache<string, string>({ maxSize: charactersMax, sizeCalculation: (html) => html.length + 1 }),
  );

/** A release's notes as HTML. Cached, because everybody may ask for them as often as they like. */
export function notesHtml({ id, updatedAt, content }: PublicRelease, topHeading: 2 | 3): string {
  const key = `${id} ${updatedAt.toISOString()} ${topHeading}`;
  const known = rendered().get(key);
  if (known !== undefined) return known;
  const html = markdownHtml(content, { topHeading });
  rendered().set(key, html);
  return html;
}
