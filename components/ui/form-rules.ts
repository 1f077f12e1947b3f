import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";
import type { z } from "zod";

/**
 * The contract's rules for a form whose fields differ from the body's. An issue with the body is shown beside the
 * field that `fieldOf` returns for its path.
 */
export function rulesFor<V extends FieldValues>(
  rules: z.ZodType,
  bodyOf: (values: V) => unknown,
  fieldOf: (path: string, values: V) => string | undefined,
): Resolver<V> {
  return (values) => {
    const { error } = rules.safeParse(bodyOf(values));
    if (!error) return { values, errors: {} };
    const errors: FieldErrors<V> = {};
    for (const { path, message } of error.issues) {
      set(errors, fieldOf(path.map(String).join("."), values) ?? "root", { type: "validate", message });
    }
    return { values: {}, errors };
  };
}
