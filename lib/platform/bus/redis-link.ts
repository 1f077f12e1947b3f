import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { settledWithin } from "@/lib/platform/process/settled-within";

export type RedisTiming = {
  /** Time limit for connecting, signing in and whatever `established` does. */
  openWithinMs: number;
  pingEveryMs: number;
  answerWithinMs: number;
  /** The pause before the next attempt: it starts at the first value and doubles up to the second. */
  retryMs: { first: number; last: number };
};

type RedisLinkOptions = {
  url: string;
  /** For the log. */
  name: string;
  timing: RedisTiming;
  random: () => number;
  /** Prepares a fresh connection for use. If it rejects, the connection is ended with that reason. */
  established: (client: RedisClient) => void | Promise<void>;
  /** Called when the established connection cannot be used any more. */
  lost: () => void;
};

export type RedisClient = Awaited<ReturnType<typeof newRedisClient>>;

/**
 * Keeps one connection to Redis for as long as the process runs: pings it, so that a dead peer is noticed, and
 * replaces it when it breaks. The client's own reconnecting is off, because it queues commands meanwhile.
 */
export class RedisLink {
  readonly #options: RedisLinkOptions;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  readonly #complain = rarely();
  #client: RedisClient | undefined;
  #firstAttemptEnded = () => {};
  /** Settles when the first attempt to connect has succeeded or failed. */
  readonly attempted = new Promise<void>((resolve) => {
    this.#firstAttemptEnded = resolve;
  });

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#ended = this.#keepUp();
  }

  /** Ends the connection once all commands are answered, at the latest after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    const client = this.#client;
    if (client?.isReady) await settledWithin(client.close(), graceMs);
    client?.destroy();
    await this.#ended;
  }

  async #keepUp(): Promise<void> {
    const { timing, random, name } = this.#options;
    const { retryMs } = timing;
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      const openedAt = performance.now();
      const reason = await this.#connection().catch((error: unknown) => error);
      this.#firstAttemptEnded();
      if (signal.aborted) return;
      // A connection that breaks right after it was made must not be retried without a pause either.
      failures = performance.now() - openedAt > 2 * retryMs.last ? 0 : failures + 1;
      this.#complain((heldBack) =>
        log().warn({ err: reason, heldBack }, `the bus has no connection to Redis (${name}), trying again`),
      );
      const ceiling = Math.min(retryMs.last, retryMs.first * 2 ** Math.min(failures, 20));
      await pause((ceiling * (1 + random())) / 2, undefined, { signal }).catch(() => {});
    }
  }

  /** Opens a connection and resolves with the reason why it ended. */
  async #connection(): Promise<Error> {
    const { url, timing, established, lost, name } = this.#options;
    const client = await newRedisClient(url, timing.openWithinMs);
    if (this.#closing.signal.aborted) return new Error("The bus is closed");
    this.#client = client;
    let over = false;
    let heartbeat: NodeJS.Timeout | undefined;
    const opening = client.connect().then(async () => {
      if (over) throw new Error("The connection came too late");
      await established(client);
    });
    const reason = await new Promise<Error>((resolve) => {
      client.on("error", resolve);
      client.once("end", () => resolve(new Error("The connection was closed")));
      const expectAnswer = async (work: Promise<unknown>, ms: number) => {
        if (!(await settledWithin(work, ms))) resolve(new Error(`Redis did not answer within ${ms} ms`));
      };
      void expectAnswer(opening, timing.openWithinMs);
      opening.then(() => {
        if (over) return;
        this.#firstAttemptEnded();
        log().info(`the bus is connected to Redis (${name})`);
        heartbeat = setInterval(
          () => void expectAnswer(client.ping(), timing.answerWithinMs),
          timing.pingEveryMs,
        );
      }, resolve);
    });
    over = true;
    clearInterval(heartbeat);
    this.#client = undefined;
    lost();
    client.destroy();
    // A client that is destroyed while it connects would still connect.
    void opening.catch(() => {}).then(() => client.destroy());
    return reason;
  }
}

/**
 * Loaded only when needed, because most processes have no Redis. RESP 2 is what Redis and everything like it speaks.
 */
export async function newRedisClient(url: string, connectTimeout: number) {
  const { createClient } = await import("redis");
  return createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: "disabled",
    socket: { connectTimeout, reconnectStrategy: false },
  });
}
