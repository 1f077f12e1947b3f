import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { startTcpProxy, type TcpProxy } from "@/lib/platform/bus/fixtures/tcp-proxy";
import { type Door, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";
import { expectKept, Flood } from "./flood";
import { Inboxes } from "./inboxes";

const connections = 20;
const recoveredMs = 60_000;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(extra?: Record<string, string>): Promise<Door> {
  const door = await startDoor("server", extra, { pages: false });
  cleanups.push(door.stop);
  return door;
}

/** Senders that go on whatever they are answered, and what is to be true of that in the end. */
async function flooding(door: Door) {
  const inboxes = await Inboxes.create(door.port, 4);
  const flood = new Flood(inboxes, { connections });
  flood.start();
  await flood.acknowledges(300);
  const refused = () => flood.attempts.filter(({ status }) => status === 503);
  return {
    flood,
    refused,
    capture: () => inboxes.capture(inboxes.all[0] as Inboxes["all"][number]),
    /** Every sender got an answer, and each 2xx is stored. */
    async recover(): Promise<void> {
      await Promise.race([flood.acknowledges(500), sleep(recoveredMs, undefined, { ref: false })]);
      await flood.stop();
      const last = flood.attempts.at(-1);
      expect([last?.status, last?.error], "the last one, after the recovery").toEqual([200, undefined]);
      const outcomes = new Set(flood.attempts.map(({ status, error }) => error ?? status));
      expect([...outcomes].sort()).toEqual([200, 503]);
      for (const { retryAfter } of refused()) expect(retryAfter).toMatch(/^[1-9]\d*$/);
      for (const inbox of inboxes.all) await expectKept(inboxes, inbox, flood.attempts);
    },
  };
}

const readiness = async ({ port }: Door) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

test("while the embedded database is gone captures are 503 with Retry-After, and then stored again", async () => {
  const door = await start();
  const { recover, refused } = await flooding(door);
  for (const pid of door.database()) process.kill(pid, "SIGKILL");
  await expect.poll(() => refused().length).toBeGreaterThan(connections);
  await expect.poll(() => readiness(door), { timeout: recoveredMs }).toBe(200);
  await recover();
});

const adminUrl = process.env.FIELDKIT_TEST_DATABASE_URL;

describe.each(adminUrl ? [adminUrl] : [])("a Postgres behind a connection that breaks", (postgres) => {
  async function startBehindProxy(): Promise<{ door: Door; proxy: TcpProxy }> {
    const database = await createScratchDatabase(postgres);
    cleanups.push(database.drop);
    const url = new URL(database.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    cleanups.push(proxy.stop);
    url.host = `127.0.0.1:${proxy.port}`;
    return { door: await start({ DATABASE_URL: url.href }), proxy };
  }

  test("while it can't be reached captures are 503 with Retry-After, and then stored again", async () => {
    const { door, proxy } = await startBehindProxy();
    const { refused, recover, capture } = await flooding(door);
    await proxy.cut();
    await expect.poll(() => refused().length).toBeGreaterThan(connections);
    expect(await readiness(door)).toBe(503);
    const start = performance.now();
    expect((await capture()).status).toBe(503);
    expect(performance.now() - start).toBeLessThan(8000);
    await proxy.restore();
    await recover();
  });

  test("while it is silent nobody is told 2xx, and then captures are stored again", async () => {
    const { door, proxy } = await startBehindProxy();
    const { flood, recover } = await flooding(door);
    proxy.hang();
    // Answers that had left the database before are still on their way.
    let acknowledged = -1;
    for (let rounds = 0; rounds < 20 && flood.acknowledged !== acknowledged; rounds += 1) {
      acknowledged = flood.acknowledged;
      await sleep(1000);
    }
    expect(flood.acknowledged).toBe(acknowledged);
    await sleep(1500);
    expect(flood.acknowledged).toBe(acknowledged);
    await proxy.restore();
    await recover();
  });
});
