import { LRUCache } from "lru-cache";
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
  projectId: string;
  waiting: Waiting[];
  waitingBytes: number;
  /** The batch under way. */
  batch: readonly Waiting[];
};
/** Lanes of one project that wait for a writer, by turn; those that were slow apart from the others. */
type Line = { projectId: string; isSlow: boolean; lanes: Set<Lane> };

export type CaptureQueueOptions = {
  /** Commits a batch; resolves with the last sequence, or undefined if the inbox is gone. */
  write(webhookId: string, captures: readonly Capture[]): Promise<number | undefined>;
  /** Called with every batch after its commit, in the inbox's commit order. */
  committed(webhookId: string, captures: readonly Capture[], lastSequence: number): void;
  /** Limits for concurrent statements: over all inboxes, those of one project, and those that were slow. */
  writersMax: number;
  writersOfOneMax: number;
  slowWritersMax: number;
  batchMax: number;
  batchBytesMax: number;
  /** Limits for what may wait for one inbox, and for all. */
  inboxBytesMax: number;
  totalBytesMax: number;
  /** From how many ms on a batch is slow, how long it may take, and how long a capture may wait for its batch. */
  slowMs: number;
  writeMs: number;
  waitMs: number;
  now?: () => number;
};

/** Estimated memory of a waiting capture besides its body. */
const captureBytes = 2048;
const sweepMs = 500;
/** How many inboxes are remembered as slow, and for how many ms. */
const slowKept = { max: 1000, ttl: 30_000 };

/**
 * Groups captures: those that arrive while the inbox's last batch is being committed form the next one. Inboxes take
 * turns, so that a busy one does not delay the others. What takes too long is refused and the rest goes on: neither
 * inboxes that somebody keeps locked nor those of one project get all writers.
 */
