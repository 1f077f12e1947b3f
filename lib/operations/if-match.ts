import type { Ctx } from "./context";
import { AppError } from "./errors";
import { type Issue, type Operation, versionTag } from "./operation";

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/g;
/** A placeholder for a tag; no header value contains it. */
const placeholder = "\n";

/**
 * The entity tags of an `If-Match` (RFC 9110, 13.1.1), without the `W/` that compression adds to ours: they identify
 * a state of the row, not the bytes that were sent. Undefined if it is not a list of tags.
 */
function tagsOf(ifMatch: string): string[] | undefined {
  if (ifMatch.trim() === "*") return ["*"];
  const elements = ifMatch.replace(entityTag, placeholder).replace(/[\t ]/g, "").split(",");
  const isList = elements.every((element) => element === "" || element === placeholder);
  return isList ? ifMatch.match(entityTag)?.map((tag) => tag.replace("W/", "")) : undefined;
}

/** The problem of the `If-Match` of a call that honours it, if it has one. */
export function problemOfIfMatch(op: Operation, headers: Headers): Issue | undefined {
  const ifMatch = headers.get("if-match");
  if (ifMatch === null || !honoursIfMatch(op) || tagsOf(ifMatch)) return undefined;
  return { path: "If-Match", message: 'must be "<updatedAt>" in quotes, a list of them, or *' };
}

export const honoursIfMatch = (op: Operation) => op.versioned === true && op.method === "PUT";

/**
 * Checks that the caller knows the row as it is, if it says what it knows. Without the header the last write wins.
 * @throws {AppError} `changed` with the current row
 */
export function requireMatch({ headers }: Pick<Ctx, "headers">, updatedAt: Date, show: () => unknown): void {
  // Malformed headers have already been refused.
  const tags = tagsOf(headers.get("if-match") ?? "*") ?? [];
  if (tags.includes("*") || tags.includes(versionTag(updatedAt.toISOString()))) return;
  throw new AppError("changed", changedMessage, { current: show() });
}

export const changedMessage =
  "This was changed since you read it. See `current`, and send your change again with its updatedAt as If-Match.";
