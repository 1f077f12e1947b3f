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

  /**
   * Listeners see values and status of the same moment.
   * @param flags null to forget them, undefined to keep them
   */
  set(flags: Flags | null | undefined, status: Status, error?: FieldkitError): void {
    const isOther = status !== this.status;
    const changed = flags === undefined ? [] : this.#replace(flags);
    this.status = status;
    this.error = error;
    if (changed.length > 0 || isOther) tell(this.#listeners, changed, this.#report);
  }

  /** @returns the keys of flags with other details */
  #replace(flags: Flags | null): string[] {
    const before = this.flags;
    this.flags = flags;
    const changed: string[] = [];
    for (const key of new Set([...(before?.keys() ?? []), ...(flags?.keys() ?? [])])) {
      const former = before?.get(key);
      if (JSON.stringify(former) !== JSON.stringify(flags?.get(key))) changed.push(key);
      // An equal object stays the same one.
      else if (former) flags?.set(key, former);
    }
    return changed;
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
