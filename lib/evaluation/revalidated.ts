import { Answer } from "@/lib/operations/answer";
import { entityTag, matches } from "@/lib/operations/entity-tag";

/** A JSON body with its entity tag. One that takes time may be made when it is needed: whoever has it gets only the tag. */
export type Tagged = { body: Buffer | (() => Buffer); etag: string };
/** The same with the answers in it that are others than usual, by which all are counted. */
export type CountedBody = Tagged & { others: Uint32Array };

/** @param value is serialised as it is */
export function tagged(value: unknown): Tagged {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: entityTag(body) };
}

export const bytesOf = ({ body }: Tagged): Buffer => (typeof body === "function" ? body() : body);

/** Whether the client has it already, so that it needs no body. */
export const isKnown = (headers: Pick<Headers, "get">, etag: string): boolean =>
  matches(headers.get("if-none-match"), etag);

/** An answer that a client may keep and revalidate with `If-None-Match`: 304 if it is still the same. */
export function revalidated(answer: Tagged, headers: Pick<Headers, "get">): Answer {
  const { etag } = answer;
  const control = "private, no-cache";
  if (isKnown(headers, etag)) {
    return new Answer(304, ["etag", etag, "cache-control", control], null);
  }
  const marks = ["etag", etag, "cache-control", control, "content-type", "application/json"];
  return new Answer(200, marks, bytesOf(answer));
}
