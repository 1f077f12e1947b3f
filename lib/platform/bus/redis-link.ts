import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { settledWithin } from "./settled-within";

export type RedisTiming = {
  /** For connecting, signing in and whatever `established` does. */
  openWithinMs: number;
  pingEveryMs: number;
  answerWithinMs: number;
  /** Bounds of the pause before the next attempt, which doubles from the first to the second. */
  retryMs: { first: number; last: number };
};

type RedisLinkOptions = {
  url: string;
  /** For the log. */
  name: string;
  timing: RedisTiming;
  random: () => number;
  /** Makes a fresh connection ready for use; what it rejects with ends the connection. */
  established: (client: RedisClient) => void | Promise<void>;
  /** The connection that was established is of no use any more. */
  lost: () => void;
};

export type RedisClient = Awaited<ReturnType<typeof newRedisClient>>;

/**
 * Keeps one connection to Redis: pings it, so that a dead peer is noticed, and replaces it for as long as
 * the process runs. The client's own reconnecting is off because it keeps commands meanwhile.
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

  /** Ends the connection once what was sent is answered, at the latest after `graceMs`. */
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
      // A connection that breaks as soon as it stands must not be retried without pause either.
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
    // A client that is destroyed while it connects connects all the same.
    void opening.catch(() => {}).then(() => client.destroy());
    return reason;
  }
}

/** Loaded when needed: most processes have no Redis. RESP 2 is what every Redis and its kin answer. */
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
