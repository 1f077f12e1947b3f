const width = 16;

export function hexLines(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / width);
}

/**
 * Offset, sixteen bytes, and the same as ASCII, a line each: the layout of `hexdump -C`. Writes the lines from
 * `first` to before `end`.
 */
export function hexDump(bytes: Uint8Array, first = 0, end = hexLines(bytes)): string {
  const lines: string[] = [];
  for (let line = first; line < Math.min(end, hexLines(bytes)); line += 1) {
    const at = line * width;
    const row = [...bytes.subarray(at, at + width)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0"));
    const halves = [hex.slice(0, 8), hex.slice(8)].map((half) => half.join(" ").padEnd(23));
    const ascii = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "."));
    lines.push(`${at.toString(16).padStart(8, "0")}  ${halves.join("  ")}  |${ascii.join("")}|`);
  }
  return lines.join("\n");
}
