import { expect, test } from "vitest";
import { hasBearer } from "./bearer";

const token = "correct-horse-battery";

test.each([
  [`Bearer ${token}`, true],
  [`bearer  ${token} `, true],
  [undefined, false],
  [null, false],
  ["", false],
  ["Bearer", false],
  ["Bearer ", false],
  [`Bearer ${token}x`, false],
  [`Bearer ${token.slice(1)}`, false],
  [`Bearer ${token.toUpperCase()}`, false],
  [`Bearer ${token} ${token}`, false],
  [`Basic ${token}`, false],
  [token, false],
])("%j carries the token: %s", (header, carries) => {
  expect(hasBearer(header, token)).toBe(carries);
});
