import type { Connection } from "./connection";
import type { FieldkitError } from "./errors";
import { later, spread } from "./timing";
import type { ConnectionOptions } from "./types";

const everyMs = 60_000;
/** The most rows that the instance accepts in a call. */
const rowsMax = 1000;
const countMax = 1_000_000_000;

type Row = { group?: string; flag: string; answer: string; count: number };

/**
 * Counts the values that a client returns and reports them to the instance each minute. Otherwise a flag that only servers
 * use would look unused. There is one row for each value of a flag.
 */
export class Uses {
  readonly #options: ConnectionOptions;
  readonly #connection: Connection;
  #rows = new Map<string, Row>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** Counting has ended. */
  #isOver = false;

  constructor(options: ConnectionOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
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

  /** Sends the counts. Never rejects: counts that didn't arrive are sent the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#rows.values()].map((row) => ({ ...row, count: Math.min(row.count, countMax) }));
    this.#rows = new Map();
    if (rows.length > 0) this.#sending = this.#sending.then(() => this.#send(rows));
    return this.#sending;
  }

  /** Sends the counts a last time. */
  close(): void {
    this.flush();
    this.#isOver = true;
  }

  async #send(rows: readonly Row[]): Promise<void> {
    const { environment: env } = this.#options;
    for (let at = 0; at < rows.length; at += rowsMax) {
      try {
        await this.#connection.call("/api/sdk/uses", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...(env && { env }), uses: rows.slice(at, at + rowsMax) }),
          parse: JSON.parse,
        });
      } catch (error) {
        const { code, status = 500 } = error as FieldkitError;
        // Another report would be refused as well. A key may be valid again, and a proxy's answer doesn't tell.
        this.#isOver ||= status < 500 && ![401, 429].includes(status) && code !== "unexpected_response";
        for (const { group, flag, answer, count } of rows.slice(at)) this.add(group, flag, answer, count);
        this.#connection.report(error);
        return;
      }
    }
  }
}
