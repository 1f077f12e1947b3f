import { hash } from "node:crypto";
import { keyOf } from "@/lib/auth/known-keys";
import { streamFlags } from "@/lib/flag-stream/contract";
import type { Actor } from "@/lib/operations/context";
import { requestFor } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { basicScopeOf } from "@/lib/platform/key-scopes";
import type { Evaluations } from "./evaluations";

type Asked = {
  actor: Actor;
  headers: Pick<Headers, "get">;
  /** The key of the environment, where the caller named it. */
  named: string | undefined;
};

/** After so many seconds a page that nobody looks at gives up its stream. */
const inactivityDelaySec = 120;

/**
 * Evaluations with the address at which a page hears of their changes, for keys that may be in a page. It has the key in it,
 * because a page's `EventSource` sends no headers. The tag tells such answers from those without, and from other addresses.
 */
export function withEventStreams(evaluations: Evaluations, { actor, headers, named }: Asked): Evaluations {
  if (actor.kind !== "key" || basicScopeOf(actor.key.scopes) !== "evaluate") return evaluations;
  const query = { key: keyOf(headers), env: actor.key.environmentId === null ? named : undefined };
  const url = env().appUrl + requestFor(streamFlags, query).path;
  const mark = hash("sha1", url, "base64url").slice(0, 8);
  return {
    ...evaluations,
    etag: evaluations.etag.replace(/"$/, `.s${mark}"`),
    after: `,"eventStreams":${JSON.stringify([{ type: "sse", url, inactivityDelaySec }])}`,
  };
}
