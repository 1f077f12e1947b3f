import { type FieldErrors, type FieldValues, type ResolverResult, set } from "react-hook-form";

/** What a form's resolver answers where fields have other names than the contract's: problems by their places. */
export function resolved<V extends FieldValues>(
  values: V,
  problems: Record<string, string | undefined>,
): ResolverResult<V> {
  const errors: FieldErrors<V> = {};
  for (const [place, message] of Object.entries(problems)) {
    if (message) set(errors, place, { type: "validate", message });
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
}
