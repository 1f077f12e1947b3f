/** The lengths of all texts in a value, without its keys; some number above `max` if more. */
export function textChars(value: unknown, max: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  for (const each of Object.values(value)) {
    chars += textChars(each, max - chars);
    if (chars > max) break;
  }
  return chars;
}
