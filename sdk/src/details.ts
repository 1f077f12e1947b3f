import type { Details, FlagValue, Widened } from "./types";

/** A flag's value if it has the given value's type, else the given value. @param found null if no flags are known */
export function detailsOf<T extends FlagValue>(
  found: Details | undefined | null,
  given: T,
): Details<Widened<T>> {
  const isFit =
    found && typeof found.value === typeof given && Array.isArray(found.value) === Array.isArray(given);
  const errorCode = found === null ? "PROVIDER_NOT_READY" : found ? "TYPE_MISMATCH" : "FLAG_NOT_FOUND";
  return (isFit ? found : { value: given, reason: "ERROR", errorCode }) as Details<Widened<T>>;
}
