import { AppError, notFound } from "@/lib/operations/errors";
import type { Capture } from "./captures";

type Waiting = {
  capture: Capture;
  since: number;
  resolve: (sequence: number) => void;
  reject: (error: unknown) => void;
};
type Lane = {
  webhookId: string;
  waiting: Waiting[];
  waitingBytes: number;
  queued: boolean;
  batch?: Waiting[];
};

export type CaptureQueueOptions = {
  /** Commits a batch; resolves with the last sequence, or undefined if the inbox is gone. */
  write(webhookId: string, captures: readonly Capture[]): Promise<number | undefined>;
  /** Called with every batch after its commit, in the inbox's commit order. */
  committed(webhookId: string, captures: readonly Capture[], lastSequence: number): void;
  /** Limit for concurrent statements, over all inboxes. */
  writersMax: number;
  batchMax: number;
  batchBytesMax: number;
  /** Limits for what may wait for one inbox, and for all. */
  inboxBytesMax: number;
  totalBytesMax: number;
};

/** Estimated memory of a waiting capture besides its body. */
const captureBytes = 2048;

/**
 * Groups captures: those that arrive while the inbox's last batch is being committed form the next one. Inboxes take
 * turns, so that a busy one does not delay the others.
 */
export class CaptureQueue {
  readonly #options: CaptureQueueOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: Lane[] = [];
  #writers = 0;
  #totalBytes = 0;

  constructor(options: CaptureQueueOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the capture's sequence once it is committed.
   * @throws {AppError} `rate_limited` when too much waits for this inbox, `unavailable` when too much waits
   * in all, `not_found` when the inbox is gone; and what `write` throws.
   */
  add(webhookId: string, capture: Capture): Promise<number> {
    const bytes = weightOf(capture);
    const lane = this.#lane(webhookId);
    const refusal = this.#refusal(lane, bytes);
    if (refusal) return Promise.reject(refusal);
    lane.waitingBytes += bytes;
    this.#totalBytes += bytes;
    return new Promise((resolve, reject) => {
      lane.waiting.push({ capture, since: performance.now(), resolve, reject });
      this.#enqueue(lane);
      this.#pump();
    });
  }

  /** What waits for its commit, and since when by `performance.now()`. */
  get load(): { captures: number; bytes: number; oldestSince: number | undefined } {
    let captures = 0;
    let oldestSince: number | undefined;
    for (const { waiting, batch = [] } of this.#lanes.values()) {
      captures += waiting.length + batch.length;
      // A lane is in order of arrival.
      const { since = oldestSince } = batch[0] ?? waiting[0] ?? {};
      if (since !== undefined && since < (oldestSince ?? Number.POSITIVE_INFINITY)) oldestSince = since;
    }
    return { captures, bytes: this.#totalBytes, oldestSince };
  }

  #lane(webhookId: string): Lane {
    const known = this.#lanes.get(webhookId);
    if (known) return known;
    const lane: Lane = { webhookId, waiting: [], waitingBytes: 0, queued: false };
    this.#lanes.set(webhookId, lane);
    return lane;
  }

  #refusal(lane: Lane, bytes: number): AppError | undefined {
    const headers = { "retry-after": "1" };
    if (lane.waitingBytes + bytes > this.#options.inboxBytesMax) {
      return new AppError("rate_limited", "This inbox gets more than it can store. Slow down.", { headers });
    }
    if (this.#totalBytes + bytes > this.#options.totalBytesMax) {
      return new AppError("unavailable", "Too many requests are waiting to be stored.", { headers });
    }
    return undefined;
  }

  #enqueue(lane: Lane): void {
    if (lane.queued) return;
    lane.queued = true;
    this.#ready.push(lane);
  }

  #pump(): void {
    while (this.#writers < this.#options.writersMax) {
      const lane = this.#ready.shift();
      if (!lane) return;
      this.#writers += 1;
      // Batches begin at the end of the turn, so that captures that arrive together are committed together.
      setImmediate(() => void this.#run(lane));
    }
  }

  async #run(lane: Lane): Promise<void> {
    const batch = this.#take(lane);
    lane.batch = batch;
    const captures = batch.map(({ capture }) => capture);
    try {
      const last = await this.#options.write(lane.webhookId, captures);
      if (last === undefined) throw notFound("Webhook");
      this.#options.committed(lane.webhookId, captures, last);
      batch.forEach(({ resolve }, at) => {
        resolve(last - batch.length + 1 + at);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      const bytes = captures.reduce((sum, capture) => sum + weightOf(capture), 0);
      lane.waitingBytes -= bytes;
      this.#totalBytes -= bytes;
      this.#writers -= 1;
      lane.queued = false;
      delete lane.batch;
      if (lane.waiting.length > 0) this.#enqueue(lane);
      else this.#lanes.delete(lane.webhookId);
      this.#pump();
    }
  }

  #take({ waiting }: Lane): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { capture } of waiting) {
      bytes += weightOf(capture);
      if (count > 0 && (count >= this.#options.batchMax || bytes > this.#options.batchBytesMax)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }
}

const weightOf = ({ body }: Capture) => body.byteLength + captureBytes;
