import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import { tallies } from "@/lib/platform/metrics/tallies";
import type { Bus } from "./bus";
import { brokerPrefix, countSeconds, lossChannel } from "./envelope";
import { LocalCounts } from "./local-counts";
import { LocalListeners } from "./local-listeners";
import { UpstashChanges } from "./upstash-changes";
import { UpstashPublisher, type UpstashTiming } from "./upstash-publisher";

export type UpstashBusOptions = {
  url: string;
  token: string;
  timing?: UpstashTiming;
  now?: () => number;
};

const defaultTiming = { publishWithinMs: 800, restMs: 2000 };

/** Upstash has only database 0. */
const countKey = (name: string) => `${brokerPrefix(0)}count:${name}`;

/**
 * A bus for platforms where no connection can be held: it publishes, and hears nothing of other processes by itself. What
 * they keep for it, it hears when it is asked to catch up.
 */
export function createUpstashBus({
  url,
  token,
  timing = defaultTiming,
  now = Date.now,
}: UpstashBusOptions): Bus {
  const listeners = new LocalListeners();
  const resumed = new Set<() => void>();
  const counts = new LocalCounts();
  const from = randomUUID();
  const client = new Redis({
    url,
    token,
    retry: { retries: 0 },
    // Has to be a function: with a plain signal the client answers an abort with a made-up success.
    signal: () => AbortSignal.timeout(timing.publishWithinMs),
    // It would make values of texts that look like JSON.
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    readYourWrites: false,
  });
  const publisher = new UpstashPublisher({ client, timing, now, from });
  const resume = () => {
    for (const listener of resumed) listener();
  };
  const changes = new UpstashChanges({
    client,
    now,
    restMs: timing.restMs,
    missed: resume,
    heard(channel, envelope) {
      if (envelope.from === from) return;
      if (channel === lossChannel) resume();
      else listeners.deliver(channel, envelope.message);
    },
  });
  return {
    hears: false,
    isHeard: () => true,
    async publish(channel, message) {
      tallies().busPublished += 1;
      listeners.deliver(channel, message);
      await publisher.send(channel, message);
    },
    subscribe: (channel, listener) => ({ ready: Promise.resolve(), close: listeners.add(channel, listener) }),
    onResume(listener) {
      resumed.add(listener);
      return () => resumed.delete(listener);
    },
    async countUp(name) {
      const key = countKey(name);
      try {
        const [count] = await client.pipeline().incr(key).expire(key, countSeconds).exec<[number, number]>();
        return Number(count);
      } catch {
        return counts.up(name);
      }
    },
    async resetCount(name) {
      counts.reset(name);
      await client.del(countKey(name)).catch(() => {});
    },
    catchUp: () => changes.catchUp(),
    status: () => (publisher.ok && changes.ok ? "ok" : "degraded"),
    close: () => publisher.close(),
  };
}
