export type OwnerGateLimits = {
  /** Tasks of one owner that run at the same time. */
  atOnce: number;
  /** Tasks of one owner that wait. */
  waitingMax: number;
  /** How long a task waits, in ms. */
  waitMs: number;
};

type Owner = { running: number; waiting: Set<() => void> };

/**
 * A semaphore for each owner: however much one of them asks for at once, the others find the process and its database
 * connections free.
 */
export class OwnerGates {
  readonly #limits: OwnerGateLimits;
  readonly #owners = new Map<string, Owner>();

  constructor(limits: OwnerGateLimits) {
    this.#limits = limits;
  }

  /** Runs the work when it is its owner's turn; undefined if too much waits, or for too long. */
  async run<T>(name: string, work: () => Promise<T>): Promise<{ result: T } | undefined> {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: new Set() };
    this.#owners.set(name, owner);
    if (owner.running < this.#limits.atOnce) owner.running += 1;
    else if (!(await this.#turn(owner))) return undefined;
    try {
      return { result: await work() };
    } finally {
      this.#pass(name, owner);
    }
  }

  /** Waits for the place of a task that ends. @returns whether there was one in time */
  #turn({ waiting }: Owner): Promise<boolean> {
    if (waiting.size >= this.#limits.waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        resolve(false);
      }, this.#limits.waitMs);
      waiting.add(begin);
    });
  }

  #pass(name: string, owner: Owner): void {
    const [next] = owner.waiting;
    if (next) {
      owner.waiting.delete(next);
      next();
      return;
    }
    owner.running -= 1;
    if (owner.running === 0) this.#owners.delete(name);
  }
}
