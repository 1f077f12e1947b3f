/** A file's text, and what somebody should know of how it was read. */
export type FileText = { text: string; notice?: string } | { problem: string };

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "UTF-8" },
  { bytes: [0xff, 0xfe], encoding: "UTF-16LE" },
  { bytes: [0xfe, 0xff], encoding: "UTF-16BE" },
];

/**
 * The text that these bytes are. What begins with no byte order mark and is not UTF-8 was most likely written by a
 * spreadsheet of Windows; nothing in it says so, hence the notice.
 */
export function textOfBytes(bytes: Uint8Array): FileText {
  const marked = marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? "UTF-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    if (marked) return { problem: `It begins as ${encoding}, but goes on as something else.` };
  }
  const text = new TextDecoder("windows-1252").decode(bytes);
  return { text, notice: "Read as Windows-1252, because it is not UTF-8." };
}
