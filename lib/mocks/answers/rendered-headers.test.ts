import { expect, test } from "vitest";
import { configuredHeaders } from "@/lib/platform/budgets/budgets";
import { RenderedHeaders } from "./rendered-headers";

test.each([
  [" a ", "a"],
  ["a\r\nSet-Cookie: b", "a Set-Cookie: b"],
  ["caf\u00e9 \u2013 \u65e5\u672c", "caf\u00e9"],
  ["\0", ""],
])("%j becomes %j", (text, value) => {
  expect(new RenderedHeaders().value(text)).toBe(value);
});

test("what is more than clients accept in all is cut", () => {
  const headers = new RenderedHeaders();
  const values = Array.from({ length: 5 }, () => headers.value("x".repeat(5000)).length);
  expect(values.reduce((sum, length) => sum + length, 0)).toBe(configuredHeaders.bytesMax);
  expect(values[0]).toBe(5000);
  expect(values[4]).toBe(0);
});