export class CaptureQueue {
  readonly #options: CaptureQueueOptions;
  readonly #now: () => number;
  readonly #lanes = new Map<string, Lane>();
  /** What waits for a writer, by turn, and lanes that have one. */
  readonly #lines = new Map<string, Line>();
  readonly #writing = new Set<Lane>();
  /** Inboxes whose last batch took long, or failed. */
  readonly #slow = new LRUCache<string, true>(slowKept);
  #totalBytes = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: CaptureQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** What waits for its commit, and for how many ms the one that has waited for longest does so; 0 if none waits. */
  get load(): { captures: number; bytes: number; oldestMs: number } {
    const now = this.#now();
    let oldest = now;
    let captures = 0;
    for (const { batch, waiting } of this.#lanes.values()) {
      captures += batch.length + waiting.length;
      // A lane is in order of arrival.
      oldest = Math.min(oldest, (batch[0] ?? waiting[0])?.since ?? now);
    }
    return { captures, bytes: this.#totalBytes, oldestMs: now - oldest };
  }

  /**
   * Resolves with the capture's sequence once it is committed.
   * @throws {AppError} `rate_limited` when too much waits for this inbox, `unavailable` when too much waits
   * in all or for too long, `not_found` when the inbox is gone; and what `write` throws.
   */
  add({ id, projectId }: { id: string; projectId: string }, capture: Capture): Promise<number> {
    const bytes = weightOf(capture);
    const lane = this.#lane(id, projectId);
    const refusal = this.#refusal(lane, bytes);
    if (refusal) return Promise.reject(refusal);
    lane.waitingBytes += bytes;
    this.#totalBytes += bytes;
    this.#sweep ??= setInterval(() => this.refuseOverdue(), sweepMs).unref();
    return new Promise((resolve, reject) => {
      lane.waiting.push({ capture, since: this.#now(), resolve, reject });
      this.#lineUp(lane);
      // Batches begin at the end of the turn, so that captures that arrive together are committed together.
      this.#pump(this.#runLater);
    });
  }

  /** Refuses what has waited too long for its batch. Called by a timer. */
  refuseOverdue(): void {
    const dueBefore = this.#now() - this.#options.waitMs;
    for (const lane of [...this.#lanes.values()]) {
      const kept = lane.waiting.findIndex(({ since }) => since > dueBefore);
      const overdue = lane.waiting.splice(0, kept === -1 ? lane.waiting.length : kept);
      for (const { reject } of overdue) reject(tooSlow());
      this.#free(lane, overdue);
      this.#dropIfEmpty(lane);
    }
  }

  #lane(webhookId: string, projectId: string): Lane {
    const known = this.#lanes.get(webhookId);
    if (known) return known;
    const lane: Lane = { webhookId, projectId, waiting: [], waitingBytes: 0, batch: [] };
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

  #lineUp(lane: Lane): void {
    if (lane.waiting.length === 0 || this.#writing.has(lane)) return;
    const { projectId, webhookId } = lane;
    const isSlow = this.#slow.has(webhookId);
    const name = lineName(projectId, isSlow);
    const line = this.#lines.get(name) ?? { projectId, isSlow, lanes: new Set() };
    line.lanes.add(lane);
    this.#lines.set(name, line);
  }

  #pump(begin: (lane: Lane) => void): void {
    for (const [name, line] of this.#lines) {
      if (this.#writing.size >= this.#options.writersMax) return;
      const [lane] = line.lanes;
      if (!lane || !this.#mayWrite(line)) continue;
      line.lanes.delete(lane);
      // The next turn is another project's.
      this.#lines.delete(name);
      if (line.lanes.size > 0) this.#lines.set(name, line);
      this.#writing.add(lane);
      begin(lane);
    }
  }

  #mayWrite({ projectId, isSlow }: Line): boolean {
    let ofProject = 0;
    let slow = 0;
    for (const other of this.#writing) {
      if (other.projectId === projectId) ofProject += 1;
      if (this.#slow.has(other.webhookId)) slow += 1;
    }
    return ofProject < this.#options.writersOfOneMax && !(isSlow && slow >= this.#options.slowWritersMax);
  }

  async #run(lane: Lane): Promise<void> {
    const batch = this.#take(lane);
    lane.batch = batch;
    const began = this.#now();
    const outcome = await this.#commit(lane, batch).catch((error: unknown) => ({ error }));
    const hasFailed = "error" in outcome;
    if (hasFailed || this.#now() - began >= this.#options.slowMs) this.#slow.set(lane.webhookId, true);
    else this.#slow.delete(lane.webhookId);
    lane.batch = [];
    this.#free(lane, batch);
    this.#writing.delete(lane);
    this.#lineUp(lane);
    this.#dropIfEmpty(lane);
    // The database gets its next batch before the senders of this one get their answers, so that it works meanwhile.
    // Batches that fail may do so at once, so that each of them has a turn of its own.
    this.#pump(hasFailed ? this.#runLater : this.#runNow);
    batch.forEach(({ resolve, reject }, at) => {
      if (hasFailed) reject(outcome.error);
      else resolve(outcome.first + at);
    });
  }

  readonly #runNow = (lane: Lane) => void this.#run(lane);
  readonly #runLater = (lane: Lane) => void setImmediate(this.#runNow, lane);

  async #commit({ webhookId }: Lane, batch: readonly Waiting[]): Promise<{ first: number }> {
    if (batch.length === 0) return { first: 0 };
    const captures = batch.map(({ capture }) => capture);
    const last = await this.#written(webhookId, captures);
    if (last === undefined) throw notFound("Webhook");
    this.#options.committed(webhookId, captures, last);
    return { first: last - batch.length + 1 };
  }

  /** The lane goes on after its time even if the answer of a statement is lost, whose captures may be stored. */
  async #written(webhookId: string, captures: readonly Capture[]): Promise<number | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooSlow()), this.#options.writeMs);
    });
    try {
      return await Promise.race([this.#options.write(webhookId, captures), overdue]);
    } finally {
      clearTimeout(timer);
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

  #free(lane: Lane, done: readonly Waiting[]): void {
    const bytes = done.reduce((sum, { capture }) => sum + weightOf(capture), 0);
    lane.waitingBytes -= bytes;
    this.#totalBytes -= bytes;
  }

  #dropIfEmpty(lane: Lane): void {
    if (lane.waiting.length > 0 || this.#writing.has(lane)) return;
    for (const isSlow of [true, false]) {
      const name = lineName(lane.projectId, isSlow);
      const line = this.#lines.get(name);
      if (line?.lanes.delete(lane) && line.lanes.size === 0) this.#lines.delete(name);
    }
    this.#lanes.delete(lane.webhookId);
    if (this.#lanes.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

const lineName = (projectId: string, isSlow: boolean) => `${projectId}${isSlow ? " slow" : ""}`;
const weightOf = ({ body }: Capture) => body.byteLength + captureBytes;

const tooSlow = () =>
  new AppError("unavailable", "The database takes too long to store this request. Try again in a moment.", {
    headers: { "retry-after": "5" },
  });
