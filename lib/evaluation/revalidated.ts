import { Answer } from "@/lib/operations/answer";
import { entityTag, matches } from "@/lib/operations/entity-tag";

/** A JSON body with its entity tag. */
export type Tagged = { body: Buffer; etag: string };

/** @param value is serialised as it is */
export const tagged = (value: unknown): Tagged => taggedBody(Buffer.from(JSON.stringify(value)));

/** @param body JSON */
export const taggedBody = (body: Buffer): Tagged => ({ body, etag: entityTag(body) });

/** An answer that a client may keep and revalidate with `If-None-Match`: 304 if it is still the same. */
export function revalidated({ body, etag }: Tagged, headers: Pick<Headers, "get">): Answer {
  const control = "private, no-cache";
  if (matches(headers.get("if-none-match"), etag)) {
    return new Answer(304, ["etag", etag, "cache-control", control], null);
  }
  const marks = ["etag", etag, "cache-control", control, "content-type", "application/json"];
  return new Answer(200, marks, body);
}
