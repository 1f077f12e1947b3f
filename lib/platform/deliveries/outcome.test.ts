import { expect, test } from "vitest";
import { deliveredWithinMs, gapsMs, outcomeOf, pauseReason, retryAfterMs } from "./outcome";

const now = new Date("2030-01-01T00:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const given = { attempts: 1, retries: true, now, random: 0.5 };
const answered = (statusCode: number | null, retryAfter?: string) => ({
  statusCode,
  isFinal: statusCode !== null,
  retryAfter,
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [301, "failed"],
  [400, "failed"],
  [404, "failed"],
  [408, "pending"],
  [410, "failed"],
  [429, "pending"],
  [500, "pending"],
  [503, "pending"],
  [null, "pending"],
] as const)("an answer of %s makes a delivery %s", (statusCode, state) =>
  expect(outcomeOf(answered(statusCode), given).state).toBe(state),
);

test("no answer of an address that is refused is final", () =>
  expect(outcomeOf({ statusCode: null, isFinal: true }, given).state).toBe("failed"));

test("a rule without retries sends once", () =>
  expect(outcomeOf(answered(500), { ...given, retries: false }).state).toBe("failed"));

test("waits longer from attempt to attempt, seven in all, which fit into 24 hours at their longest", () => {
  const waits: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const outcome = outcomeOf(answered(500), { ...given, attempts, random: 1 });
    if (outcome.state !== "pending") {
      expect([outcome.state, attempts]).toEqual(["failed", 7]);
      break;
    }
    waits.push(outcome.waitMs);
  }
  expect(waits).toEqual(gapsMs.map((ms) => Math.round(ms * 1.1)));
  expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(deliveredWithinMs);
});

test.each([
  ["seconds", "120", 120_000],
  ["less than the gap", "1", 5000],
  ["a date", later(60_000).toUTCString(), 60_000],
  ["a date that is past", later(-60_000).toUTCString(), 5000],
  ["more than anybody may ask for", "999999", 2 * 3600 * 1000],
  ["nonsense", "soon", 5000],
  ["a negative number", "-5", 5000],
])("Retry-After with %s", (_, retryAfter, waitMs) =>
  expect(outcomeOf(answered(429, retryAfter), given)).toEqual({ state: "pending", waitMs }),
);

test("a Retry-After that is missing asks for nothing", () => expect(retryAfterMs(undefined, now)).toBe(0));

test.each([
  ["is gone", 410, 0, /410 Gone/],
  ["has failed for less than a day", 500, deliveredWithinMs - 1, undefined],
  ["has failed for a day", 500, deliveredWithinMs, /24 hours/],
  ["works", 200, 0, undefined],
] as const)("a target whose URL %s is paused as it should be", (_, statusCode, failingMs, expected) => {
  const reason = pauseReason(statusCode, failingMs);
  if (expected) expect(reason).toMatch(expected);
  else expect(reason).toBeUndefined();
});
