import { expect, it } from "vitest";
import { textOfBytes } from "./file-text";

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const notice = "Read as Windows-1252, because it is not UTF-8.";

it.each<[what: string, bytes: number[], read: ReturnType<typeof textOfBytes>]>([
  ["nothing", [], { text: "" }],
  ["UTF-8", utf8("Zoë,€"), { text: "Zoë,€" }],
  ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, ...utf8("é")], { text: "é" }],
  ["UTF-16, the low byte first", [0xff, 0xfe, 0x41, 0, 0xac, 0x20], { text: "A€" }],
  ["UTF-16, the high byte first", [0xfe, 0xff, 0, 0x41, 0x20, 0xac], { text: "A€" }],
  // Browsers know the characters that Latin-1 has not; some versions of Node don't.
  ["Windows-1252", [0x5a, 0x6f, 0xeb], { text: "Zoë", notice }],
  [
    "a mark before something else",
    [0xef, 0xbb, 0xbf, 0xeb],
    { problem: "It begins as UTF-8, but goes on as something else." },
  ],
  [
    "half a character",
    [0xff, 0xfe, 0x41],
    { problem: "It begins as UTF-16LE, but goes on as something else." },
  ],
])("%s", (_, bytes, read) => {
  expect(textOfBytes(Uint8Array.from(bytes))).toEqual(read);
});
