import type { Details, ErrorCode, FlagValue, Widened } from "./types";

const fallback = <T>(value: T, errorCode: ErrorCode): Details<T> => ({ value, reason: "ERROR", errorCode });

/** A flag's value if it has the given value's type, else the given value. @param found null if no flags are known */
export function detailsOf<T extends FlagValue>(
  found: Details | undefined | null,
  given: T,
): Details<Widened<T>> {
  const code = found === null ? "PROVIDER_NOT_READY" : found ? "TYPE_MISMATCH" : "FLAG_NOT_FOUND";
  const isFit =
    found && typeof found.value === typeof given && Array.isArray(found.value) === Array.isArray(given);
  return (isFit ? found : fallback(given, code)) as Details<Widened<T>>;
}
