import type { ConnectionOptions } from "./types";
import { type Call, later, Refused, spread } from "./updates";

const everyMs = 60_000;
/** Rows that the instance takes in a call. */
const rowsMax = 1000;
const countMax = 1_000_000_000;

type Row = { group?: string; flag: string; answer: string; count: number };

/**
 * Counts what a client decides and tells the instance of it each minute, since a flag that only servers ask for would look
 * unused there. There is one row for each answer of a flag, however often it is given.
 */
export class Uses {
  readonly #options: ConnectionOptions;
  readonly #call: Call;
  #rows = new Map<string, Row>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** Nothing is counted any more. */
  #isOver = false;

  constructor(options: ConnectionOptions, call: Call) {
    this.#options = options;
    this.#call = call;
  }

  /** @param group the key of the flag's group; undefined for a global flag */
  add(group: string | undefined, flag: string, answer: string, count = 1): void {
    if (this.#isOver) return;
    const name = `${group ?? ""} ${flag} ${answer}`;
    const row = this.#rows.get(name);
    if (row) row.count += count;
    else this.#rows.set(name, { ...(group !== undefined && { group }), flag, answer, count });
    this.#timer ??= later(() => this.flush(), spread(everyMs));
  }

  /** Sends what was counted until now. Never rejects: what did not arrive is sent the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#rows.values()].map((row) => ({ ...row, count: Math.min(row.count, countMax) }));
    this.#rows = new Map();
    if (rows.length > 0) this.#sending = this.#sending.then(() => this.#send(rows));
    return this.#sending;
  }

  /** Sends it a last time, and counts no more. */
  close(): void {
    this.flush();
    this.#isOver = true;
  }

  async #send(rows: readonly Row[]): Promise<void> {
    const { environment: env, timeoutMs = 10_000, onError } = this.#options;
    for (let at = 0; at < rows.length; at += rowsMax) {
      try {
        await this.#call("/api/sdk/uses", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...(env && { env }), uses: rows.slice(at, at + rowsMax) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        // Whoever may not, may not in a minute either.
        this.#isOver ||= error instanceof Refused && error.status < 500 && error.status !== 429;
        for (const { group, flag, answer, count } of rows.slice(at)) this.add(group, flag, answer, count);
        onError?.(error as Error);
        return;
      }
    }
  }
}
