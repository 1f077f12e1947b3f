/** Why a text is no base64, with the place; undefined if it is: the usual alphabet, without line breaks, and padded. */
export function base64Problem(text: string): string | undefined {
  const bare = text.endsWith("==") ? -2 : text.endsWith("=") ? -1 : text.length;
  const at = text.slice(0, bare).search(/[^A-Za-z0-9+/]/);
  if (at !== -1) {
    const found = text.codePointAt(at) ?? 0;
    const shown = found > 0x20 && found < 0x7f ? `“${String.fromCodePoint(found)}”` : codeOf(found);
    return `is no base64: character ${at + 1} is ${shown}, and only A–Z, a–z, 0–9, + and / are allowed`;
  }
  if (text.length % 4 === 0) return undefined;
  return `is no base64: it has ${text.length} characters, which must be a multiple of 4, with = at the end`;
}

const codeOf = (character: number) => `U+${character.toString(16).toUpperCase().padStart(4, "0")}`;
