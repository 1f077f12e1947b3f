import { expect, test } from "vitest";
import { hexDump, hexLines } from "./hex-dump";

test("has the layout of hexdump -C", () => {
  const bytes = new TextEncoder().encode("Hello, webhook!\n\u0000ÿ");
  expect(hexDump(bytes)).toBe(
    [
      "00000000  48 65 6c 6c 6f 2c 20 77  65 62 68 6f 6f 6b 21 0a  |Hello, webhook!.|",
      "00000010  00 c3 bf                                          |...|",
    ].join("\n"),
  );
});

test("nothing is nothing", () => {
  expect(hexDump(new Uint8Array())).toBe("");
});

test("a part of the lines is the same lines", () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, index) => index);
  const all = hexDump(bytes).split("\n");
  expect(hexLines(bytes)).toBe(7);
  expect(hexDump(bytes, 2, 5).split("\n")).toEqual(all.slice(2, 5));
  expect(hexDump(bytes, 6, 99).split("\n")).toEqual(all.slice(6));
});
