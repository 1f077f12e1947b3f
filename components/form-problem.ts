import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "@/lib/http/client";

/** Messages of the API read on from their field's name: "must not be empty". */
export function asSentence(label: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message;
}

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "That did not work. Try again.";
}

/**
 * Puts the API's issues beside their fields. `place` gives the form's field for an issue's path.
 * Returns what is left to say above the form, or null.
 */
export function placeProblem<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  place: (path: string) => string | undefined,
): string | null {
  if (!(error instanceof ApiError) || error.issues.length === 0) return messageOf(error);
  const homeless: string[] = [];
  let placed = 0;
  for (const { path, message } of error.issues) {
    const field = place(path);
    if (field) {
      setError(field as Path<V>, { type: "server", message }, { shouldFocus: placed === 0 });
      placed += 1;
    } else homeless.push(path ? `${path} ${message}` : message);
  }
  return homeless.length > 0 ? homeless.join(". ") : null;
}

/** For forms whose fields have the API's names. */
export function sameName(...fields: string[]) {
  return (path: string) => (fields.includes(path) ? path : undefined);
}
