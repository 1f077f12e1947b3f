import { ApiError } from "@/lib/operations/client";

/** Puts what the API says of a place deep in the metadata beside the field that holds all of it. */
export function explainMetadata(error: unknown) {
  const issues = error instanceof ApiError ? error.issues : [];
  const about = issues.find(({ path }) => path.startsWith("metadata."));
  return about && { message: `${about.path} ${about.message}`, field: "metadata" as const };
}
