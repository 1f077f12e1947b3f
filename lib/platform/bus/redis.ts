import { randomUUID } from "node:crypto";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { tallies } from "@/lib/platform/metrics/tallies";
import type { Bus } from "./bus";
import { brokerPrefix, decodeEnvelope, lossChannel } from "./envelope";
import { LocalCounts } from "./local-counts";
import { LocalListeners } from "./local-listeners";
import type { RedisTiming } from "./redis-link";
import { RedisPublisher } from "./redis-publisher";
import { RedisSubscriber } from "./redis-subscriber";

export type RedisBusOptions = {
  url: string;
  timing?: RedisTiming & { publishWithinMs: number };
  random?: () => number;
  /** Prefix of channels at the broker; by default one for each database. */
  prefix?: string;
};

const defaultTiming = {
  openWithinMs: 3000,
  pingEveryMs: 1000,
  answerWithinMs: 2000,
  retryMs: { first: 100, last: 3000 },
  publishWithinMs: 250,
};

/** A bus over Redis's channels, with one connection for publishing and one for listening. */
export function createRedisBus({
  url,
  timing = defaultTiming,
  random = Math.random,
  prefix = brokerPrefix(databaseOf(url)),
}: RedisBusOptions): Bus {
  const from = randomUUID();
  const listeners = new LocalListeners();
  const resumed = new LocalListeners();
  const counts = new LocalCounts();
  const ignore = rarely();
  const resume = () => resumed.deliver("", undefined);
  const publisher = new RedisPublisher({
    url,
    timing,
    random,
    from,
    prefix,
    publishWithinMs: timing.publishWithinMs,
  });
  const subscriber = new RedisSubscriber({
    url,
    timing,
    random,
    prefix,
    always: [lossChannel],
    established: resume,
    received(channel, text) {
      const envelope = decodeEnvelope(text);
      if (!envelope) {
        ignore((heldBack) => log().warn({ channel, heldBack }, "a message that is not ours was ignored"));
      } else if (envelope.from !== from) {
        tallies().busReceived += 1;
        if (channel === lossChannel) resume();
        else listeners.deliver(channel, envelope.message);
      }
    },
  });
  return {
    hears: true,
    isHeard: () => true,
    async publish(channel, message) {
      tallies().busPublished += 1;
      listeners.deliver(channel, message);
      await publisher.send(channel, message);
    },
    subscribe(channel, listener) {
      const ready = subscriber.acquire(channel);
      const remove = listeners.add(channel, listener);
      let open = true;
      const close = () => {
        if (open) subscriber.release(channel);
        open = false;
        remove();
      };
      return { ready, close };
    },
    onResume: (listener) => resumed.add("", listener),
    countUp: async (name) => (await publisher.count(name)) ?? counts.up(name),
    async resetCount(name) {
      counts.reset(name);
      await publisher.resetCount(name);
    },
    status: () => (publisher.ok && subscriber.ok ? "ok" : "degraded"),
    async close() {
      await Promise.all([publisher.close(), subscriber.close(timing.publishWithinMs)]);
    },
  };
}

const databaseOf = (url: string) => Number(new URL(url).pathname.slice(1) || 0);
