import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../caller";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { eventually } from "./cluster";
import { unique } from "./site";

/** How long a process may be silent before another one takes its rules over. */
const leaseMs = 30_000;
const captures = 30;

type Received = { rule: string; delivery: string; body: string };

let startServer: () => Promise<Door>;
let sql: Client;
let target: Server;
const received: Received[] = [];
/** Deliveries that wait for their answer. */
const held: ServerResponse[] = [];
let holdsFrom = Number.POSITIVE_INFINITY;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const admin = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!admin) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: two processes need one Postgres");
  target = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const delivery = String(request.headers["x-fieldkit-delivery"]);
      received.push({ rule: request.url ?? "", delivery, body: Buffer.concat(chunks).toString() });
      if (received.length < holdsFrom) response.end("thanks");
      else held.push(response);
    });
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  const database = await createScratchDatabase(admin);
  cleanups.push(database.drop);
  sql = new Client(database.url);
  await sql.connect();
  cleanups.push(() => sql.end());
  const { port } = target.address() as AddressInfo;
  const shared = {
    DATABASE_URL: database.url,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    REDIS_URL: "",
    OUTBOUND_ALLOW: `http://127.0.0.1:${port}`,
  };
  startServer = async () => {
    const door = await startDoor("server", shared, { pages: false });
    cleanups.push(door.stop);
    return door;
  };
});
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Sends to an inbox with rules for some addresses. */
async function inboxWith({ port: at }: Door, rules: readonly string[]) {
  const caller = await new Caller(at).signedUp(`${unique("ada")}@example.com`);
  const [team] = await caller.done<{ id: string }[]>("GET", "/api/teams");
  const named = { name: "Shop", slug: unique("shop") };
  const project = await caller.done<{ id: string; host: string }>(
    "POST",
    `/api/teams/${team?.id}/projects`,
    named,
  );
  const webhooks = `/api/projects/${project.id}/webhooks`;
  const inbox = await caller.done<{ id: string; url: string }>("POST", webhooks, { name: "Orders" });
  const { port } = target.address() as AddressInfo;
  for (const rule of rules) {
    const fields = { name: rule, url: `http://127.0.0.1:${port}${rule}` };
    await caller.done("POST", `${webhooks}/${inbox.id}/forwarding-rules`, fields);
  }
  const { host, pathname } = new URL(inbox.url);
  return (body: object) => caller.send("POST", pathname, { host, body });
}

const idsOf = async (state: string) => {
  const { rows } = await sql.query<{ id: string }>("select id from webhook_deliveries where state = $1", [
    state,
  ]);
  return rows.map(({ id }) => id);
};

test(
  "deliveries that a killed process had under way are sent by another one: none is lost, and only those come twice",
  async () => {
    const first = await startServer();
    const rules = ["/one", "/two"];
    const capture = await inboxWith(first, rules);
    holdsFrom = 20;
    for (let n = 0; n < captures; n += 1) {
      expect((await capture({ n })).status).toBe(200);
    }
    await eventually(30_000, async () => expect(held.length).toBeGreaterThanOrEqual(rules.length));
    await first.end("SIGKILL");
    const delivered = new Set(await idsOf("delivered"));
    const sentBefore = received.map(({ delivery }) => delivery);
    const underWay = new Set(sentBefore.filter((delivery) => !delivered.has(delivery)));
    expect(underWay.size).toBeGreaterThanOrEqual(rules.length);
    holdsFrom = Number.POSITIVE_INFINITY;
    await startServer();
    const all = captures * rules.length;
    await eventually(leaseMs + 60_000, async () => expect(await idsOf("delivered")).toHaveLength(all));
    expect(await idsOf("pending")).toEqual([]);

    for (const rule of rules) {
      const bodies = received.filter((each) => each.rule === rule).map(({ body }) => body);
      const once = bodies.filter((body, at) => bodies.indexOf(body) === at);
      expect(once, rule).toEqual(Array.from({ length: captures }, (_, n) => `{"n":${n}}`));
    }
    const deliveries = received.map(({ delivery }) => delivery);
    const doubled = new Set(deliveries.filter((delivery, at) => deliveries.indexOf(delivery) !== at));
    expect(doubled).toEqual(underWay);
    expect(deliveries).toHaveLength(sentBefore.length + all - delivered.size);
  },
  leaseMs + 180_000,
);
