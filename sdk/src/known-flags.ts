import type { Status } from "./index";
import type { ConnectionOptions, Details, Listener } from "./types";
import { tell } from "./updates";

export type Flags = Map<string, Details>;

/** What is known of the present subject, and who is told when it changes. */
export class KnownFlags {
  /** Null until something is known. */
  flags: Flags | null = null;
  status: Status = "loading";
  readonly #listeners = new Set<Listener>();
  readonly #onError: ConnectionOptions["onError"];

  constructor(onError: ConnectionOptions["onError"]) {
    this.#onError = onError;
  }

  /** Null for a flag of which nothing can be known yet. */
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
    if (changed.length > 0) tell(this.#listeners, changed, this.#onError);
  }

  become(status: Status): void {
    if (status === this.status) return;
    this.status = status;
    tell(this.#listeners, [], this.#onError);
  }

  /** For somebody else: whoever is told sees nobody's flags. */
  forget(): void {
    this.status = "loading";
    this.take(null);
  }

  /** @returns ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
