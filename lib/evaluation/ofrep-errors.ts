import type { Refusal } from "@/lib/operations/operation";

/** Fields of a request for which OFREP has an error code of its own, when they are missing or wrong. */
export const targetingKeyPath = "context.targetingKey";
export const targetingKeyMissing = "is required: the id of a record";

export const ofrepErrorCodes = [
  "FLAG_NOT_FOUND",
  "PARSE_ERROR",
  "GENERAL",
  "TARGETING_KEY_MISSING",
  "INVALID_CONTEXT",
] as const;

/** The fields that OFREP wants in an error's body: `errorCode`, `errorDetails` and, for one flag, its `key`. */
export function ofrepErrorFields(error: Refusal, { key }: Record<string, string>): Record<string, unknown> {
  return { ...(key !== undefined && { key }), errorCode: errorCodeOf(error), errorDetails: error.message };
}

function errorCodeOf({ code, message, issues = [] }: Refusal): (typeof ofrepErrorCodes)[number] {
  if (code === "not_found" && message === "Flag not found") return "FLAG_NOT_FOUND";
  if (code === "invalid_json" || code === "unsupported_media_type") return "PARSE_ERROR";
  if (code !== "invalid_request") return "GENERAL";
  const isMissing = issues.some(
    (issue) => issue.path === targetingKeyPath && issue.message === targetingKeyMissing,
  );
  return isMissing ? "TARGETING_KEY_MISSING" : "INVALID_CONTEXT";
}
