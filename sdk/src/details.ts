import type { Details, ErrorCode, FlagValue, Widened } from "./types";

const fallenBack = <T>(value: T, errorCode: ErrorCode): Details<T> => ({ value, reason: "ERROR", errorCode });

/** A flag's value where it is of the fallback's type, else the fallback. @param found null before anything was loaded */
export function detailsOf<T extends FlagValue>(
  found: Details | undefined | null,
  fallback: T,
): Details<Widened<T>> {
  const code = found === null ? "PROVIDER_NOT_READY" : found ? "TYPE_MISMATCH" : "FLAG_NOT_FOUND";
  const isFit = found && typeof found.value === typeof fallback;
  return (isFit ? found : fallenBack(fallback, code)) as Details<Widened<T>>;
}
