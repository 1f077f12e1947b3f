/** Tags as an address has them: with commas between, which no tag has. */
export const tagsOf = (text: string | number | null | undefined): string[] =>
  typeof text === "string" ? text.split(",").filter(Boolean) : [];

/** The text with the tag added, or without it if it is there; null for no tags. */
export function toggledTag(tags: readonly string[], tag: string): string | null {
  const others = withoutTag(tags, tag);
  return (others.length < tags.length ? others : [...tags, tag]).join(",") || null;
}

/** The tags with one more, unless they have it in any letter case. */
export const withTag = (tags: readonly string[], tag: string): string[] =>
  hasTag(tags, tag) ? [...tags] : [...tags, tag];

export const withoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((each) => each.toLowerCase() !== tag.toLowerCase());

export const hasTag = (tags: readonly string[], tag: string): boolean =>
  withoutTag(tags, tag).length < tags.length;
