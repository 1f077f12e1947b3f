import { randomInt } from "node:crypto";
import { type DoorName, type DoorOptions, startDoor, suiteEnv } from "../door";
import { freePort } from "../free-port";
import { startRelay } from "../relay";
import { createScratchDatabase } from "../scratch-database";
import { run, runPlaywright, runVitest } from "./run-command";
import type { Counts } from "./steps";

export const npm = (script: string) => run("npm", ["run", script], { label: script });
/** @param files some of the test files; all of them if there are none */
export const unitTests = (files: readonly string[] = []) =>
  runVitest([...["unit", "isolated"].flatMap((project) => ["--project", project]), ...files], {
    label: "unit",
  });

type ApiOptions = Pick<DoorOptions, "elsewhere" | "node"> & {
  /** Names of test files; all of them if there are none. */
  only?: readonly string[];
};

/** All tests of the API. @param extra what the door is told besides */
export function apiSuite(
  door: DoorName,
  extra: Record<string, string> = {},
  { only = [], ...options }: ApiOptions = {},
): Promise<Counts> {
  const label = `api ${door}`;
  const run = (env: Record<string, string>) => runVitest(["--project", "api", ...only], { env, label });
  // Another Fieldkit, or one of another Node, is tested as it is.
  const isOwn = !options.elsewhere && options.node === undefined;
  return withDoor(door, extra, run, { ...options, cheapPasswords: isOwn });
}

/** One call of each operation that succeeds and one that is refused, and what a door could change: `e2e/api/smoke.ts`. */
export async function smokeSuite(door: DoorName, extra: Record<string, string> = {}): Promise<Counts> {
  const label = `smoke ${door}`;
  return withDoor(door, extra, (env) => runVitest(["--project", "smoke"], { env, label }));
}

type Suite = (door: DoorName, extra: Record<string, string>) => Promise<Counts>;

/** On what a deployment of Next has below it, where there is any. */
const onNext = (suite: Suite) => (databaseUrl?: string, redisUrl?: string) =>
  onScratch(databaseUrl, (database) =>
    suite("next", { ...database, ...(redisUrl && { REDIS_URL: redisUrl }) }),
  );
export const nextSuite = onNext(apiSuite);
export const smokeNextSuite = onNext(smokeSuite);

/** Runs the work with what a door has to be told of an empty database beside the given one, if there is one. */
export async function onScratch<T>(
  databaseUrl: string | undefined,
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (!databaseUrl) return work({});
  const database = await createScratchDatabase(databaseUrl);
  try {
    return await work({ DATABASE_URL: database.url });
  } finally {
    await database.drop();
  }
}

/** Three processes do what the server does in one: Next, which can't hold WebSockets, Redis and the relay. */
export const relaySuite = (redisUrl: string): Promise<Counts> =>
  withRelay("next", redisUrl, {}, { label: "streams", only: ["e2e/api/stream"] });

type RelayOptions = { label: string; only?: readonly string[] };

/** The suite of the API on a door that can't hold WebSockets, with the relay beside it. */
export async function withRelay(
  door: DoorName,
  redisUrl: string,
  extra: Record<string, string>,
  { label, only = [] }: RelayOptions,
): Promise<Counts> {
  const redis = new URL(redisUrl);
  // Channels are named after the number: the clusters that run beside it take one from 8 on.
  // Over REST there is no such number, which is as if it were 0.
  redis.pathname = `/${door === "functions" ? 0 : randomInt(1, 8)}`;
  const port = await freePort();
  const streams = `ws://localhost:${port}`;
  return withDoor(door, { ...extra, REDIS_URL: redis.href, WS_URL: streams }, async (env) => {
    const relay = await startRelay({ port, appUrl: String(env.FIELDKIT_URL), redisUrl: redis.href });
    return endingWith(relay, "relay", () =>
      runVitest(["--project", "api", ...only], { env: { ...env, FIELDKIT_STREAMS: streams }, label }),
    );
  });
}

/** These start processes of their own, because they break their connections, or them. */
export const clusterSuite = () => runVitest(["--project", "cluster"], { label: "cluster" });
/** Two changes of one row at the same moment, on a real Postgres. */
export const conflictSuite = () =>
  runVitest(["--project", "cluster", "at-once.test"], { label: "conflicts" });
export const safetySuite = () => runVitest(["--project", "safety"], { label: "safety" });
export const attackSuite = () => runVitest(["--project", "attacks"], { label: "attacks" });
export const faultSuite = () => runVitest(["--project", "faults"], { label: "faults" });

/** What can be told of other homes in seconds: a function started from the files that the build lists for it. */
export const functionSuite = () =>
  runVitest(["--project", "homes", "e2e/homes/functions"], { label: "function" });

/** @param extra options of Playwright, such as which tests */
export const browserSuite = (...extra: string[]) =>
  withDoor("server", {}, (env) => {
    // Nobody looks at hundreds of them; who changes a page runs its test alone.
    const options = { env: { ...env, FIELDKIT_PICTURES: "none" }, label: "dashboard" };
    return runPlaywright(["--project=dashboard", ...extra], options);
  });

async function withDoor<T>(
  name: DoorName,
  extra: Record<string, string>,
  work: (env: Record<string, string>) => Promise<T>,
  options: DoorOptions = {},
): Promise<T> {
  // As the first start of an installation: everything else is tested on a copied database.
  const door = await startDoor(name, extra, { isFirst: true, ...options });
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
