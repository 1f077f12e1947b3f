import type { AskDatabase } from "./ask-database";

/** A connection of a pool, as far as watching it goes. */
export type WatchedConnection = { processID?: number | null; connection: { stream: { destroy(): void } } };

export type WatchOptions = {
  ask: AskDatabase;
  /** Whether the database is known to be at work on something that keeps it from answering. */
  isBusy?: (() => boolean) | undefined;
  /** Called when the database stops answering, with the reason, and when it answers again. */
  onChange(isAway: boolean, reason?: unknown): void;
};

/** How long a connection may be held, in ticks. */
export type HoldLimits = { ticksMax: number };
type Use = { since: number; misses: number; limits: HoldLimits };
type Waiter = { since: number; giveUp: (error: unknown) => void };

export const tickMs = 250;
/** Something has not come back for so long that the database is asked. */
const askAfterTicks = 4;
/** How long it may take to answer. Together with the time before, callers learn of a silence within five seconds. */
const answerTicks = 12;
/** A connection is given up when the server knew nothing of its work twice, and it has been held for so long. */
const lostAfterTicks = 12;
const missesMax = 2;
const askAgainTicks = 2;

/**
 * Finds out when the database falls silent, and which connections lead nowhere. A connection whose other end is gone looks
 * like one with a slow query, for hours: no error comes, and no time limit can tell the two apart. So whenever something
 * takes longer than a second, the database is asked over a new connection. If that fails, it is away: all that wait for
 * it are told, and so are new callers, at once, until it answers. If it answers and knows nothing of what a connection
 * waits for, that connection is closed.
 *
 * Time is counted in ticks of a timer: of a pause of this process they count one, so that nobody is blamed for it.
 */
export class ConnectionWatch {
  readonly #options: WatchOptions;
  /** Connections in use, by the time since when. */
  readonly #uses = new Map<WatchedConnection, Use>();
  readonly #waiters = new Set<Waiter>();
  readonly #lastUses = new WeakMap<WatchedConnection, number>();
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking: { since: number; stop: AbortController } | undefined;
  #askAt = 0;
  #away: { reason: unknown } | undefined;
  /** Connections that were used before this tick only may lead nowhere. */
  #suspectUntil = -1;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Why the database is away; undefined while it is not. */
  get awayBecause(): unknown {
    return this.#away && (this.#away.reason ?? new Error("The database does not answer"));
  }

  begins(connection: WatchedConnection, limits: HoldLimits): void {
    this.#uses.set(connection, { since: this.#tick, misses: 0, limits });
    this.#run();
  }

  ends(connection: WatchedConnection): void {
    this.#uses.delete(connection);
    this.#lastUses.set(connection, this.#tick);
  }

  /** Whether a connection from a pool may lead nowhere, because others that were idle at that time did. */
  isSuspect(connection: WatchedConnection): boolean {
    return (this.#lastUses.get(connection) ?? Number.POSITIVE_INFINITY) <= this.#suspectUntil;
  }

  /** Notes that somebody waits for a connection. `giveUp` is called when the database is away. Returns the end of it. */
  waits(giveUp: (error: unknown) => void): () => void {
    const waiter = { since: this.#tick, giveUp };
    this.#waiters.add(waiter);
    this.#run();
    return () => this.#waiters.delete(waiter);
  }

  /** A connection could not be made. */
  failed(): void {
    this.#askAt = this.#tick;
    this.#ask();
    this.#run();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#asking?.stop.abort();
  }

  /** Called by the timer. */
  tick(): void {
    this.#tick += 1;
    for (const [connection, { since, limits }] of this.#uses) {
      if (this.#tick - since >= limits.ticksMax) this.#lose(connection);
    }
    if (this.#asking) {
      if (this.#tick - this.#asking.since >= answerTicks) this.#asking.stop.abort();
    } else if (this.#away || this.#isWaitedFor()) this.#ask();
    const isIdle = this.#uses.size + this.#waiters.size === 0 && !this.#away && !this.#asking;
    if (!isIdle) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.tick(), tickMs);
    this.#timer.unref();
  }

  /** Whether anything has not come back for a while. The first in use, and the first who waits, did so for longest. */
  #isWaitedFor(): boolean {
    const [use] = this.#uses.values();
    const [waiter] = this.#waiters;
    const oldest = Math.min(use?.since ?? this.#tick, waiter?.since ?? this.#tick);
    return this.#tick - oldest >= askAfterTicks;
  }

  #ask(): void {
    if (this.#asking || this.#tick < this.#askAt) return;
    this.#askAt = this.#tick + askAgainTicks;
    const asked = [...this.#uses].filter(([, { since }]) => this.#tick - since >= askAfterTicks);
    const pids = asked.flatMap(([{ processID }]) => processID ?? []);
    const stop = new AbortController();
    this.#asking = { since: this.#tick, stop };
    this.#options
      .ask(pids, stop.signal)
      .then(
        (atWork) => {
          this.#isThere();
          if (atWork) for (const [connection, use] of asked) this.#judge(connection, use, atWork);
        },
        (error) => this.#isAway(error),
      )
      .finally(() => {
        this.#asking = undefined;
      });
  }

  #judge(connection: WatchedConnection, use: Use, atWork: ReadonlySet<number>): void {
    if (this.#uses.get(connection) !== use) return;
    use.misses = atWork.has(connection.processID ?? 0) ? 0 : use.misses + 1;
    if (use.misses >= missesMax && this.#tick - use.since >= lostAfterTicks) this.#lose(connection);
  }

  /** Those that were idle meanwhile may be lost in the same way. */
  #lose(connection: WatchedConnection): void {
    this.#suspectUntil = this.#tick;
    this.ends(connection);
    connection.connection.stream.destroy();
  }

  #isAway(reason: unknown): void {
    if (this.#options.isBusy?.()) return;
    const isNew = !this.#away;
    this.#away = { reason };
    for (const connection of [...this.#uses.keys()]) this.#lose(connection);
    this.#suspectUntil = this.#tick;
    for (const { giveUp } of [...this.#waiters]) giveUp(this.awayBecause);
    if (isNew) this.#options.onChange(true, reason);
  }

  #isThere(): void {
    if (!this.#away) return;
    this.#away = undefined;
    this.#options.onChange(false);
  }
}
