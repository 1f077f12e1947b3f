import { env } from "@/lib/platform/env/env";
import type { Env } from "@/lib/platform/env/parse-env";
import { singleton } from "@/lib/platform/singleton";
import { createMemoryBus } from "./memory";
import { createRedisBus } from "./redis";
import { createUpstashBus } from "./upstash";

export type Subscription = {
  /**
   * Resolves once the broker has the subscription; in memory at once. Stays pending while the broker is away, and
   * never rejects.
   */
  ready: Promise<void>;
  close(): void;
};

/**
 * Tells other processes (and this one) that something changed. Messages are small JSON values;
 * delivery to other processes is best effort and happens after commit.
 */
export type Bus = {
  /**
   * Never rejects, because a write that is committed must be answered. When it resolves, every local listener has run
   * exactly once.
   */
  publish(channel: string, message: unknown): Promise<void>;
  subscribe(channel: string, listener: (message: unknown) => void): Subscription;
  /**
   * Calls back whenever messages may have been missed: when all subscriptions were just established (also the first
   * time), or when another process could not send everything. Returns how to stop it.
   */
  onResume(listener: () => void): () => void;
  /**
   * Whether a message of this channel may reach anybody. Only a bus within one process can deny that; nobody needs to make
   * a message then.
   */
  isHeard(channel: string): boolean;
  /** Whether messages of other processes arrive here by themselves. */
  hears: boolean;
  /**
   * Hears what other processes have told before this call, where messages don't arrive by themselves and somebody keeps
   * them: to be awaited at the beginning of a request. Never rejects, and takes a second at most.
   */
  catchUp?(): Promise<void>;
  /**
   * Counts one more of a name, for all processes that share this bus. Where a broker keeps the count and is away, this
   * process counts for itself. Never rejects.
   * @returns how many there are now, this one included
   */
  countUp(name: string): Promise<number>;
  /** Begins a count anew. Never rejects. */
  resetCount(name: string): Promise<void>;
  /** Degraded means that messages may be getting lost, in either direction. */
  status(): "ok" | "degraded";
  close(): Promise<void>;
};

/** The one bus of this process. */
export function bus(): Bus {
  return singleton("bus", createBus);
}

/** The bus that is configured, for whoever puts something in front of it. */
export const createBus = (): Bus => adapter().create();

/** Makes this the bus of this process. To be called before anybody asks for it. */
export function provideBus(provided: Bus): void {
  singleton("bus", () => provided);
}

/** What carries the messages, for the operator to read; no credentials. */
export function busName(): string {
  return adapter().name;
}

/** What `/readyz` says. */
export function busState(): "memory" | "ok" | "degraded" {
  return adapter().shared ? bus().status() : "memory";
}

/** Redis wins over Upstash, because only Redis delivers messages of other processes. */
function adapter({ redisUrl, upstash }: Env = env()) {
  if (redisUrl) {
    const { hostname, port, pathname } = new URL(redisUrl);
    const database = pathname.length > 1 ? `, database ${pathname.slice(1)}` : "";
    const name = `Redis at ${hostname}:${port || 6379}${database}`;
    return { name, shared: true, create: () => createRedisBus({ url: redisUrl }) };
  }
  if (upstash) {
    const name = `Upstash at ${new URL(upstash.url).host}, asked with each request`;
    return { name, shared: true, create: () => createUpstashBus(upstash) };
  }
  return { name: "in memory, this process only", shared: false, create: createMemoryBus };
}
