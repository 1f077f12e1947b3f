import type { Refusal } from "@/lib/operations/operation";

export const ofrepErrorCodes = ["FLAG_NOT_FOUND", "PARSE_ERROR", "GENERAL", "INVALID_CONTEXT"] as const;

/** The fields that OFREP wants in an error's body: `errorCode`, `errorDetails` and, for one flag, its `key`. */
export function ofrepErrorFields(error: Refusal, { key }: Record<string, string>): Record<string, unknown> {
  return { ...(key !== undefined && { key }), errorCode: errorCodeOf(error), errorDetails: error.message };
}

function errorCodeOf({ code, message }: Refusal): (typeof ofrepErrorCodes)[number] {
  if (code === "not_found" && message === "Flag not found") return "FLAG_NOT_FOUND";
  if (code === "invalid_json" || code === "unsupported_media_type") return "PARSE_ERROR";
  const isOfContext = code === "invalid_request" || message === "Environment not found";
  return isOfContext ? "INVALID_CONTEXT" : "GENERAL";
}
