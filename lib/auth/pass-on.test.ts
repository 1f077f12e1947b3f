import { expect, test } from "vitest";
import { jsonAnswer } from "@/lib/operations/answer";
import { authErrorCodes } from "./auth-error-codes";
import { passOn } from "./forward";

const codeOf = (code: unknown, status = 401): unknown =>
  JSON.parse(passOn(jsonAnswer({ error: "No", code, message: "No" }, { status })).text).code;

test("no refusal by the sign-in library leaves with a code that the API doesn't describe", () => {
  for (const code of ["INVALID_CODE", "SOMETHING_NEW", undefined, null]) expect(codeOf(code)).toBe("refused");
  for (const code of authErrorCodes) expect(codeOf(code)).toBe(code);
});

test("a refusal keeps its status and its other fields", () => {
  const answer = passOn(jsonAnswer({ error: "No", code: "SOMETHING_NEW", message: "No" }, { status: 422 }));
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    422,
    { error: "No", code: "refused", message: "No" },
  ]);
});
