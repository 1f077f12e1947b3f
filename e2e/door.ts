import { spawn } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { embeddedUrl } from "@/db/embedded/embedded-url";
import { copyMigrated } from "@/db/fixtures/migrated-template";
import { bundleFile, isBuilt } from "@/server/build-stamp";
import type { commands } from "@/server/commands";
import { freePort } from "./free-port";
import { descendantsOf, hasEnded, killLeft, waitFor } from "./processes";
import { createScratchDatabase } from "./scratch-database";
import { workers } from "./target-port";

export type DoorName = "server" | "next" | "functions";

/** Every suite can be run with `WORKERS=2`; a few expectations are those of one process. */
export const hasOneWorker = (process.env.WORKERS ?? "1") === "1";

/** `e2e/api.ts` bundles a server that needs no build of the pages, for all doors of its tests. */
export const serverWithoutPages = "dist/without-pages/server.js";
export const withoutPages = process.env.FIELDKIT_PAGES === "none";

/** The bundle of an administrator's command: `npm run user` compiles its sources for seconds each time. */
export const commandFile = (name: keyof typeof commands) =>
  withoutPages ? join(dirname(serverWithoutPages), `${name}.js`) : bundleFile(`${name}.js`);

/** A Fieldkit that stands in another folder, and what starts it there. */
export type Elsewhere = {
  command: readonly [string, ...string[]];
  cwd: string;
  env?: Record<string, string>;
  /** The user that it runs as; this one if there is none. */
  uid?: number;
};

/** What `vercel build` made, where a run has built it; otherwise the last build as a platform takes it apart. */
const builtForVercel = () => Boolean(process.env.FIELDKIT_FUNCTIONS);
const functionsMain = () => `e2e/homes/functions/${builtForVercel() ? "main" : "traced-main"}.ts`;

/** The arguments for Node that start a door. */
export function commandOf(name: DoorName, port: number, pages: boolean): string[] {
  if (name === "functions") return ["--import", "tsx", functionsMain()];
  if (name === "next") return ["node_modules/next/dist/bin/next", "start", "-p", String(port)];
  if (withoutPages) return [serverWithoutPages, "--without-pages"];
  // Whoever starts a single test by hand may not have built yet: the other command does.
  if (!pages && isBuilt()) return [bundleFile("server.js"), "--without-pages"];
  return ["server/start.mjs"];
}

export function testDatabaseUrl(): string {
  const url = process.env.FIELDKIT_TEST_DATABASE_URL;
  if (!url) throw new Error("FIELDKIT_TEST_DATABASE_URL must be set: functions need a Postgres");
  return url;
}

export type DoorOptions = {
  isFirst?: boolean;
  pages?: boolean;
  node?: string;
  elsewhere?: Elsewhere;
  front?: number;
  cheapPasswords?: boolean;
};

/** Lets Node, and the processes and threads that it starts, hash passwords cheaply. */
const cheapPasswordsEnv = () => {
  const module = pathToFileURL(resolve("lib/platform/fixtures/cheap-passwords.mjs"));
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${module}`.trim() };
};

/** What Fieldkit is told where a proxy at this port stands in front. */
const behind = (front: number) => ({
  TRUST_PROXY: "1",
  APP_URL: `http://localhost:${front}`,
  MOCK_DOMAIN: `mock.localhost:${front}`,
  WS_URL: `ws://localhost:${front}`,
});

const localOrigin = (port: number) => `http://127.0.0.1:${port}`;

export const readyWithinMs = 120_000;
export const endedWithinMs = 30_000;

/**
 * Starts one of the two ways to serve Fieldkit on a free port, with an empty database. Both stay the same when it
 * is ended and started again.
 * @param extra more environment variables, or a function that returns them for the port that tests listen on
 * @param isFirst makes the database as a first start does, which costs seconds; otherwise it is a copy
 * @param pages whether the dashboard is asked for; to start the server without it takes half the time
 * @param node another Node's binary, which runs the last build as it is
 * @param elsewhere starts another Fieldkit than that of this folder
 * @param front the port of a proxy in front, which is the one that the world knows
 * @param cheapPasswords for tests that sign in often, whatever a hash costs; commands need `operatorEnv` then
 */
