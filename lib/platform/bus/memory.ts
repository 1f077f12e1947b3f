import { tallies } from "@/lib/platform/metrics/tallies";
import type { Bus } from "./bus";
import { LocalCounts } from "./local-counts";
import { LocalListeners } from "./local-listeners";

/** A bus within one process. */
export function createMemoryBus(): Bus {
  const listeners = new LocalListeners();
  const counts = new LocalCounts();
  return {
    hears: false,
    isHeard: (channel) => listeners.has(channel),
    async publish(channel, message) {
      tallies().busPublished += 1;
      listeners.deliver(channel, message);
    },
    countUp: async (name) => counts.up(name),
    resetCount: async (name) => counts.reset(name),
    subscribe(channel, listener) {
      return { ready: Promise.resolve(), close: listeners.add(channel, listener) };
    },
    onResume: () => () => {},
    status: () => "ok",
    close: async () => {},
  };
}
