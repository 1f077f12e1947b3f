import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { tallies } from "@/lib/platform/metrics/tallies";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { countSeconds, encodeEnvelope, lossChannel } from "./envelope";
import { type RedisClient, RedisLink, type RedisTiming } from "./redis-link";

type RedisPublisherOptions = {
  url: string;
  timing: RedisTiming;
  random: () => number;
  /** Id of this process. */
  from: string;
  prefix: string;
  /** The longest time that a publication may hold up its caller. */
  publishWithinMs: number;
};

/** How many bytes may be on their way to Redis before further messages are dropped. */
const pendingBytesMax = 16 * 1024 * 1024;

/**
 * Sends messages to Redis while there is a connection, and drops them otherwise. After a loss it tells the other
 * processes as soon as it can.
 */
export class RedisPublisher {
  readonly #options: RedisPublisherOptions;
  readonly #link: RedisLink;
  readonly #complain = rarely();
  #live: RedisClient | undefined;
  #overdue = false;
  #lossUntold = false;
  #pendingBytes = 0;

  constructor(options: RedisPublisherOptions) {
    this.#options = options;
    this.#link = new RedisLink({
      ...options,
      name: "publishing",
      established: (client) => this.#established(client),
      lost: () => {
        this.#live = undefined;
      },
    });
  }

  get ok(): boolean {
    return this.#live !== undefined && !this.#overdue;
  }

  /** Resolves when Redis has the message, when it is dropped, or after `publishWithinMs`. */
  async send(channel: string, message: unknown): Promise<void> {
    const { publishWithinMs, from } = this.#options;
    const text = encodeEnvelope({ from, message });
    if (!this.#live) await settledWithin(this.#link.attempted, publishWithinMs);
    const client = this.#live;
    if (!client) return this.#drop("there is no connection");
    if (text === undefined) {
      this.#drop("it is too large or no JSON");
      void this.#tellLoss(client).catch(() => {});
      return;
    }
    if (this.#pendingBytes + text.length > pendingBytesMax) return this.#drop("Redis does not keep up");
    const sending = this.#transmit(client, channel, text);
    // One wait is enough: once a caller has waited in vain, those after it do not wait too.
    if (this.#overdue) return;
    if (!(await settledWithin(sending, publishWithinMs))) this.#overdue = this.#live === client;
  }

  /** Counts one more of a name, for a week. Undefined if Redis does not answer in time. */
  async count(name: string): Promise<number | undefined> {
    const key = this.#countKey(name);
    return this.#ask((client) => {
      const counting = client.incr(key);
      void client.expire(key, countSeconds).catch(() => {});
      return counting;
    });
  }

  async resetCount(name: string): Promise<void> {
    await this.#ask((client) => client.del(this.#countKey(name)));
  }

  #countKey = (name: string) => `${this.#options.prefix}count:${name}`;

  async #ask<T>(ask: (client: RedisClient) => Promise<T>): Promise<T | undefined> {
    if (!this.#live) await settledWithin(this.#link.attempted, this.#options.publishWithinMs);
    const client = this.#live;
    if (!client || this.#overdue) return undefined;
    const asking = ask(client).catch(() => undefined);
    return (await settledWithin(asking, this.#options.publishWithinMs)) ? asking : undefined;
  }

  close(): Promise<void> {
    return this.#link.close(this.#options.publishWithinMs);
  }

  async #transmit(client: RedisClient, channel: string, text: string): Promise<void> {
    this.#pendingBytes += text.length;
    try {
      await client.publish(this.#options.prefix + channel, text);
      this.#overdue = false;
    } catch (error) {
      this.#drop("it may not have arrived", error);
    } finally {
      this.#pendingBytes -= text.length;
    }
    if (this.#lossUntold && this.#live === client) await this.#tellLoss(client).catch(() => {});
  }

  async #established(client: RedisClient): Promise<void> {
    if (this.#lossUntold) await this.#tellLoss(client);
    if (!client.isReady) throw new Error("The connection was closed");
    this.#overdue = false;
    this.#live = client;
  }

  async #tellLoss(client: RedisClient): Promise<void> {
    const { prefix, from } = this.#options;
    this.#lossUntold = false;
    try {
      await client.publish(prefix + lossChannel, encodeEnvelope({ from, message: {} }) ?? "");
    } catch (error) {
      this.#lossUntold = true;
      throw error;
    }
  }

  #drop(why: string, cause?: unknown): void {
    this.#lossUntold = true;
    tallies().busDropped += 1;
    this.#complain((heldBack) =>
      log().warn({ err: cause, heldBack }, `a message to other processes was dropped: ${why}`),
    );
  }
}
