import { actorOfKey, keyOf } from "@/lib/auth/known-keys";
import type { Answer } from "@/lib/operations/answer";
import { marked } from "@/lib/operations/answering";
import { withCors } from "@/lib/operations/cors";
import type { AnyImplementation, Call } from "@/lib/operations/implement";
import type { Operation } from "@/lib/operations/operation";
import { parseFields } from "@/lib/operations/parse-fields";
import { requestIdFrom } from "@/lib/operations/request-id";
import type { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { lazily } from "@/lib/platform/singleton";
import { noteActor } from "./observed-call";

export type RawCall = Omit<Call<Operation>, "actor" | "fields" | "params"> & {
  params: Record<string, string>;
  /** The query string without its question mark. */
  query: string;
  observed?: ObservedRequest | undefined;
};

/**
 * The shortest way through an operation that is called with an API key. It does what `route` does, without a promise,
 * if everything is in memory and nothing is wrong. Undefined leaves the call to `route`.
 */
export function atOnce(
  implementation: AnyImplementation,
): ((call: RawCall) => Answer | undefined) | undefined {
  const { operation: op, atOnce } = implementation;
  if (!atOnce || op.access !== "key") return undefined;
  // Most calls have no query, and the result of parsing an empty one never changes.
  const withoutQuery = lazily(() => parseFields(op, new URLSearchParams(), undefined));
  return ({ params, query, headers, observed }) => {
    try {
      const key = keyOf(headers);
      const actor = key === undefined ? undefined : actorOfKey(key);
      if (!actor || actor instanceof Promise) return undefined;
      const fields = () =>
        query === "" ? withoutQuery() : parseFields(op, new URLSearchParams(query), undefined);
      const answer = atOnce({ actor, params, headers, fields } as never);
      if (!answer) return undefined;
      noteActor(observed, actor);
      marked(answer, requestIdFrom(headers.get("x-request-id")));
      return op.cors ? withCors(answer) : answer;
    } catch {
      // `route` runs into the same problem and reports it properly.
      return undefined;
    }
  };
}
