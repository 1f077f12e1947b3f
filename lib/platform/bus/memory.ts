import { tallies } from "@/lib/platform/metrics/tallies";
import type { Bus } from "./bus";
import { LocalListeners } from "./local-listeners";

/** A bus within one process. */
export function createMemoryBus(): Bus {
  const listeners = new LocalListeners();
  return {
    hears: false,
    isHeard: (channel) => listeners.has(channel),
    async publish(channel, message) {
      tallies().busPublished += 1;
      listeners.deliver(channel, message);
    },
    subscribe(channel, listener) {
      return { ready: Promise.resolve(), close: listeners.add(channel, listener) };
    },
    onResume: () => () => {},
    status: () => "ok",
    close: async () => {},
  };
}
