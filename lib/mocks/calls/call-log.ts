import { CallRings } from "./call-rings";
import { type Hits, WaitingHits } from "./mock-hits";
import { type StoredCall, storedCall } from "./stored-call";
import type { WaitingCall, WaitingCallback } from "./waiting-call";
import { callsMax, type Fate } from "./write-calls";

type Entry = WaitingCall | WaitingCallback;
type Batch = Map<string, Entry[]>;

export type CallLogOptions = {
  /** Stores calls of projects. */
  write(batch: ReadonlyMap<string, readonly StoredCall[]>): Promise<ReadonlyMap<string, Fate>>;
  /** Ids of these calls that are stored already. Asked after a failure, when nobody knows whether it came after the commit. */
  findStored(batch: ReadonlyMap<string, readonly StoredCall[]>): Promise<ReadonlySet<string>>;
  /** Adds counts; resolves with those that could not be added for now. */
  writeHits(counts: ReadonlyMap<string, Hits>): Promise<ReadonlyMap<string, Hits>>;
  /** Called with what was stored, after its commit and in the order of the project's log. */
  stored(projectId: string, calls: readonly StoredCall[], fate: Exclude<Fate, string>): void;
  now?: () => number;
};

const KiB = 1024;
/** What waits in memory. */
const waitingMax = { ofProjectMax: callsMax, entriesMax: 8000, bytesMax: 48 * KiB * KiB };
/** What one round stores, and what one statement does, because an embedded database does nothing else meanwhile. */
const ofRound = { entries: 2000, bytes: 4 * KiB * KiB };
const ofStatement = { entries: 200, bytes: 512 * KiB };
const hitsMax = 20_000;
const hitsOfStatement = 500;
/** A database that takes its time gets more of it between two rounds, so that this is a sixth of its work at most. */
const restFactor = 5;

/**
 * The calls of this process that are not stored yet. To record one is to put it into a slot; all else happens when a round
 * stores what there is. Rounds follow each other, and what one could not store waits for the next, if nothing newer takes its
 * place.
 */
export class CallLog {
  readonly #options: CallLogOptions;
  readonly #now: () => number;
  readonly #rings = new CallRings<Entry>(waitingMax);
  readonly #hits = new WaitingHits(hitsMax);
  /** Their write failed, perhaps after its commit. */
  readonly #uncertain = new WeakSet<Entry>();
  #last: Promise<void> = Promise.resolve();
  #waitingRound: Promise<void> | undefined;
  /** Before that, no round should begin by itself. */
  notBefore = 0;

  constructor(options: CallLogOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isEmpty(): boolean {
    return this.#rings.size === 0 && this.#hits.size === 0;
  }

  /** What waits. */
  get load(): { calls: number; bytes: number } {
    return { calls: this.#rings.size, bytes: this.#rings.bytes };
  }

  add(projectId: string, entry: Entry): void {
    this.#rings.add(projectId, entry);
  }

  addHit(mockId: string, at: number): void {
    this.#hits.add(mockId, at);
  }

  /** How many calls were lost for want of room, since this was asked last. */
  takeLost(): number {
    const { lost } = this.#rings;
    this.#rings.lost = 0;
    return lost;
  }

  /**
   * Stores what there is, as far as one round goes. Whoever asks while a round waits for the one before gets that.
   * @throws what `write` throws; what it did not store is kept
   */
  round(): Promise<void> {
    this.#waitingRound ??= this.#afterLast(() => {
      this.#waitingRound = undefined;
      return this.#round();
    });
    return this.#waitingRound;
  }

  /** Stores what there is, as `round` does, and does not wait for bodies that are still coming. */
  lastRound(): Promise<void> {
    return this.#afterLast(() => this.#round({ isLast: true }));
  }

