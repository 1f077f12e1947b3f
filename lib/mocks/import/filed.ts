import { sameName, tagLimits } from "@/lib/operations/tags";
import { folderChars } from "../organising/contract";
import { listOf, oneLine, textOf } from "./read-document-values";

const { tagChars, tags: tagsMax } = tagLimits;

/** What others may call a folder of theirs. A slash would make two of it. */
export const folderName = (name: unknown): string =>
  oneLine((textOf(name) ?? "").replaceAll("/", " "), folderChars);

/** A folder inside of another one. Where the whole would be too long, it is the other one. */
export function folderIn(outer: string, name: string): string {
  const inner = [outer, name].filter(Boolean).join("/");
  return inner.length <= folderChars ? inner : outer;
}

/** As many of these texts as a mock can have as tags. */
export function tagsFrom(given: unknown): string[] {
  const tags = new Map<string, string>();
  for (const each of listOf(given).slice(0, 1000)) {
    const tag = oneLine((textOf(each) ?? "").replaceAll(",", " "), tagChars);
    if (tag !== "" && !tags.has(sameName(tag))) tags.set(sameName(tag), tag);
  }
  return [...tags.values()].slice(0, tagsMax);
}
