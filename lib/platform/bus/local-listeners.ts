import { log } from "@/lib/platform/log/log";

type Listener = (message: unknown) => void;

/** The listeners of this process by channel: the part that every adapter has in common. */
export class LocalListeners {
  readonly #channels = new Map<string, Set<{ listener: Listener }>>();

  /** Adds a listener; the returned function removes just this one and may be called again. */
  add(channel: string, listener: Listener): () => void {
    const entry = { listener };
    const entries = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, entries.add(entry));
    return () => {
      entries.delete(entry);
      if (entries.size === 0 && this.#channels.get(channel) === entries) this.#channels.delete(channel);
    };
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  /** Runs every listener once; one that throws neither stops the others nor fails the publisher. */
  deliver(channel: string, message: unknown): void {
    const entries = this.#channels.get(channel);
    if (!entries) return;
    for (const { listener } of [...entries]) {
      try {
        listener(message);
      } catch (error) {
        log().error({ err: error, channel }, "a listener of the bus failed");
      }
    }
  }
}
