import { randomBytes, randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Inbox, Inboxes, Kept } from "./inboxes";

/** One capture that a sender tried. Times are ticks of one clock, which tell what certainly came before what. */
export type Attempt = {
  inbox: Inbox;
  body: Buffer;
  sentAt: number;
  /** When it was answered, or the flood after its server's end began; Infinity while it may still be captured. */
  settledAt: number;
  status?: number;
  retryAfter?: string | undefined;
  /** Of the capture, when it was acknowledged. */
  id?: string;
  /** Why there was no answer. */
  error?: string;
};

export type FloodOptions = {
  connections: number;
  /** Whether a connection goes on after a request without answer; it ends otherwise. */
  persistent?: boolean;
  /** Where they capture; into all inboxes unless stated. */
  into?: readonly Inbox[];
};

/** Senders that capture as fast as they are answered, each over a connection that it keeps. */
export class Flood {
  readonly attempts: Attempt[] = [];
  readonly #inboxes: Inboxes;
  readonly #options: FloodOptions;
  #lanes: Promise<unknown> = Promise.resolve();
  #clock = 0;
  #stopped = false;

  constructor(inboxes: Inboxes, options: FloodOptions) {
    this.#inboxes = inboxes;
    this.#options = options;
  }

  /** Captures that were acknowledged so far. */
  get acknowledged(): number {
    return this.attempts.filter(({ id }) => id !== undefined).length;
  }

  /** Begins, anew when the server was ended and started again. */
  start(): void {
    this.#stopped = false;
    for (const attempt of this.attempts) attempt.settledAt = Math.min(attempt.settledAt, this.#clock);
    this.#clock += 1;
    const { into = this.#inboxes.all } = this.#options;
    this.#lanes = Promise.all(
      Array.from({ length: this.#options.connections }, (_, at) =>
        this.#lane(into[at % into.length] as Inbox),
      ),
    );
  }

  /** Waits for this many more acknowledged captures. */
  async acknowledges(count: number): Promise<void> {
    const enough = this.acknowledged + count;
    while (this.acknowledged < enough) await sleep(10);
  }

  /** Waits for the answers that are due, or for the ends of the connections. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#lanes;
  }

  async #lane(inbox: Inbox): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#stopped) {
      // Some bodies fit into a page of the database, some do not.
      const body = randomBytes(randomInt(4) === 0 ? 20_000 : 200);
      const attempt: Attempt = { inbox, body, sentAt: this.#clock++, settledAt: Number.POSITIVE_INFINITY };
      this.attempts.push(attempt);
      await this.#send(attempt, agent);
      if (attempt.error && !this.#options.persistent) break;
    }
    agent.destroy();
  }

  #send(attempt: Attempt, agent: Agent): Promise<void> {
    const { owner, host } = this.#inboxes;
    const { inbox, body } = attempt;
    const address = { host: "127.0.0.1", port: owner.port, path: inbox.path, method: "POST", agent };
    return new Promise((resolve) => {
      const failed = (error: NodeJS.ErrnoException) => {
        attempt.error = error.code ?? error.message;
        resolve();
      };
      const headers = { host, "content-length": body.byteLength };
      const outgoing = request({ ...address, headers }, (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        incoming.on("error", failed);
        incoming.on("end", () => {
          attempt.settledAt = this.#clock++;
          attempt.status = incoming.statusCode ?? 0;
          attempt.retryAfter = incoming.headers["retry-after"];
          if (attempt.status === 200) attempt.id = (JSON.parse(text) as { id: string }).id;
          resolve();
        });
      });
      outgoing.on("error", failed);
      outgoing.end(body);
    });
  }
}

const keptMax = 50;

/**
 * Asserts that the inbox keeps exactly the newest captures, each with the bytes of one attempt, and all that
 * were acknowledged but those that may have been pushed out since.
 * @returns the sequence of the newest, and how many were certain to be found
 */
export async function expectKept(inboxes: Inboxes, inbox: Inbox, attempts: readonly Attempt[]) {
  const mine = attempts.filter((attempt) => attempt.inbox === inbox);
  const acknowledged = mine.filter(({ id }) => id !== undefined);
  const kept = await inboxes.kept(inbox);
  const last = kept[0]?.sequence ?? 0;
  expect(kept.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: Math.min(last, keptMax) }, (_, at) => last - at),
  );
  // Each capture that was acknowledged has a sequence of its own.
  expect(last).toBeGreaterThanOrEqual(acknowledged.length);
  expect(last).toBeLessThanOrEqual(mine.length);
  const found = new Map(kept.map((each) => [each.id, each]));
  const must = certainlyKept(mine);
  for (const { id = "", body } of must) expectBytes(found.get(id), body);
  const byBody = new Map(mine.map((attempt) => [keyOf(attempt), attempt]));
  for (const each of kept) {
    const attempt = byBody.get(keyOf(each));
    expect(attempt?.body.equals(each.body), `somebody sent what is kept as ${each.sequence}`).toBe(true);
    if (attempt?.id !== undefined) expect(each.id).toBe(attempt.id);
  }
  return { last, checked: must.length };
}

/** Bodies are random, so their beginnings tell them apart. */
const keyOf = ({ body }: { body: Buffer }) => body.toString("hex", 0, 16);

/**
 * The acknowledged ones that fewer than 50 others may have followed. What was settled before one was sent
 * came before it; all else may have been committed after it.
 */
function certainlyKept(attempts: readonly Attempt[]): Attempt[] {
  const settlements = attempts.map(({ settledAt }) => settledAt).sort((a, b) => a - b);
  const settled = settlements.at(-keptMax - 1) ?? -1;
  return attempts.filter(({ id, sentAt }) => id !== undefined && sentAt > settled);
}

function expectBytes(kept: Kept | undefined, body: Buffer): void {
  expect(kept, "an acknowledged capture is kept").toBeDefined();
  expect(kept?.body.equals(body)).toBe(true);
}
