import { singleton } from "../singleton";

/** Work in small steps. Between any two of them the thread may do something else. */
export type Steps<T> = Generator<void, T>;

type Task = { step(): boolean };
type Settings = {
  /** How long, in ms, steps may take in one turn of the event loop. */
  turnMs: number;
  now(): number;
  nextTurn(work: () => void): void;
};

/**
 * Shares the event loop between long work and everything else: however many tasks there are, one turn of the loop runs
 * their steps for a few milliseconds. Tasks take turns too, so that a short one does not wait for a long one to end.
 */
export class Turns {
  readonly #urgent: Task[] = [];
  readonly #others: Task[] = [];
  readonly #settings: Settings;
  #scheduled = false;

  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { turnMs: 1, now: () => performance.now(), nextTurn: setImmediate, ...settings };
  }

  /** @param isUrgent goes before other tasks; for work that is almost done, so that its memory is freed */
  run<T>(steps: Steps<T>, isUrgent = false): Promise<Awaited<T>> {
    return new Promise((resolve, reject) => {
      const step = () => {
        try {
          const { done, value } = steps.next();
          if (done) resolve(value as Awaited<T>);
          return done === true;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      (isUrgent ? this.#urgent : this.#others).push({ step });
      this.#schedule();
    });
  }

  /** Begins work when it is its turn, for work whose first part takes long and whose rest waits for others. */
  begin<T>(work: () => T): Promise<Awaited<T>> {
    // biome-ignore lint/correctness/useYield: it has one step
    function* inOneStep(): Steps<T> {
      return work();
    }
    return this.run(inOneStep());
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#settings.nextTurn(() => this.#turn());
  }

  #turn(): void {
    const { turnMs, now } = this.#settings;
    this.#scheduled = false;
    const end = now() + turnMs;
    do {
      const tasks = this.#urgent.length > 0 ? this.#urgent : this.#others;
      const task = tasks.shift();
      if (!task) return;
      let isDone = false;
      do isDone = task.step();
      while (!isDone && now() < end);
      if (!isDone) tasks.push(task);
    } while (now() < end);
    if (this.#urgent.length + this.#others.length > 0) this.#schedule();
  }
}

/** The instance of this process. */
export const turns = () => singleton("turns", () => new Turns());
