import type { Redis } from "@upstash/redis";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { brokerPrefix, decodeEnvelope, type Envelope } from "./envelope";

/** A Redis stream of what processes that only send have to tell each other. Upstash has only database 0. */
export const changesKey = `${brokerPrefix(0)}changes`;

/** How many changes are kept. Whoever has missed more than that has missed something, and learns so. */
export const changesKept = 500;

/** Larger ones are kept as the notice that something was missed, so that all of them together stay small. */
export const changeCharsMax = 8192;

/** Of one change: the channel, and the message as `encodeEnvelope` writes it. */
export type ChangeFields = { channel: string; text: string };

type ReaderOptions = {
  client: Redis;
  now: () => number;
  /** After a failure nothing is asked for so long, in ms, so that not every request has to wait in vain. */
  restMs: number;
  heard(channel: string, envelope: Envelope): void;
  /** Called when changes may have been missed. */
  missed(): void;
};

/**
 * Reads what other processes have changed, for those that can't listen because they are frozen between requests. Asked
 * at the beginning of each request, it makes a process see every change whose call was answered before.
 */
export class UpstashChanges {
  readonly #options: ReaderOptions;
  readonly #complain: ReturnType<typeof rarely>;
  #lastId: string | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #restsUntil = 0;
  #failing = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#complain = rarely(undefined, options.now);
  }

  get ok(): boolean {
    return !this.#failing;
  }

  /** Resolves when all that was told before this call is heard, or can't be. Never rejects. */
  catchUp(): Promise<void> {
    if (this.#options.now() < this.#restsUntil) return Promise.resolve();
    if (!this.#running) return this.#start();
    // What is under way may have been answered before the change was told. All who come meanwhile share the next one.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#options.now() < this.#restsUntil ? undefined : this.#start();
    });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#running = this.#read()
      .then(() => {
        this.#failing = false;
      })
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #read(): Promise<void> {
    const { client, heard, missed } = this.#options;
    const last = this.#lastId;
    if (last === undefined) {
      const [newest] = entriesOf(await client.xrevrange(changesKey, "+", "-", 1));
      this.#lastId = newest?.id ?? "0-0";
      return;
    }
    // The last one is asked for again: if it is gone, others after it may be.
    const entries = entriesOf(await client.xrange(changesKey, last, "+", changesKept + 100));
    const isWhole = (last === "0-0" || entries[0]?.id === last) && entries.length <= changesKept;
    // Where something is missing, there may be more than has come.
    this.#lastId = isWhole ? (entries.at(-1)?.id ?? "0-0") : undefined;
    if (!isWhole) {
      await this.#read();
      return missed();
    }
    for (const { id, channel, text } of entries) {
      const envelope = id === last ? undefined : decodeEnvelope(text);
      if (envelope) heard(channel, envelope);
    }
  }

  #failed(error: unknown): void {
    const { now, restMs } = this.#options;
    this.#failing = true;
    this.#restsUntil = now() + restMs;
    const cause = error instanceof Error ? error.message.slice(0, 300) : String(error);
    this.#complain((heldBack) =>
      log().warn({ cause, heldBack }, "changes of other processes could not be read from Upstash"),
    );
  }
}

type Change = { id: string; channel: string; text: string };

/** Reads what Redis answers: of each entry its id, and names and values in turn. */
function entriesOf(answer: unknown): Change[] {
  if (!Array.isArray(answer)) throw new Error("the answer is no list");
  return answer.map((entry: unknown) => {
    const [id, fields] = Array.isArray(entry) ? entry : [];
    if (typeof id !== "string" || !Array.isArray(fields)) throw new Error("the answer is no list of entries");
    const field = (name: string) => String(fields[fields.indexOf(name) + 1]);
    return { id, channel: field("channel"), text: field("text") };
  });
}
