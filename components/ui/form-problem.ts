import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "@/lib/operations/client";

/** The API's messages continue a sentence that starts with the field's name: "must not be empty". */
export function asSentence(label: string, message: string | undefined): string | undefined {
  if (!message) return undefined;
  return /^\p{Ll}/u.test(message) ? `${label} ${message}` : message;
}

export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return tooMany(error, new Date());
  return error instanceof Error && error.message ? error.message : "That did not work. Try again.";
}

/** Says when to try again, in the reader's local time. */
export function tooMany({ retryAfterSeconds = 60 }: Pick<ApiError, "retryAfterSeconds">, now: Date): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = retryAfterSeconds < 60 ? `${retryAfterSeconds} seconds` : minutesOf(minutes);
  const at = new Date(now.getTime() + retryAfterSeconds * 1000);
  const clock = at.toLocaleTimeString([], { timeStyle: retryAfterSeconds < 60 ? "medium" : "short" });
  return `Too many attempts. Try again in ${wait}, at ${clock}.`;
}

const minutesOf = (minutes: number) => (minutes === 1 ? "a minute" : `${minutes} minutes`);

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
