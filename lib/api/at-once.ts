import { hasScope } from "@/lib/auth/access";
import { isOriginOfKey } from "@/lib/auth/key-origins";
import { actorInMemory, keyOf } from "@/lib/auth/known-keys";
import { type Answer, staleAnswer } from "@/lib/operations/answer";
import { marked } from "@/lib/operations/answering";
import { withCors } from "@/lib/operations/cors";
import type { AnyImplementation, Call } from "@/lib/operations/implement";
import type { Operation } from "@/lib/operations/operation";
import { parseFields } from "@/lib/operations/parse-fields";
import { parseJson } from "@/lib/operations/parse-json";
import { requestIdFrom } from "@/lib/operations/request-id";
import { scopesFor } from "@/lib/operations/scope";
import { staleReads } from "@/lib/platform/cache/stale-reads";
import type { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { lazily } from "@/lib/platform/singleton";
import { countCheck } from "./count-check";
import { encodeOne } from "./encode";
import { noteActor } from "./observed-call";

export type RawCall = Omit<Call<Operation>, "actor" | "fields" | "params"> & {
  params: Record<string, string>;
  /** The query string without its question mark. */
  query: string;
  /** Of an operation that has one. */
  body: Uint8Array | undefined;
  observed?: ObservedRequest | undefined;
};

const staleReadsHere = lazily(staleReads);

/**
 * The shortest way through an operation that is called with an API key and changes nothing. It does what `route` does,
 * without a promise, if everything is in memory and nothing is wrong. Undefined leaves the call to `route`.
 */
export function atOnce(
  implementation: AnyImplementation,
): ((call: RawCall) => Answer | undefined) | undefined {
  const { operation: op, atOnce } = implementation;
  const isRead = op.method === "GET" || op.safe;
  if (!atOnce || !isRead || op.list || (op.access !== "key" && op.access !== "project")) return undefined;
  const scopes = scopesFor(op);
  // Most calls have no query, and the result of parsing an empty one never changes.
  const withoutInput = lazily(() => parseFields(op, new URLSearchParams(), undefined));
  return ({ params, query, headers, body, observed }) => {
    try {
      const before = staleReadsHere().count;
      const key = keyOf(headers);
      const actor = key === undefined ? undefined : actorInMemory(key);
      if (!actor || !hasScope(actor, scopes) || !isOriginOfKey(actor, headers)) return undefined;
      const fields = () => {
        if (query === "" && !op.body) return withoutInput();
        const given = op.body && parseJson(body ?? new Uint8Array(), headers.get("content-type"));
        return parseFields(op, new URLSearchParams(query), given);
      };
      const result = atOnce({ actor, params, headers, fields } as never);
      if (result === undefined) return undefined;
      noteActor(observed, actor);
      const answer = encodeOne(op, result);
      marked(answer, requestIdFrom(headers.get("x-request-id")));
      const shown = staleReadsHere().count === before ? answer : staleAnswer(answer);
      if (op.isCheck) countCheck(actor, params, answer.status);
      return op.cors ? withCors(shown) : shown;
    } catch {
      // `route` runs into the same problem and reports it properly.
      return undefined;
    }
  };
}
