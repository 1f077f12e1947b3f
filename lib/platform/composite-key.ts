/**
 * Joins a fixed name and the parts that vary into one key. Encoding keeps a part that contains a space from passing for
 * two parts. Keys of email addresses, IDs and IP addresses are readable and don't change.
 */
export const compositeKey = (name: string, ...parts: readonly string[]): string =>
  [name, ...parts.map(encodePart)].join(" ");

const encodePart = (part: string) =>
  part.replace(/[%\s\p{Cc}]/gu, (character) => encodeURIComponent(character));
