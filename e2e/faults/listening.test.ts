import { createHmac, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cli } from "../cli";
import { CutProxy } from "../cut-proxy";
import { DeskServer, headerOf, type Received } from "../desk-server";
import { type Door, startDoor } from "../door";
import { freePort } from "../free-port";
import { Inboxes } from "./inboxes";

/** As many as a run after every change can afford. */
const total = Number(process.env.FIELDKIT_LISTENED ?? 1000);
/** Connections are cut after each of so many captures, and the server restarted twice. */
const cutEvery = Math.max(50, Math.floor(total / 40));
const restartsAt = [Math.floor(total / 3), Math.floor((2 * total) / 3)];
/** What may be on the way to the desk: less than an inbox keeps while nobody listens. */
const ahead = 40;
const secret = "hush";

let door: Door;
let proxy: CutProxy;
let cli: Cli;
let desk: DeskServer;
beforeAll(async () => {
  const front = await freePort();
  [door, cli, desk] = await Promise.all([
    startDoor("server", {}, { pages: false, front }),
    Cli.build(),
    new DeskServer().open(),
  ]);
  proxy = new CutProxy(() => door.port);
  await proxy.listen(front);
});
afterAll(() => Promise.all([door.stop(), proxy.close(), cli.remove(), desk.close()]));

const sign = (body: Buffer) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Bytes of every kind: none, text, and what is no text in any encoding. */
function bodyOf(at: number): Buffer {
  if (at % 7 === 0) return Buffer.alloc(0);
  if (at % 3 === 0) return Buffer.from(JSON.stringify({ at, text: "é 日本 🎈" }));
  return randomBytes(1 + (at % 3000));
}

type Sent = { name: string; body: Buffer; isAcknowledged: boolean };

test(`${total} captures reach the desk over cut connections and restarts: each once, in order, as they were`, async () => {
  const inboxes = await Inboxes.create(door.port, 1);
  const [inbox] = inboxes.all;
  if (!inbox) throw new Error("There is no inbox");
  const { owner, host } = inboxes;
  const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
  const [project] = await owner.done<{ referenceId: string }[]>("GET", `/api/teams/${team?.id}/projects`);
  const { key } = await owner.done<{ key: string }>(
    "POST",
    `/api/projects/${project?.referenceId}/api-keys`,
    {
      name: "Desk",
    },
  );
  const env = { FIELDKIT_URL: `http://localhost:${door.publicPort}`, FIELDKIT_API_KEY: key };
  const running = cli.start(
    ["listen", inbox.id, "--forward", `${desk.url}/hooks`, "--json", "--after", "0"],
    { env },
  );
  await expect.poll(() => running.out).toContain('"type":"connected"');

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sent: Sent[] = [];
  const post = (name: string, body: Buffer) =>
    new Promise<boolean>((resolve) => {
      const headers = {
        host,
        "x-name": name,
        "x-hub-signature-256": sign(body),
        "content-length": body.byteLength,
      };
      const outgoing = request(
        { host: "127.0.0.1", port: door.port, method: "POST", path: `${inbox.path}/${name}`, agent, headers },
        (incoming) => {
          incoming.resume();
          incoming.once("error", () => resolve(false));
          incoming.once("end", () => resolve(incoming.statusCode === 200));
        },
      );
      outgoing.once("error", () => resolve(false));
      outgoing.end(body);
    });
  let restarting: Promise<void> | undefined;
  for (let at = 1; at <= total; at += 1) {
    // An inbox keeps its newest only: whoever sends more while nobody listens loses some by design.
    while (at - desk.received.length > ahead && running.child.exitCode === null) await sleep(5);
    if (at % cutEvery === 0) proxy.cut();
    if (restartsAt.includes(at)) restarting = door.end().then(() => door.restart());
    const body = bodyOf(at);
    for (let attempt = 1; ; attempt += 1) {
      const name = `${at}.${attempt}`;
      const isAcknowledged = await post(name, body);
      sent.push({ name, body, isAcknowledged });
      if (isAcknowledged) break;
      await restarting;
      await sleep(20);
    }
  }
  const last = sent.at(-1)?.name;
  const isThere = () => desk.received.some((each) => headerOf(each, "x-name") === last);
  await expect.poll(isThere, { timeout: 120_000, interval: 200 }).toBe(true);
  running.kill("SIGINT");
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([0, ""]);

  const events = running.events();
  expect(events.filter(({ type }) => type === "missed")).toEqual([]);
  expect(events.filter(({ type }) => type === "disconnected").length).toBeGreaterThan(5);
  const sequences = events.filter(({ type }) => type === "capture").map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, at) => at + 1));
  expectExactly(desk.received, sent);
  agent.destroy();
});

/** Every acknowledged one once, and each that a restart left open once at most; in the order in which they were sent. */
function expectExactly(received: readonly Received[], sent: readonly Sent[]): void {
  const names = received.map((each) => headerOf(each, "x-name") ?? "");
  const wanted = sent.filter(({ name, isAcknowledged }) => isAcknowledged || names.includes(name));
  expect(names).toEqual(wanted.map(({ name }) => name));
  for (const [at, { url, body, ...rest }] of received.entries()) {
    const { name, body: original } = wanted[at] as Sent;
    expect(url).toBe(`/hooks/${name}`);
    if (!body.equals(original)) throw new Error(`The body of ${name} is another`);
    expect(headerOf({ url, body, ...rest }, "x-hub-signature-256")).toBe(sign(body));
  }
}
