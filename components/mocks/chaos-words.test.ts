import { expect, test } from "vitest";
import { chaosText, endText } from "./chaos-words";

test.each([
  [{ percent: 10, statusCode: 503, fault: null }, "10 % of calls get 503"],
  [{ percent: 100, statusCode: 429, fault: null }, "All calls get 429"],
  [{ percent: 1, statusCode: 503, fault: "reset" as const }, "1 % of calls have their connection reset"],
])("%j is: %s", (chaos, text) => {
  expect(chaosText(chaos)).toBe(text);
});

test("the end has its day where that is not today", () => {
  const now = new Date(2026, 10, 24, 14, 0);
  expect(endText(new Date(2026, 10, 24, 14, 32), now)).toBe("14:32");
  expect(endText(new Date(2026, 10, 25, 9, 5), now)).toMatch(/^Wed,? 09:05$/);
});
