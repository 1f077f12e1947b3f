import { randomInt } from "node:crypto";
import { type DoorName, type Elsewhere, startDoor, suiteEnv } from "../door";
import { freePort } from "../free-port";
import { startRelay } from "../relay";
import { createScratchDatabase } from "../scratch-database";
import { run, runPlaywright, runVitest } from "./run-command";
import type { Counts } from "./steps";

export const npm = (script: string) => run("npm", ["run", script], { label: script });
export const unitTests = () => runVitest(["--project", "unit"], { label: "unit" });

export function apiSuite(
  door: DoorName,
  extra: Record<string, string> = {},
  elsewhere?: Elsewhere,
): Promise<Counts> {
  const label = `api ${door}`;
  return withDoor(door, extra, (env) => runVitest(["--project", "api"], { env, label }), elsewhere);
}

export async function nextSuite(databaseUrl?: string, redisUrl?: string): Promise<Counts> {
  const database = databaseUrl ? await createScratchDatabase(databaseUrl) : undefined;
  try {
    return await apiSuite("next", {
      ...(database && { DATABASE_URL: database.url }),
      ...(redisUrl && { REDIS_URL: redisUrl }),
    });
  } finally {
    await database?.drop();
  }
}

/** Three processes do what the server does in one: Next, which can't hold WebSockets, Redis and the relay. */
export async function relaySuite(redisUrl: string): Promise<Counts> {
  const redis = new URL(redisUrl);
  // Channels are named after the number: the clusters that run beside it take one from 8 on.
  redis.pathname = `/${randomInt(1, 8)}`;
  const port = await freePort();
  const streams = `ws://localhost:${port}`;
  return withDoor("next", { REDIS_URL: redis.href, WS_URL: streams }, async (env) => {
    const relay = await startRelay({ port, appUrl: String(env.FIELDKIT_URL), redisUrl: redis.href });
    return endingWith(relay, "relay", () =>
      runVitest(["--project", "api", "e2e/api/stream"], {
        env: { ...env, FIELDKIT_STREAMS: streams },
        label: "streams",
      }),
    );
  });
}

/** These start processes of their own, because they break their connections, or them. */
export const clusterSuite = () => runVitest(["--project", "cluster"], { label: "cluster" });
export const endSuite = () => runVitest(["--project", "ends"], { label: "ends" });
export const faultSuite = () => runVitest(["--project", "faults"], { label: "faults" });

/** What can be told of other homes in seconds: a function started from the files that the build lists for it. */
export const functionSuite = () =>
  runVitest(["--project", "homes", "e2e/homes/functions"], { label: "function" });

/** Both are projects of `playwright.config.ts`. What measures times has a machine and a service to itself. */
export const browserSuite = () => playwrightSuite("dashboard");
export const timedSuite = () => playwrightSuite("timed");

const playwrightSuite = (project: string) =>
  withDoor("server", {}, (env) => runPlaywright([`--project=${project}`], { env, label: project }));

async function withDoor<T>(
  name: DoorName,
  extra: Record<string, string>,
  work: (env: Record<string, string>) => Promise<T>,
  elsewhere?: Elsewhere,
): Promise<T> {
  // As the first start of an installation: everything else is tested on a copied database.
  const door = await startDoor(name, extra, { isFirst: true, ...(elsewhere && { elsewhere }) });
  return endingWith(door, `${name} door`, () => work(suiteEnv(name, door)));
}

export type Service = { log(): string; stop(): Promise<void> };

/** Stops the service after the work, and shows what it said last when the work failed. */
export async function endingWith<T>(service: Service, name: string, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    process.stdout.write(`\nThe ${name}'s last output:\n${service.log()}\n`);
    await service.stop().catch((problem: unknown) => process.stderr.write(`${String(problem)}\n`));
    throw error;
  }
  await service.stop();
  return result;
}
