import { randomUUID } from "node:crypto";
import { tallies } from "@/lib/platform/metrics/tallies";
import type { Bus } from "./bus";
import { LocalListeners } from "./local-listeners";
import { UpstashPublisher, type UpstashTiming } from "./upstash-publisher";

export type UpstashBusOptions = {
  url: string;
  token: string;
  timing?: UpstashTiming;
  now?: () => number;
};

const defaultTiming = { publishWithinMs: 800, restMs: 2000 };

/** A bus for platforms where no connection can be held: it publishes, and hears nothing of other processes. */
export function createUpstashBus({
  url,
  token,
  timing = defaultTiming,
  now = Date.now,
}: UpstashBusOptions): Bus {
  const listeners = new LocalListeners();
  const publisher = new UpstashPublisher({ url, token, timing, now, from: randomUUID() });
  return {
    hears: false,
    isHeard: () => true,
    async publish(channel, message) {
      tallies().busPublished += 1;
      listeners.deliver(channel, message);
      await publisher.send(channel, message);
    },
    subscribe: (channel, listener) => ({ ready: Promise.resolve(), close: listeners.add(channel, listener) }),
    onResume: () => () => {},
    status: () => (publisher.ok ? "ok" : "degraded"),
    close: () => publisher.close(),
  };
}