  /** Stores all that there is of a project, also calls whose body is still coming. Throws as `round` does. */
  roundOf(projectId: string): Promise<void> {
    return this.#afterLast(async () => {
      const entries = this.#rings.takeAllOf(projectId);
      if (entries.length > 0) await this.#store(new Map([[projectId, entries]]));
    });
  }

  /** Resolves when the rounds that were asked for are over, whatever became of them. */
  settled(): Promise<void> {
    return this.#last;
  }

  #afterLast(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #round(how: { isLast?: boolean } = {}): Promise<void> {
    const began = this.#now();
    try {
      const batches = batchesOf(this.#rings.take({ ...ofRound, ...how }));
      for (const [at, batch] of batches.entries()) {
        try {
          await this.#store(batch);
        } catch (error) {
          for (const later of batches.slice(at + 1)) this.#putBack(later);
          throw error;
        }
      }
      await this.#storeHits();
    } finally {
      const ended = this.#now();
      this.notBefore = ended + restFactor * (ended - began);
    }
  }

  async #store(given: Batch): Promise<void> {
    const batch = await this.#withoutStored(given);
    if (batch.size === 0) return;
    const calls = new Map([...batch].map(([projectId, entries]) => [projectId, entries.map(once)]));
    let fates: ReadonlyMap<string, Fate>;
    try {
      fates = await this.#options.write(calls);
    } catch (error) {
      if (isOffended(error)) await this.#storeApart(batch);
      // What the database takes no offence at may be stored later.
      else {
        for (const entry of [...batch.values()].flat()) this.#uncertain.add(entry);
        this.#putBack(batch);
      }
      throw error;
    }
    for (const [projectId, entries] of batch) {
      const fate = fates.get(projectId) ?? "gone";
      if (fate === "held") {
        this.#putBack(new Map([[projectId, entries]]));
        continue;
      }
      if (fate !== "gone") this.#options.stored(projectId, calls.get(projectId) ?? [], fate);
      for (const entry of entries) entry.release?.();
    }
  }

  /** Without calls that an earlier write has stored although it failed. */
  async #withoutStored(batch: Batch): Promise<Batch> {
    const uncertain = new Map(
      [...batch].map(([projectId, entries]) => [
        projectId,
        entries.filter((each) => this.#uncertain.has(each)),
      ]),
    );
    if ([...uncertain.values()].every((entries) => entries.length === 0)) return batch;
    const asked = new Map([...uncertain].map(([projectId, entries]) => [projectId, entries.map(once)]));
    let stored: ReadonlySet<string>;
    try {
      stored = await this.#options.findStored(asked);
    } catch (error) {
      this.#putBack(batch);
      throw error;
    }
    const left: Batch = new Map();
    for (const [projectId, entries] of batch) {
      const missing = entries.filter((entry) => !stored.has(once(entry).id));
      for (const entry of entries) if (!missing.includes(entry)) entry.release?.();
      if (missing.length > 0) left.set(projectId, missing);
    }
    return left;
  }

  /** What the database takes offence at costs its own project only. */
  async #storeApart(batch: Batch): Promise<void> {
    const [[, entries] = ["", []]] = batch;
    if (batch.size === 1) {
      this.#rings.lost += entries.length;
      for (const entry of entries) entry.release?.();
      return;
    }
    // Each says by itself what became of it.
    for (const each of batch) await this.#store(new Map([each])).catch(() => {});
  }

  async #storeHits(): Promise<void> {
    for (let left = this.#hits.size; left > 0; left -= hitsOfStatement) {
      const taken = this.#hits.take(hitsOfStatement);
      if (taken.size === 0) return;
      try {
        this.#hits.putBack(await this.#options.writeHits(taken));
      } catch (error) {
        this.#hits.putBack(taken);
        throw error;
      }
    }
  }

  #putBack(batch: Batch): void {
    for (const [projectId, entries] of batch) this.#rings.putBack(projectId, entries);
  }
}

/** Made once: a call that is tried again keeps its id. */
const made = new WeakMap<Entry, StoredCall>();

function once(entry: Entry): StoredCall {
  const known = made.get(entry) ?? storedCall(entry);
  made.set(entry, known);
  return known;
}

/** Parts for one statement each. A project may go on in the next one. */
function batchesOf(taken: Batch): Batch[] {
  const batches: Batch[] = [];
  let left = { entries: 0, bytes: 0 };
  // In the order in which all processes lock them.
  for (const [projectId, entries] of [...taken].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const entry of entries) {
      if (left.entries <= 0 || left.bytes <= 0) {
        batches.push(new Map());
        left = { ...ofStatement };
      }
      const batch = batches.at(-1);
      const ofProject = batch?.get(projectId);
      if (ofProject) ofProject.push(entry);
      else batch?.set(projectId, [entry]);
      left.entries -= 1;
      left.bytes -= entry.bytes;
    }
  }
  return batches;
}

/** SQLSTATE class 22: something in the data itself, which would be refused again and again. */
function isOffended(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].some((each) => typeof each === "string" && each.startsWith("22"));
}