export async function startDoor(
  name: DoorName,
  extra: Record<string, string> | ((targetPort: number) => Record<string, string>) = {},
  { isFirst = false, pages = true, node, elsewhere, front, cheapPasswords = false }: DoorOptions = {},
) {
  const [port, ...targetPorts] = await Promise.all([
    freePort(),
    ...Array.from({ length: workers }, freePort),
  ]);
  const publicPort = front ?? port;
  const dataDir = await mkdtemp(join(tmpdir(), "fieldkit-e2e-"));
  if (!isFirst) await copyMigrated(dataDir);
  if (elsewhere?.uid !== undefined) await chown(dataDir, elsewhere.uid, elsewhere.uid);
  const output: string[] = [];
  const log = () => output.join("");
  const settings = { ...(typeof extra === "function" ? extra(targetPorts[0] ?? 0) : extra) };
  const nodeEnv = cheapPasswords ? cheapPasswordsEnv() : {};
  // Functions on Vercel have no database of their own.
  const needsDatabase = name === "functions" && builtForVercel() && !settings.DATABASE_URL;
  const scratch = needsDatabase ? await createScratchDatabase(testDatabaseUrl()) : undefined;
  if (scratch) settings.DATABASE_URL = scratch.url;
  // `npm start` would build anew for another Node.
  const lastBuild = [bundleFile("server.js")];
  const launch = () => {
    const own = node === undefined ? commandOf(name, port, pages) : lastBuild;
    const [program, ...args] = elsewhere?.command ?? [node ?? process.execPath, ...own];
    const launched = spawn(program, args, {
      cwd: elsewhere?.cwd,
      env: {
        ...process.env,
        ...elsewhere?.env,
        ...nodeEnv,
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMIT: "off",
        NO_COLOR: "1",
        NODE_ENV: "production",
        // Whoever runs the tests may have these set for other things.
        OPENAI_API_KEY: "",
        GITHUB_TOKEN: "",
        GITLAB_TOKEN: "",
        // Tests listen on the others to see what is sent out.
        OUTBOUND_ALLOW: [`http://localhost:${publicPort}`, ...targetPorts.map(localOrigin)].join(","),
        ...(front !== undefined && behind(front)),
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [launched.stdout, launched.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output.push(chunk.toString());
        if (output.length > 200) output.shift();
      });
    }
    return launched;
  };
  let child = launch();

  const waitUntil = async (path: string, isReady: (status: number) => boolean) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const ready = await waitFor(async () => {
      if (hasEnded(child)) return true;
      const response = await fetch(url, { redirect: "manual" }).catch(() => undefined);
      return response !== undefined && isReady(response.status);
    }, readyWithinMs);
    if (!ready || hasEnded(child)) throw new Error(`The ${name} door does not answer ${path}.\n${log()}`);
  };
  const becomeReady = async () => {
    await waitUntil("/readyz", (status) => status === 200);
    // The pages start after the API, which can take a minute on a busy machine.
    if (pages && !withoutPages) await waitUntil("/sign-in", (status) => status !== 503);
  };

  /** Sends the signal and waits for the end; what the process was ended by, or its exit code. */
  const end = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    if (!(await waitFor(() => hasEnded(child), endedWithinMs))) {
      child.kill("SIGKILL");
      throw new Error(`The ${name} door did not end on ${signal}.\n${log()}`);
    }
    return child.signalCode ?? child.exitCode;
  };

  /** Halts all processes as a suspended machine does, until they go on. */
  const signalAll = (signal: NodeJS.Signals) => {
    for (const each of [pid(), ...descendants()]) process.kill(each, signal);
  };
  const halt = () => signalAll("SIGSTOP");
  const goOn = () => signalAll("SIGCONT");

  const stop = async () => {
    const family = descendants();
    try {
      if (!hasEnded(child)) await end("SIGTERM");
      const left = await killLeft(family, 5000);
      if (left.length > 0) throw new Error(`The ${name} door left processes behind: ${left.join(", ")}`);
    } finally {
      await scratch?.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  };

  /** Starts the ended door again, with these settings from now on; an empty one counts as absent. */
  const restart = async (changed: Record<string, string> = {}) => {
    Object.assign(settings, changed);
    child = launch();
    await becomeReady();
  };

  /** Processes that this one started, the embedded database's among them. */
  const descendants = () => (child.pid === undefined ? [] : descendantsOf(child.pid));

  /** The embedded database's process: the bundled one, or from its source. */
  const database = () =>
    child.pid === undefined
      ? []
      : [...descendantsOf(child.pid, "db-child.js"), ...descendantsOf(child.pid, "db/embedded/child.ts")];

  const pid = () => child.pid ?? 0;

  /** Where its database is, and what an operator's command has to be told of it. */
  const databaseUrl = () => settings.DATABASE_URL || embeddedUrl(dataDir);
  const operatorEnv = () => ({
    ...nodeEnv,
    DATA_DIR: dataDir,
    DATABASE_URL: settings.DATABASE_URL ?? "",
    REDIS_URL: settings.REDIS_URL ?? "",
  });

  try {
    await becomeReady();
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const [targetPort = 0] = targetPorts;
  return {
    port,
    publicPort,
    targetPort,
    targetPorts,
    dataDir,
    log,
    stop,
    end,
    restart,
    halt,
    goOn,
    descendants,
    database,
    pid,
    databaseUrl,
    operatorEnv,
  };
}

export type Door = Awaited<ReturnType<typeof startDoor>>;

/** What the suites of `e2e/api` and `e2e/app` have to know of the door that they are run against. */
export function suiteEnv(name: DoorName, { publicPort, targetPorts, dataDir }: Door): Record<string, string> {
  return {
    FIELDKIT_URL: `http://localhost:${publicPort}`,
    FIELDKIT_MOCK_PORT: String(publicPort),
    FIELDKIT_DOOR: name,
    FIELDKIT_TARGET_PORTS: targetPorts.join(","),
    FIELDKIT_DATA_DIR: dataDir,
    FIELDKIT_STREAMS: name === "server" ? `ws://localhost:${publicPort}` : "none",
  };
}
