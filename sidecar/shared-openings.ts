import type { Credentials, Opened, StreamBackend } from "./backend";

type Ask = StreamBackend["open"];
/** Questions about one inbox with the same credentials: one under way, and one for all who came since it began. */
type Line = { running: Promise<unknown>; next: Promise<Opened> | undefined };

/**
 * Asks the app once for all clients that come at the same time with the same credentials, as those of a fleet do when
 * the server was started again. Nobody gets an answer to a question that was asked before they came, so what was lost
 * or captured until then counts. A ticket is good for one client, and always asked for.
 */
export class SharedOpenings {
  readonly #ask: Ask;
  readonly #lines = new Map<string, Line>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @throws what the app's `open` throws; a refusal has the request id of one of those who share it. */
  open(webhookId: string, credentials: Credentials, requestId: string): Promise<Opened> {
    const ask = () => this.#ask(webhookId, credentials, requestId);
    if ("ticket" in credentials) return ask();
    const name = JSON.stringify([webhookId, credentials.headers]);
    const line = this.#lines.get(name);
    if (!line) return this.#begin(name, ask);
    line.next ??= line.running.then(() => this.#begin(name, ask));
    return line.next;
  }

  #begin(name: string, ask: () => Promise<Opened>): Promise<Opened> {
    const answer = ask();
    const line: Line = { running: answer.then(ended, ended), next: undefined };
    this.#lines.set(name, line);
    void line.running.then(() => {
      if (!line.next) this.#lines.delete(name);
    });
    return answer;
  }
}

const ended = () => {};
