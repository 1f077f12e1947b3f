import { type Connection, safely } from "./connection";
import type { FieldkitError } from "./errors";
import type { Details, Listener, Status } from "./types";

export type Flags = Map<string, Details>;

/** The flags of the present subject, and the listeners to their changes. */
export class KnownFlags {
  /** Null until there is a response, or flags from before. */
  flags: Flags | null = null;
  status: Status = "loading";
  /** Of the last call. */
  error: FieldkitError | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #report: Connection["report"];

  constructor(report: Connection["report"]) {
    this.#report = report;
  }

  /** Null while no flags are known. */
  get(flagKey: string): Details | undefined | null {
    return this.flags ? this.flags.get(flagKey) : null;
  }

  take(known: Flags | null): void {
    const before = this.flags;
    this.flags = known;
    const changed: string[] = [];
    for (const key of new Set([...(before?.keys() ?? []), ...(known?.keys() ?? [])])) {
      const former = before?.get(key);
      if (JSON.stringify(former) !== JSON.stringify(known?.get(key))) changed.push(key);
      // An equal object stays the same one.
      else if (former) known?.set(key, former);
    }
    if (changed.length > 0) tell(this.#listeners, changed, this.#report);
  }

  /** @param error why the call failed that has just ended */
  settle(error?: FieldkitError): void {
    const before = this.status;
    this.status = !error ? "ready" : this.flags ? "stale" : "failed";
    this.error = error;
    if (this.status !== before) tell(this.#listeners, [], this.#report);
  }

  /** For another subject: listeners see the flags of neither. */
  forget(): void {
    this.error = undefined;
    this.status = "loading";
    this.take(null);
  }

  /** @returns stops the listener */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Calls every listener, also after one that throws. */
export function tell(
  listeners: ReadonlySet<Listener>,
  changedKeys: readonly string[],
  report: Connection["report"],
): void {
  for (const listener of [...listeners]) safely(() => listener(changedKeys), report);
}
