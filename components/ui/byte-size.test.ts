import { expect, test } from "vitest";
import { byteSize } from "./byte-size";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KiB"],
  [1434, "1.4 KiB"],
  [65_536, "64 KiB"],
  [1_048_575, "1023 KiB"],
  [1_048_576, "1 MiB"],
])("%d bytes are %s", (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
