import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markJoining, takeJoining } from "@/components/account/join-mark";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a mark counts once, and for its own invitation", () => {
  markJoining("one");
  expect(takeJoining("other")).toBe(false);
  expect(takeJoining("one")).toBe(true);
  expect(takeJoining("one")).toBe(false);
});

test.each([
  [0, true],
  [29 * 60_000, true],
  [30 * 60_000, false],
  [-1, false],
])("after %i ms it counts: %s", (age, counts) => {
  markJoining("one", 1_000_000);
  expect(takeJoining("one", 1_000_000 + age)).toBe(counts);
});

test("without storage there is no mark", () => {
  vi.stubGlobal("sessionStorage", undefined);
  markJoining("one");
  expect(takeJoining("one")).toBe(false);
});
