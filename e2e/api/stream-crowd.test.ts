import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { bearer, createKey, createSite, done, type Site } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";
import { numbers, Reader, type Shown, streamPath } from "./stream-reader";

const clientCount = 100;
const reconnections = 5;
const captureCount = 400;
const senders = 4;
/**
 * How far senders may be ahead of the slowest client. An inbox keeps 50 captures, so that nobody can miss one
 * who comes back in this time, however slow the machine is.
 */
const aheadMax = 50 - senders;

let site: Site;
let inbox: Inbox;
let key: string;
beforeAll(async () => {
  site = await createSite();
  inbox = await createInbox(site);
  ({ key } = await createKey(site.owner, site.project.referenceId));
});

/** Somebody who listens, breaks off at some captures and comes back for what follows the last one heard. */
class Listener {
  readonly heard: { sequence: number; id: string; body: string }[] = [];
  connections = 0;
  readonly #breakOffAt: Set<number>;
  readonly #show: () => Promise<Shown>;

  constructor(breakOffAt: Iterable<number>, show: () => Promise<Shown>) {
    this.#breakOffAt = new Set(breakOffAt);
    this.#show = show;
  }

  get last(): number {
    return this.heard.at(-1)?.sequence ?? 0;
  }

  /** Listens until the last capture. */
  async listen(): Promise<void> {
    while (this.last < captureCount) {
      const path = streamPath(inbox.webhook.id, `?after=${this.last}`);
      let left = false;
      const reader = new Reader(path, await this.#show(), ({ sequence, id, body }) => {
        // What arrives after a client left is not heard any more.
        if (left) return;
        this.heard.push({ sequence, id, body });
        left = this.#breakOffAt.delete(sequence) || sequence >= captureCount;
        // Some say goodbye, some are just gone.
        if (left && sequence % 2 === 0) reader.socket.terminate();
        else if (left) reader.socket.close();
      });
      await reader.opened;
      this.connections += 1;
      await reader.closed;
    }
  }
}

/** Where a client breaks off: all at once in the middle, and each where nobody else does. */
function breaksOf(client: number): number[] {
  const apart = [0, 1, 3, 4].map((part) => part * 80 + 1 + ((client * 7 + part * 13) % 79));
  return [...apart, captureCount / 2];
}

/** Captures as fast as all clients hear it. @returns the bodies by the ids that the senders were told */
async function captureAll(clients: readonly Listener[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  const slowest = () => Math.min(...clients.map(({ last }) => last));
  let sent = 0;
  const lane = async () => {
    while (sent < captureCount) {
      if (sent - slowest() >= aheadMax) {
        await sleep(1);
        continue;
      }
      sent += 1;
      const body = `capture ${sent}`;
      const answer = await inbox.capture({ method: "POST", body });
      expect(answer.status, answer.text()).toBe(200);
      bodies.set(answer.json<{ id: string }>().id, body);
    }
  };
  await Promise.all(Array.from({ length: senders }, lane));
  return bodies;
}

it(`${clientCount} clients that each reconnect ${reconnections} times under load miss nothing and get nothing twice`, async () => {
  const shows: (() => Promise<Shown>)[] = [
    async () => ({ headers: bearer(key) }),
    async () => ({ headers: { cookie: site.owner.cookie } }),
    async () => done<{ ticket: string }>(site.owner.post(`${inbox.api}/stream-tickets`), 201),
  ];
  const clients = Array.from(
    { length: clientCount },
    (_, at) => new Listener(breaksOf(at), shows[at % shows.length] as () => Promise<Shown>),
  );
  const listening = Promise.all(clients.map((client) => client.listen()));
  const [bodies] = await Promise.all([captureAll(clients), listening]);

  expect(bodies.size).toBe(captureCount);
  const order = clients[0]?.heard ?? [];
  expect(new Map(order.map(({ id, body }) => [id, body]))).toEqual(bodies);
  for (const { heard, connections } of clients) {
    expect(heard.map(({ sequence }) => sequence)).toEqual(numbers(1, captureCount));
    expect(heard).toEqual(order);
    // More where the machine is so busy that a client is taken for one that does not read.
    expect(connections).toBeGreaterThan(reconnections);
  }
}, 300_000);
