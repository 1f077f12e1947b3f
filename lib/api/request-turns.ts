import { connections } from "@/lib/platform/budgets/budgets";
import { Rounds } from "@/lib/platform/process/rounds";

type Entry = {
  /** Who waits: those who share the first name share its turns. */
  names: readonly string[];
  begin: () => void;
  isGone: () => boolean;
};

/**
 * Next works for milliseconds at each request before anything makes it wait. Of many that arrive together, one begins
 * in each turn of the event loop, so that those which began go on meanwhile. Names take turns, so that somebody who
 * sends many waits for himself.
 *
 * A turn of the loop also accepts one connection and no more (libuv, `uv__server_io`). Many that arrive together would
 * each wait for a request before them, so turns that accepted one begin nothing, up to a number of them.
 */
export class RequestTurns {
  readonly #waiting = new Rounds<Entry>();
  readonly #nextTurn: (work: () => void) => void;
  #isScheduled = false;
  #hasAccepted = false;
  #passed = 0;

  constructor(nextTurn: (work: () => void) => void = setImmediate) {
    this.#nextTurn = nextTurn;
  }

  enter(entry: Entry): void {
    this.#waiting.add(entry, entry.names);
    this.#schedule();
  }

  /** Hears of each new connection. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextTurn(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    try {
      if (this.#mayBegin()) this.#begin();
    } finally {
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  #mayBegin(): boolean {
    const mayBegin = !this.#hasAccepted || this.#passed >= connections.acceptedFirstMax;
    this.#hasAccepted = false;
    this.#passed = mayBegin ? 0 : this.#passed + 1;
    return mayBegin;
  }

  #begin(): void {
    for (let entry = this.#waiting.take(); entry; entry = this.#waiting.take()) {
      if (entry.isGone()) continue;
      entry.begin();
      return;
    }
  }
}
