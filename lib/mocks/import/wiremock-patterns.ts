/** As WireMock matches a pattern: against all of a text. Ours may occur anywhere, which costs less. */
export function wholePattern(written: string): string {
  const pattern = withoutPossession(written);
  const isOpenStart = pattern.startsWith(".*");
  const isOpenEnd = pattern.endsWith(".*") && !pattern.endsWith("\\.*");
  // With alternatives, each of them would be open at one end only.
  if (pattern.includes("|") || pattern.startsWith("(?")) return `^(?:${pattern})$`;
  const inner = pattern.slice(
    isOpenStart ? 2 : 0,
    isOpenEnd ? Math.max(pattern.length - 2, isOpenStart ? 2 : 0) : undefined,
  );
  if (inner === "") return "";
  // What is behind an open start may be about the star itself.
  if (/^[?*+{]/.test(inner)) return `^(?:${pattern})$`;
  const start = isOpenStart ? "" : "^";
  const end = isOpenEnd || /(?<!\\)\$$/.test(inner) ? "" : "$";
  return `${inner.startsWith("^") ? "" : start}${inner}${end}`;
}

/** `[^/]++` only tells Java's matcher not to go back, which ours never does. */
export const withoutPossession = (pattern: string): string =>
  pattern.replace(/((?:^|[^\\])(?:\\\\)*[*+?}])\+/g, "$1");
