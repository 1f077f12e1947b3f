import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin";

test.each([
  ["http://localhost:3000", "http://127.0.0.1:3000/a", true],
  ["http://[::1]:3000", "http://localhost:3000", true],
  ["https://example.com", "https://EXAMPLE.com:443/path", true],
  ["http://localhost:3000", "http://localhost:3001", false],
  ["http://localhost:3000", "https://localhost:3000", false],
  ["http://localhost", "http://shop.localhost", false],
  ["http://127.0.0.1:3000", "http://127.0.0.2:3000", false],
  ["https://example.com", "https://www.example.com", false],
])("%s and %s: %s", (a, b, expected) => {
  expect(isSameOrigin(new URL(a), new URL(b))).toBe(expected);
});
