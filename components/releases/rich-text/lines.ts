/** The lines of a text, each with its end. Joined, they are the text. */
export function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Parts the end of the last line that says something, and the empty ones after it, from what is before. */
export function withoutEnd(lines: readonly string[]): { body: string; end: string } {
  let said = lines.length;
  while (said > 0 && lines[said - 1]?.trim() === "") said -= 1;
  const all = lines.join("");
  const body = lines
    .slice(0, said)
    .join("")
    .replace(/(?:\r\n|\r|\n)$/, "");
  return { body, end: all.slice(body.length) };
}

/** How the lines of a text mostly end. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > text.split("\n").length - 1 ? "\r\n" : "\n";
}
