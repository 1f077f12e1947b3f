import { Gate } from "@/lib/platform/process/gate";

/** What came of one try. `isFinal`: another one would end the same way, or is not needed. */
export type Try = { isFinal: boolean };

export type CallbackQueueOptions = {
  /** Under way at a time: of one project, and in all. */
  runningOfOne: number;
  running: number;
  /** Accepted and not over, those that wait for their time included: of one project, and in all. */
  openOfOne: number;
  open: number;
  /** How long to wait before each further try, in ms. */
  retryMs: readonly number[];
  sleep: (ms: number) => Promise<unknown>;
};

/** Sends callbacks in their time, tries again what may go better, and lets nobody's wait for those of others. */
export class CallbackQueue {
  readonly #options: CallbackQueueOptions;
  readonly #gate: Gate;
  readonly #open = new Map<string, number>();
  #openInAll = 0;

  constructor(options: CallbackQueueOptions) {
    this.#options = options;
    this.#gate = new Gate({ running: options.running, runningOfOne: options.runningOfOne });
  }

  /** How many are accepted and not over. */
  get size(): number {
    return this.#openInAll;
  }

  /**
   * Does the work of one callback in a place of its own.
   * @param work resolves when it is over, whatever came of it
   * @returns undefined if too many wait already, of this project or in all
   */
  accept(projectId: string, work: () => Promise<void>): Promise<void> | undefined {
    const ofProject = this.#open.get(projectId) ?? 0;
    if (ofProject >= this.#options.openOfOne || this.#openInAll >= this.#options.open) return undefined;
    this.#count(projectId, 1);
    return work().finally(() => this.#count(projectId, -1));
  }

  /** Tries until there is a final outcome or no further try. @param delayMs before the first one */
  async send<T extends Try>(
    projectId: string,
    attempt: () => Promise<T>,
    delayMs: number,
  ): Promise<{ last: T; attempts: number }> {
    const { retryMs, sleep } = this.#options;
    if (delayMs > 0) await sleep(delayMs);
    for (let attempts = 1; ; attempts += 1) {
      const last = await this.#inTurn(projectId, attempt);
      const waitMs = retryMs[attempts - 1];
      if (last.isFinal || waitMs === undefined) return { last, attempts };
      await sleep(waitMs);
    }
  }

  async #inTurn<T>(projectId: string, attempt: () => Promise<T>): Promise<T> {
    const leave = await this.#gate.enter(projectId);
    try {
      return await attempt();
    } finally {
      leave?.();
    }
  }

  #count(projectId: string, change: number): void {
    this.#openInAll += change;
    const left = (this.#open.get(projectId) ?? 0) + change;
    if (left > 0) this.#open.set(projectId, left);
    else this.#open.delete(projectId);
  }
}
