import { BASE_ERROR_CODES } from "@better-auth/core/error";
import { passkey } from "@better-auth/passkey";
import { twoFactor } from "better-auth/plugins/two-factor";
import { expect, test } from "vitest";
import { errorCodes } from "@/lib/operations/error-codes";
import { authErrorCodes, betterAuthCodes, toAuthErrorCode } from "./auth-error-codes";
import { AuthError } from "./contract";

test("better-auth has each code that the API lists as its own", () => {
  const its = { ...BASE_ERROR_CODES, ...twoFactor().$ERROR_CODES, ...passkey().$ERROR_CODES };
  expect(betterAuthCodes.filter((code) => !(code in its))).toEqual([]);
});

test("clients get a code that the API doesn't list as `refused`", () => {
  for (const code of ["SOMETHING_NEW", "constructor", "", undefined, 4, {}]) {
    expect(toAuthErrorCode(code)).toBe("refused");
  }
  for (const code of authErrorCodes) expect(toAuthErrorCode(code)).toBe(code);
});

test("each code that a refusal can have is described", () => {
  expect(AuthError.shape.code.options).toEqual(expect.arrayContaining([...errorCodes, ...betterAuthCodes]));
});
