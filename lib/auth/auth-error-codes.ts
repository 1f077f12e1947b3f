import { type ErrorCode, errorCodes } from "@/lib/operations/error-codes";

/**
 * Codes of better-auth's refusals that clients can get. The OpenAPI document lists them, so another code leaves as `refused`.
 */
export const betterAuthCodes = [
  "ACCOUNT_NOT_FOUND",
  "CREDENTIAL_ACCOUNT_NOT_FOUND",
  "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED",
  "FAILED_TO_CREATE_SESSION",
  "FAILED_TO_CREATE_USER",
  "INVALID_CALLBACK_URL",
  "INVALID_EMAIL",
  "INVALID_EMAIL_OR_PASSWORD",
  "INVALID_ERROR_CALLBACK_URL",
  "INVALID_NEW_USER_CALLBACK_URL",
  "INVALID_ORIGIN",
  "INVALID_PASSWORD",
  "INVALID_REDIRECT_URL",
  "LINKED_ACCOUNT_ALREADY_EXISTS",
  "MISSING_OR_NULL_ORIGIN",
  "PASSWORD_TOO_LONG",
  "PASSWORD_TOO_SHORT",
  "PROVIDER_NOT_FOUND",
  "SESSION_EXPIRED",
  "SESSION_NOT_FRESH",
  "SESSION_REQUIRED",
  "TOTP_ALREADY_ENABLED",
  "TOTP_NOT_CONFIGURED",
  "TWO_FACTOR_NOT_ENABLED",
  "USER_ALREADY_EXISTS",
  "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
  "VALIDATION_ERROR",
  "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY",
] as const;

/** A refusal of ours that better-auth passes on. */
export const otherAddressCode = "invitation_for_another_address";

type AuthErrorCode = ErrorCode | (typeof betterAuthCodes)[number] | typeof otherAddressCode | "refused";

export const authErrorCodes: readonly AuthErrorCode[] = [
  ...errorCodes,
  ...betterAuthCodes,
  otherAddressCode,
  "refused",
];

/** The code of a refusal by better-auth as clients get it. */
export const toAuthErrorCode = (code: unknown): AuthErrorCode =>
  authErrorCodes.find((known) => known === code) ?? "refused";
