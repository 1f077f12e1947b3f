import { requireScope } from "@/lib/auth/access";
import { holderAt } from "@/lib/auth/client-address";
import { requireEnvironmentOfKey } from "@/lib/environments/environment-of-key";
import { projectFlags } from "@/lib/evaluation/snapshots";
import { LastingAnswer } from "@/lib/operations/answer";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { streamFlags } from "./contract";
import type { Listener } from "./open-stream";
import { streamsHere } from "./streams-here";

export const handleStreamFlags = implement(streamFlags, async (ctx, input) => {
  const { actor, headers } = ctx;
  if (actor.kind !== "key") throw new AppError("unauthorized", "Missing API key");
  requireScope(actor, ctx.scopes);
  const { id: keyId, projectId, environmentId: boundTo } = actor.key;
  const { project } = await projectFlags().get(projectId);
  // The key was deleted together with its project.
  if (!project) throw new AppError("unauthorized", "Invalid or revoked API key");
  const { env, lastEventId } = await input.fields();
  requireEnvironmentOfKey(actor, project.environments, env);
  const owners = { projectId, keyId, address: holderAt(ctx.clientAddress) };
  const streams = streamsHere();
  streams.counts.requireRoom(owners);
  const channel = await streams.channelOf({ projectId, boundTo, selector: env });
  const listener: Listener = {
    ...{ owners, actor, origin: headers.get("origin") },
    lastEventId: headers.get("last-event-id") ?? lastEventId,
  };
  return new LastingAnswer(200, [...marks], (outlet) => streams.begin(channel, listener, outlet));
});

/** Nothing on the way may keep, change or gather what comes. */
const marks = [
  ...["content-type", "text/event-stream"],
  ...["cache-control", "no-cache, no-transform"],
  ...["x-accel-buffering", "no"],
];
