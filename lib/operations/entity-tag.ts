import { hash } from "node:crypto";

/** A strong entity tag of a body. */
export function entityTag(body: string | Uint8Array): string {
  return `"${hash("sha1", body, "base64url")}"`;
}

/** Whether a list of entity tags, as `If-None-Match` has it, has this one, compared weakly (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, "") === etag);
}
