import { EventEmitter } from "node:events";
import type { Bus } from "./bus";

/** A bus within one process: listeners run before `publish` resolves. */
export function createMemoryBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    async publish(channel, message) {
      emitter.emit(channel, message);
    },
    subscribe(channel, listener) {
      emitter.on(channel, listener);
      return () => emitter.off(channel, listener);
    },
  };
}
