/** Where a format's bytes begin, as its specification says. */
const signatures: readonly { type: string; at: number; text: string }[] = [
  { type: "image/png", at: 0, text: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", at: 0, text: "\xff\xd8\xff" },
  { type: "image/gif", at: 0, text: "GIF87a" },
  { type: "image/gif", at: 0, text: "GIF89a" },
  { type: "image/avif", at: 4, text: "ftypavif" },
];

/**
 * The type of a picture by its bytes, whatever it is called; undefined for anything else. SVG is none of these, because
 * it can run scripts.
 */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 16));
  // A RIFF file says its kind behind its length.
  if (beginning.startsWith("RIFF") && beginning.startsWith("WEBP", 8)) return "image/webp";
  return signatures.find(({ at, text }) => beginning.startsWith(text, at))?.type;
}
