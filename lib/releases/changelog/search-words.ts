import { escapeHtml } from "@/lib/platform/html/escape-html";

/** Characters of what is looked for, and how many words of it count. */
export const queryLengthMax = 100;
const wordsMax = 8;
/** Characters around the first place that is found. */
const excerptLength = 240;

/** What somebody looks for, as it can be shown and given to the database. */
export const queryOf = (given: string): string =>
  given
    .slice(0, queryLengthMax)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/** The words of a query, in lower case, each once. */
export function wordsOf(query: string): string[] {
  const words = query.slice(0, queryLengthMax).toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, wordsMax);
}

/** The part of a text with the first of the words, as HTML in which all of them are marked. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text
    .replace(/[#*_`]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const lower = line.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = Math.min(...places, line.length);
  const start = places.length === 0 ? 0 : Math.max(0, first - excerptLength / 4);
  const part = line.slice(start, start + excerptLength).toWellFormed();
  const before = start > 0 ? "…" : "";
  const after = start + excerptLength < line.length ? "…" : "";
  return `${before}${marked(part, words)}${after}`;
}

function marked(text: string, words: readonly string[]): string {
  if (words.length === 0) return escapeHtml(text);
  const pattern = new RegExp(`(${words.map(literally).join("|")})`, "giu");
  const parts = text.split(pattern);
  return parts
    .map((part, at) => (at % 2 === 1 ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
    .join("");
}

const literally = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
