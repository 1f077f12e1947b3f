import type { Actor } from "@/lib/operations/context";
import type { Operation } from "@/lib/operations/operation";
import type { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { type Route, routeNamed } from "@/lib/platform/observe/routes";

/** What calls of an operation are called. */
export const routeOf = ({ id, path }: Operation): Route => routeNamed("api", id, path);

/** Notes who called, by kind and id alone. */
export function noteActor(observed: ObservedRequest | undefined, actor: Actor): void {
  if (!observed || actor.kind === "anonymous") return;
  const id = actor.kind === "user" ? actor.user.id : actor.key.id;
  observed.actor = { kind: actor.kind, id };
}
