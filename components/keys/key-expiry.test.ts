import { expect, test } from "vitest";
import { expiryOf, today } from "./key-expiry";

const now = new Date("2026-06-01T12:00:00.000Z");

test.each([
  ["never", null],
  ["7", "2026-06-08T12:00:00.000Z"],
  ["90", "2026-08-30T12:00:00.000Z"],
  ["365", "2027-06-01T12:00:00.000Z"],
] as const)("a lifetime of %s ends at %s", (lifetime, end) => {
  expect(expiryOf(lifetime, "", now)).toBe(end);
});

test("a date counts to its end on the reader's calendar", () => {
  const end = expiryOf("date", "2026-07-09", now);
  expect(end).toBe(new Date(2026, 6, 9, 23, 59, 59).toISOString());
});

test("today is the reader's date", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
