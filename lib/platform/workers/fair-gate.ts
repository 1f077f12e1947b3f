type Limits = { running: number; waiting: { all: number; ofOneKey: number } };
type Turn = { enter: () => void };

/**
 * Lets a limited number in at once. Whoever waits is let in by key, one key after the other, so that somebody who
 * brings much waits for himself, and others do not wait for him.
 */
export class FairGate {
  readonly #waiting = new Map<string, Turn[]>();
  readonly #limits: Limits;
  #running = 0;
  #waitingInAll = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * @returns what must be called at the end, or undefined when too many wait already
   * @throws the reason of the signal, once it is aborted
   */
  async enter(key: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
    signal?.throwIfAborted();
    const { running, waiting } = this.#limits;
    if (this.#running < running) this.#running += 1;
    else {
      const own = this.#waiting.get(key) ?? [];
      if (own.length >= waiting.ofOneKey || this.#waitingInAll >= waiting.all) return undefined;
      await this.#wait(key, own, signal);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#next();
    };
  }

  #wait(key: string, own: Turn[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(key, own, turn);
        reject(signal?.reason);
      };
      const turn = {
        enter: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      own.push(turn);
      this.#waiting.set(key, own);
      this.#waitingInAll += 1;
    });
  }

  #remove(key: string, own: Turn[], turn: Turn): void {
    own.splice(own.indexOf(turn), 1);
    this.#waitingInAll -= 1;
    if (own.length === 0) this.#waiting.delete(key);
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [key, own] = first;
    const turn = own[0];
    if (!turn) return;
    this.#remove(key, own, turn);
    // To the end of the line, behind all other keys.
    this.#waiting.delete(key);
    if (own.length > 0) this.#waiting.set(key, own);
    turn.enter();
  }
}
