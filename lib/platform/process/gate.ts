/** Absent means that there is no such limit. */
export type GateLimits = {
  /** Tasks that run at the same time: in all, and of one owner. */
  running?: number;
  runningOfOne?: number;
  /** Tasks that wait: in all, and of one owner. */
  waiting?: number;
  waitingOfOne?: number;
  /** How long a task waits, in ms. */
  waitMs?: number;
};

type Owner = { running: number; waiting: Set<() => void> };

/**
 * A semaphore that is fair to owners: those who wait are let in owner by owner, so that somebody who brings much waits
 * for himself, and others do not wait for him. Of one owner, they are let in by order of arrival.
 */
export class Gate {
  readonly #limits: Required<GateLimits>;
  readonly #owners = new Map<string, Owner>();
  /** Owners with tasks that nothing but the limit in all holds back, by turn. */
  readonly #line = new Set<string>();
  #running = 0;
  #waiting = 0;

  constructor(limits: GateLimits) {
    const none = Number.POSITIVE_INFINITY;
    const unlimited = { running: none, runningOfOne: none, waiting: none, waitingOfOne: none, waitMs: none };
    this.#limits = { ...unlimited, ...limits };
  }

  /**
   * Waits for a turn.
   * @returns what must be called at the end; undefined if too much waits already, or this one did for too long
   * @throws the reason of the signal, once it is aborted
   */
  async enter(name = "", signal?: AbortSignal): Promise<(() => void) | undefined> {
    signal?.throwIfAborted();
    const owner = this.#owners.get(name) ?? { running: 0, waiting: new Set() };
    const { running, runningOfOne, waiting, waitingOfOne } = this.#limits;
    if (this.#running < running && owner.running < runningOfOne) this.#begin(name, owner);
    else {
      if (owner.waiting.size >= waitingOfOne || this.#waiting >= waiting) return undefined;
      if (!(await this.#turn(name, owner, signal))) return undefined;
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end(name, owner);
    };
  }

  /** Runs the work when it is its owner's turn; undefined if too much waits, or for too long. */
  async run<T>(work: () => Promise<T>, name?: string): Promise<{ result: T } | undefined> {
    const leave = await this.enter(name);
    if (!leave) return undefined;
    try {
      return { result: await work() };
    } finally {
      leave();
    }
  }

  #begin(name: string, owner: Owner): void {
    this.#owners.set(name, owner);
    this.#running += 1;
    owner.running += 1;
  }

  #end(name: string, owner: Owner): void {
    this.#running -= 1;
    owner.running -= 1;
    this.#lineUp(name, owner);
    this.#admit();
  }

  /** @returns whether there was one in time */
  #turn(name: string, owner: Owner, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        owner.waiting.delete(begin);
        this.#waiting -= 1;
      };
      const begin = () => {
        leave();
        resolve(true);
      };
      const giveUp = () => {
        leave();
        this.#lineUp(name, owner);
        if (signal?.aborted) reject(signal.reason);
        else resolve(false);
      };
      const { waitMs } = this.#limits;
      const timer = Number.isFinite(waitMs) ? setTimeout(giveUp, waitMs) : undefined;
      signal?.addEventListener("abort", giveUp, { once: true });
      owner.waiting.add(begin);
      this.#waiting += 1;
      this.#owners.set(name, owner);
      this.#lineUp(name, owner);
    });
  }

  /** Gives the owner a place at the end of the line, keeps the one it has, or takes it away. */
  #lineUp(name: string, { running, waiting }: Owner): void {
    if (waiting.size > 0 && running < this.#limits.runningOfOne) this.#line.add(name);
    else this.#line.delete(name);
    if (waiting.size === 0 && running === 0) this.#owners.delete(name);
  }

  #admit(): void {
    while (this.#running < this.#limits.running) {
      const [name] = this.#line;
      const owner = name === undefined ? undefined : this.#owners.get(name);
      const [begin] = owner?.waiting ?? [];
      if (name === undefined || !owner || !begin) return;
      this.#line.delete(name);
      this.#begin(name, owner);
      begin();
      this.#lineUp(name, owner);
    }
  }
}
