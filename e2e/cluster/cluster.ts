import { randomBytes, randomInt } from "node:crypto";
import { expect, vi } from "vitest";
import { startTcpProxy, type TcpProxy } from "@/lib/platform/bus/fixtures/tcp-proxy";
import { Caller } from "../caller";
import { type DoorName, startDoor } from "../door";
import { createScratchDatabase } from "../scratch-database";

/** Two processes on one database. Each reaches the one Redis through a connection that can be broken. */
export type Cluster = {
  ports: [number, number];
  proxies: [TcpProxy, TcpProxy];
  databaseUrl: string;
  stop(): Promise<void>;
};

export const cronSecret = "0123456789abcdef";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set: the suite needs a real Postgres and a real Redis`);
  return value;
}

/** @param doors how the first and the second process serve */
export async function startCluster(doors: [DoorName, DoorName]): Promise<Cluster> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const database = await createScratchDatabase(setting("FIELDKIT_TEST_DATABASE_URL"));
    cleanups.push(database.drop);
    const redis = new URL(setting("FIELDKIT_TEST_REDIS_URL"));
    // Channels are named after the database's number; the relay's suite, which runs beside this one, uses 1 to 7.
    redis.pathname = `/${randomInt(8, 16)}`;
    const shared = {
      ...{ DATABASE_URL: database.url, AUTH_SECRET: randomBytes(32).toString("hex") },
      CRON_SECRET: cronSecret,
    };
    const start = async (door: DoorName, addresses: Record<string, string>) => {
      const proxy = await startTcpProxy({ host: redis.hostname, port: Number(redis.port || 6379) });
      cleanups.push(proxy.stop);
      const REDIS_URL = redis.href.replace(redis.host, `127.0.0.1:${proxy.port}`);
      const { port, stop: stopDoor } = await startDoor(
        door,
        { ...shared, ...addresses, REDIS_URL },
        { pages: false },
      );
      cleanups.push(stopDoor);
      return { port, proxy };
    };
    const one = await start(doors[0], {});
    const addresses = {
      APP_URL: `http://localhost:${one.port}`,
      MOCK_DOMAIN: `mock.localhost:${one.port}`,
    };
    const two = await start(doors[1], addresses);
    const cluster: Cluster = {
      ...{ ports: [one.port, two.port], proxies: [one.proxy, two.proxy] },
      ...{ databaseUrl: database.url, stop },
    };
    await busIs(cluster, ["ok", "ok"]);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the processes report these states of the bus; they answer 200 in any case. */
export async function busIs({ ports }: Cluster, expected: ["ok" | "degraded", "ok" | "degraded"]) {
  await eventually(30_000, async () => {
    const answers = await Promise.all(ports.map((port) => new Caller(port).send("GET", "/readyz")));
    expect(answers.map(({ status, text }) => [status, JSON.parse(text)])).toMatchObject(
      expected.map((bus) => [200, { status: "ok", database: "ok", bus }]),
    );
  });
}

/** Repeats the assertion until it holds, for `ms` at most; how long that took. */
export async function eventually(ms: number, assertion: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await vi.waitFor(assertion, { timeout: ms, interval: 20 });
  return performance.now() - start;
}
