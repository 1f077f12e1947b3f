import { canonicalPath } from "../matching/canonical-path";
import { normalizeEndpoint } from "../matching/endpoint";
import { isPattern } from "../matching/segments";

/**
 * Brings the path of a collection into its stored form: that of a mock's endpoint, without a slash at its end. `problem`
 * is a sentence for the person who typed it.
 */
export function normalizeCollectionPath(raw: string): { path: string } | { problem: string } {
  if (raw.startsWith("~^"))
    return { problem: "must be a plain path: a collection has no regular expression" };
  const normalized = normalizeEndpoint(raw);
  if ("problem" in normalized) return { problem: normalized.problem.replace(/^Endpoint /, "") };
  const path = withoutTrailingSlashes(normalized.endpoint);
  if (path === "") return { problem: "must have at least one segment, such as /customers" };
  if (isPattern(path)) {
    return {
      problem: "must be a plain path without placeholders: its items are served below it by themselves",
    };
  }
  return { path };
}

/** What two paths have in common exactly when they are the same to a request. */
export const canonicalCollectionPath = canonicalPath;

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end--;
  return text.slice(0, end);
}
