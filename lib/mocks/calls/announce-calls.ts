import { bus } from "@/lib/platform/bus/bus";
import { streamChannel } from "@/lib/platform/bus/stream-channel";
import { requestLifetime } from "@/lib/platform/process/request-lifetime";
import { announcedCall } from "./calls";
import { callStreamOf } from "./contract";
import type { StoredCall } from "./stored-call";
import type { Fate } from "./write-calls";

/** Tells streams what was stored, in order. */
export function announceCalls(
  projectId: string,
  calls: readonly StoredCall[],
  { firstSequence, mockNames }: Exclude<Fate, string>,
): void {
  const channel = streamChannel(callStreamOf(projectId));
  if (!bus().isHeard(channel)) return;
  const told = calls.map((call, at) => {
    const sequence = firstSequence + at;
    const mockName = (call.mockId && mockNames.get(call.mockId)) ?? null;
    return bus().publish(channel, {
      sequence,
      capture: announcedCall(call, { projectId, sequence, mockName }),
    });
  });
  requestLifetime()?.waitUntil(Promise.all(told));
}
