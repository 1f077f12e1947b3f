import type { Redis } from "@upstash/redis";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { tallies } from "@/lib/platform/metrics/tallies";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { brokerPrefix, encodeEnvelope, evictionPrefix, lossChannel } from "./envelope";
import { type ChangeFields, changeCharsMax, changesKept, changesKey } from "./upstash-changes";

export type UpstashTiming = {
  /** The longest time that a publication may hold up its caller, and that a request may take. */
  publishWithinMs: number;
  /** After a failure nothing is sent for this long, so that not every write has to wait in vain. */
  restMs: number;
};

type UpstashPublisherOptions = {
  client: Redis;
  timing: UpstashTiming;
  now: () => number;
  /** Id of this process. */
  from: string;
};

type Waiting = { channel: string; text: string; done: () => void };

/** Limit in bytes for one request, and for everything that waits for one. */
const requestMax = { messages: 100, bytes: 900 * 1024 };
const waitingBytesMax = 8 * 1024 * 1024;

/** Upstash has only database 0. */
const prefix = brokerPrefix(0);

/**
 * Sends messages over Upstash's REST interface. One request runs at a time, and the next one takes everything that
 * arrived meanwhile, which keeps the order. What fails is dropped, and the loss is reported later.
 */
export class UpstashPublisher {
  readonly #options: UpstashPublisherOptions;
  readonly #waiting: Waiting[] = [];
  readonly #complain: ReturnType<typeof rarely>;
  #waitingBytes = 0;
  #pumping: Promise<void> | undefined;
  #failing = false;
  #lossUntold = false;
  #restsUntil = 0;

  constructor(options: UpstashPublisherOptions) {
    this.#options = options;
    this.#complain = rarely(undefined, options.now);
  }

  get ok(): boolean {
    return !this.#failing;
  }

  /** Resolves when Upstash has the message, when it is dropped, or after `publishWithinMs`. */
  async send(channel: string, message: unknown): Promise<void> {
    const { timing, now, from } = this.#options;
    const text = encodeEnvelope({ from, message });
    if (text === undefined) return this.#drop("it is too large or no JSON");
    if (now() < this.#restsUntil) return this.#drop("Upstash failed a moment ago");
    if (this.#waitingBytes + text.length > waitingBytesMax) return this.#drop("Upstash does not keep up");
    this.#waitingBytes += text.length;
    const sent = new Promise<void>((done) => this.#waiting.push({ channel, text, done }));
    this.#pumping ??= this.#pump();
    await settledWithin(sent, timing.publishWithinMs);
  }

  async close(): Promise<void> {
    if (this.#pumping) await settledWithin(this.#pumping, this.#options.timing.publishWithinMs);
  }

  async #pump(): Promise<void> {
    // Messages published in the same turn of the event loop go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      try {
        await this.#transmit(this.#lossUntold ? [this.#lossNotice(), ...batch] : batch);
        this.#lossUntold = false;
        this.#failing = false;
      } catch (error) {
        this.#failing = true;
        this.#restsUntil = this.#options.now() + this.#options.timing.restMs;
        this.#drop("Upstash did not take it", reasonOf(error));
        batch.push(...this.#take(this.#waiting.length));
      }
      for (const { done } of batch) done();
    }
    this.#pumping = undefined;
  }

  async #transmit(batch: Waiting[]): Promise<void> {
    const pipeline = this.#options.client.pipeline();
    for (const { channel, text } of batch) {
      pipeline.publish(prefix + channel, text);
      if (isKept(channel))
        keep(pipeline, text.length <= changeCharsMax ? { channel, text } : this.#lossNotice());
    }
    await pipeline.exec();
  }

  #takeBatch(): Waiting[] {
    let count = 0;
    let bytes = 0;
    for (const { text } of this.#waiting) {
      bytes += text.length;
      if (count > 0 && (count >= requestMax.messages || bytes > requestMax.bytes)) break;
      count += 1;
    }
    return this.#take(count);
  }

  #take(count: number): Waiting[] {
    const taken = this.#waiting.splice(0, count);
    for (const { text } of taken) this.#waitingBytes -= text.length;
    return taken;
  }

  #lossNotice(): Waiting {
    const text = encodeEnvelope({ from: this.#options.from, message: {} }) ?? "";
    return { channel: lossChannel, text, done() {} };
  }

  #drop(why: string, cause?: string): void {
    this.#lossUntold = true;
    tallies().busDropped += 1;
    this.#complain((heldBack) =>
      log().warn({ cause, heldBack }, `a message to other processes was dropped: ${why}`),
    );
  }
}

/** Captures are for those only who hold streams, and hear them from Redis itself. */
const isKept = (channel: string) => channel === lossChannel || channel.startsWith(evictionPrefix);

function keep(pipeline: ReturnType<Redis["pipeline"]>, { channel, text }: ChangeFields): void {
  const trim = { type: "MAXLEN", comparison: "~", threshold: changesKept } as const;
  pipeline.xadd(changesKey, "*", { channel, text }, { trim });
}

/** Leaves out the text of the message, which the client's errors repeat. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, command was: [\s\S]*$/, "").slice(0, 300);
}
