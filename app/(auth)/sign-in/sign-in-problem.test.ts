import { expect, test } from "vitest";
import { signInProblem } from "./sign-in-problem";

test.each([
  ["account_not_linked", /sign in with your password/],
  ["signup_disabled", /need an invitation/],
  ["state_mismatch", /same browser/],
  ["access_denied", /Try again/],
])("%s says what to do", (code, words) => {
  expect(signInProblem(code)).toMatch(words);
});

test.each(["<script>", "constructor", "__proto__", ""])("%s is not repeated", (code) => {
  expect(signInProblem(code)).toBe(signInProblem("something_new"));
  expect(signInProblem([code, code])).toBe(signInProblem("something_new"));
});

test("without an error there is nothing to say", () => {
  expect(signInProblem(undefined)).toBeUndefined();
});
