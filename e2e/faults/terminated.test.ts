import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Door, type DoorName, hasOneWorker, startDoor } from "../door";
import { expectKept, Flood } from "./flood";
import { type Inbox, Inboxes } from "./inboxes";

const rounds = process.env.FIELDKIT_THOROUGH ? 5 : 2;
const connections = 20;

let door: Door;
beforeAll(async () => {
  door = await startDoor("server");
});
afterAll(() => door.stop());

/** Ends the server by SIGTERM: with exit code 0 and nothing left running. */
async function terminate(): Promise<void> {
  const family = door.descendants();
  expect(family.length, "the database is a process of its own").toBeGreaterThan(0);
  expect(await door.end("SIGTERM")).toBe(0);
  await expect.poll(() => family.filter(runs)).toEqual([]);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test(`a server terminated ${rounds} times in a flood answers what it took and keeps what it answered`, async () => {
  const inboxes = await Inboxes.create(door.port, 4);
  const flood = new Flood(inboxes, { connections });
  for (let round = 0; round < rounds; round += 1) {
    flood.start();
    await flood.acknowledges(200 + 37 * round);
    await terminate();
    await flood.stop();
    let found = 0;
    await door.restart();
    for (const inbox of inboxes.all) found += (await expectKept(inboxes, inbox, flood.attempts)).checked;
    expect(found).toBeGreaterThan(connections);
  }
  const others = flood.attempts.filter(({ id }) => id === undefined);
  // Each connection was told that it ends, and its sender found nobody to open another one to. Where workers share the
  // port, one that none of them has accepted yet is reset.
  const found = new Set(others.map(({ status, error }) => error ?? status));
  if (!hasOneWorker) found.delete("ECONNRESET");
  expect(found).toEqual(new Set(["ECONNREFUSED"]));
  expect(others).toHaveLength(rounds * connections);
});

/** A connection to the server that is kept, and all that came over it. */
async function keep(host: string) {
  const socket = connect(door.port, "127.0.0.1");
  await once(socket, "connect");
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<string>((resolve) => {
    socket.once("error", (error) => resolve(String(error)));
    socket.once("close", () => resolve("closed"));
  });
  const capture = (socket: Socket, { path }: Inbox, body: string) =>
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  return {
    capture: (inbox: Inbox, body: string) => capture(socket, inbox, body),
    ended,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
  };
}

const isRefused = () =>
  new Promise((resolve) => {
    const socket = connect(door.port, "127.0.0.1", () => resolve(socket.destroy() && false));
    socket.once("error", () => resolve(true));
  });

test("requests under way, and those that come on connections that are kept, are answered and stored", async () => {
  const inboxes = await Inboxes.create(door.port, 2);
  const { owner, host, api } = inboxes;
  const [inbox, slow] = inboxes.all as [Inbox, Inbox];
  await owner.done("PUT", `${api}/${slow.id}`, { response: { statusCode: 202, delayMs: 5000 } });
  const [waiting, kept, idle, unused] = [
    await keep(host),
    await keep(host),
    await keep(host),
    await keep(host),
  ];
  for (const each of [kept, idle]) {
    each.capture(inbox, "before");
    await expect.poll(each.statuses).toEqual([200]);
  }
  waiting.capture(slow, "waiting");
  await expect.poll(() => inboxes.lastSequence(slow).catch(() => 0)).toBe(1);

  const terminated = terminate();
  await expect.poll(isRefused, { interval: 10 }).toBe(true);
  kept.capture(inbox, "meanwhile");
  await terminated;
  expect(await Promise.all([waiting, kept, idle, unused].map(({ ended }) => ended))).toEqual(
    Array(4).fill("closed"),
  );
  expect(waiting.statuses()).toEqual([202]);
  expect(waiting.text()).toContain("Connection: close");
  expect(kept.statuses()).toEqual([200, 200]);
  expect(kept.text().split("HTTP/1.1 200")[2]).toContain("Connection: close");
  expect(idle.statuses()).toEqual([200]);

  await door.restart();
  const bodies = (await inboxes.kept(inbox)).map(({ body }) => body.toString());
  expect(bodies).toEqual(["meanwhile", "before", "before"]);
  expect((await inboxes.kept(slow)).map(({ body }) => body.toString())).toEqual(["waiting"]);
});

test("senders that never finish are cut off at the end", async () => {
  const inboxes = await Inboxes.create(door.port, 1);
  const [{ path }] = inboxes.all as [Inbox];
  const dawdler = connect(door.port, "127.0.0.1");
  dawdler.on("error", () => {});
  dawdler.write(`POST ${path} HTTP/1.1\r\nHost: ${inboxes.host}\r\nContent-Length: 100\r\n\r\nhalf`);
  await sleep(200);
  expect(await door.end("SIGTERM")).toBe(0);
  await door.restart();
  expect(await inboxes.kept(inboxes.all[0] as Inbox)).toEqual([]);
});

/** Opens a stream of changes of flags. @returns what it got, and when it ended */
async function listenTo(port: number, key: string) {
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8").on("error", () => {});
  const stream = { text: "", ended: once(socket, "end") };
  socket.on("data", (chunk: string) => {
    stream.text += chunk;
  });
  socket.write(
    `GET /api/sdk/stream?key=${key} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(() => stream.text).toContain('"type":"ready"');
  return stream;
}

test.each<DoorName>(["server", "next"])("streams of flags end in order: %s", async (name) => {
  if (name === "next") {
    await door.stop();
    door = await startDoor("next");
  }
  const { owner } = await Inboxes.create(door.port, 1);
  const [team] = await owner.done<{ id: string }[]>("GET", "/api/teams");
  const [project] = await owner.done<{ referenceId: string }[]>("GET", `/api/teams/${team?.id}/projects`);
  const path = `/api/projects/${project?.referenceId}/api-keys`;
  const { key } = await owner.done<{ key: string }>("POST", path, { name: "Page", scope: "evaluate" });
  const streams = await Promise.all(Array.from({ length: 50 }, () => listenTo(door.port, key)));
  await door.end("SIGTERM");
  // The last chunk says that there are no more; a stream that is cut off has none.
  for (const stream of streams) {
    await stream.ended;
    expect(stream.text).toMatch(/\r\n0\r\n\r\n$/);
  }
  await door.restart();
});
