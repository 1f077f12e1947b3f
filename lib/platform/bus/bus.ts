import { singleton } from "@/lib/platform/singleton";
import { createMemoryBus } from "./memory";

/**
 * Tells other processes (and this one) that something changed. Messages are small JSON values;
 * delivery is best effort and happens after commit.
 */
export type Bus = {
  /** Never rejects because the bus is down: a write that is committed must be answered. */
  publish(channel: string, message: unknown): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, listener: (message: unknown) => void): () => void;
};

/** The one bus of this process. */
export function bus(): Bus {
  return singleton("bus", createMemoryBus);
}
