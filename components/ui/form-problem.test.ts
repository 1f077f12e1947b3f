import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/operations/client";
import { asSentence, messageOf, placeProblem, tooMany } from "./form-problem";

test.each([
  [20, /^Too many attempts\. Try again in 20 seconds, at \d/],
  [60, /Try again in a minute, at/],
  [61, /Try again in 2 minutes, at/],
  [894, /Try again in 15 minutes, at/],
])("who has to wait %i seconds is told how long and until when", (retryAfterSeconds, told) => {
  expect(tooMany({ retryAfterSeconds }, new Date("2026-01-01T10:00:00Z"))).toMatch(told);
});

test("a 429 without Retry-After still says when to come back", () => {
  expect(messageOf(new ApiError("Slow down", 429, "rate_limited", []))).toMatch(/Try again in a minute/);
});

test.each([
  ["must not be empty", "Name must not be empty"],
  ["A project has this slug", "A project has this slug"],
  [undefined, undefined],
])("%j reads as a sentence", (message, sentence) => expect(asSentence("Name", message)).toBe(sentence));

test("issues go beside their fields, the first gets the focus, and the rest is said above the form", () => {
  const setError = vi.fn();
  const issues = [
    { path: "slug", message: "is taken" },
    { path: "name", message: "must not be empty" },
    { path: "other", message: "is odd" },
    { path: "", message: "Nothing fits" },
  ];
  const place = (path: string) => (path === "slug" || path === "name" ? path : undefined);
  const rest = placeProblem(new ApiError("Refused", 400, "invalid_request", issues), setError, place);
  expect(rest).toBe("other is odd. Nothing fits");
  expect(setError.mock.calls).toEqual([
    ["slug", { type: "server", message: "is taken" }, { shouldFocus: true }],
    ["name", { type: "server", message: "must not be empty" }, { shouldFocus: false }],
  ]);
});
