/** The whole check of the project: `npm test`. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { type DoorName, startDoor } from "./door";
import { freePort } from "./free-port";
import { startRelay } from "./relay";
import { createScratchDatabase } from "./scratch-database";

const total = { passed: 0, failed: 0 };

try {
  await step("Lint, types and unit tests", () => run("npm", ["run", "verify"], { counts: true }));
  await step("Production build", () => run("npm", ["run", "build"]));
  await step("API, server door", () => apiSuite("server"));
  const databaseUrl = process.env.FIELDKIT_TEST_DATABASE_URL;
  const redisUrl = process.env.FIELDKIT_TEST_REDIS_URL;
  // Two runs for doors and databases: each door, and each of what may be below it.
  const services = [databaseUrl && "Postgres", redisUrl && "Redis"].filter(Boolean).join(" and ");
  await step(`API, next door${services && ` on ${services}`}`, () => nextSuite(databaseUrl, redisUrl));
  if (redisUrl) await step("Streams, next door with a relay behind Redis", () => relaySuite(redisUrl));
  if (databaseUrl && redisUrl) await step("Two processes", clusterSuite);
  await step("Faults", faultSuite);
  await step("Dashboard in a browser", browserSuite);
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  if (total.failed === 0) total.failed = 1;
  process.exitCode = 1;
}
say(`\n${total.passed} passed, ${total.failed} failed`);

async function step(title: string, work: () => Promise<void>): Promise<void> {
  say(`\n=== ${title}`);
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
  try {
    await work();
  } catch (error) {
    say(`=== ${title}: failed after ${seconds()} s`);
    throw error;
  }
  say(`=== ${title}: ${seconds()} s`);
}

async function apiSuite(door: DoorName, extra: Record<string, string> = {}): Promise<void> {
  await withDoor(door, extra, (env) =>
    run("npx", ["vitest", "run", "--project", "api"], { counts: true, env }),
  );
}

async function nextSuite(databaseUrl: string | undefined, redisUrl: string | undefined): Promise<void> {
  const database = databaseUrl ? await createScratchDatabase(databaseUrl) : undefined;
  try {
    await apiSuite("next", {
      ...(database && { DATABASE_URL: database.url }),
      ...(redisUrl && { REDIS_URL: redisUrl }),
    });
  } finally {
    await database?.drop();
  }
}

/** What the server does in one process, by three: Next, which can't hold WebSockets, Redis and the relay. */
async function relaySuite(redisUrl: string): Promise<void> {
  const redis = new URL(redisUrl);
  // Suites that run at once on one Redis keep out of each other's way.
  redis.pathname = `/${randomInt(1, 16)}`;
  const port = await freePort();
  const streams = `ws://localhost:${port}`;
  await withDoor("next", { REDIS_URL: redis.href, WS_URL: streams }, async (env) => {
    const relay = await startRelay({ port, appUrl: String(env.FIELDKIT_URL), redisUrl: redis.href });
    try {
      const suite = ["vitest", "run", "--project", "api", "e2e/api/stream"];
      await run("npx", suite, { counts: true, env: { ...env, FIELDKIT_STREAMS: streams } });
    } catch (error) {
      say(`\nThe relay's last output:\n${relay.log()}`);
      await relay.stop().catch((problem: unknown) => say(String(problem)));
      throw error;
    }
    await relay.stop();
  });
}

/** Starts its own processes, because it kills them. */
function faultSuite(): Promise<void> {
  return run("npx", ["vitest", "run", "--project", "faults"], { counts: true });
}

/** Starts its own processes, because it breaks their connections. */
function clusterSuite(): Promise<void> {
  return run("npx", ["vitest", "run", "--project", "cluster"], { counts: true });
}

function browserSuite(): Promise<void> {
  return withDoor("server", {}, (env) => run("npx", ["playwright", "test"], { counts: true, env }));
}

async function withDoor(
  name: DoorName,
  extra: Record<string, string>,
  work: (env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const door = await startDoor(name, extra);
  try {
    await work({
      FIELDKIT_URL: `http://localhost:${door.port}`,
      FIELDKIT_MOCK_PORT: String(door.port),
      FIELDKIT_DOOR: name,
      FIELDKIT_TARGET_PORTS: door.targetPorts.join(","),
      FIELDKIT_STREAMS: name === "server" ? `ws://localhost:${door.port}` : "none",
    });
  } catch (error) {
    say(`\nThe ${name} door's last output:\n${door.log()}`);
    await door.stop().catch((problem: unknown) => say(String(problem)));
    throw error;
  }
  await door.stop();
}

type RunOptions = { counts?: boolean; env?: Record<string, string> };

/** Runs a command, shows its output and, with `counts`, adds its test counts to the total. */
function run(command: string, args: string[], { counts = false, env = {} }: RunOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const { FORCE_COLOR: _, ...inherited } = process.env;
    const child = spawn(command, args, {
      env: { ...inherited, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        target.write(chunk);
      });
    }
    const line = [command, ...args].join(" ");
    child.on("error", reject);
    child.on("close", (code) => {
      const counted = counts ? count(output) : true;
      if (code !== 0) reject(new Error(`\`${line}\` ended with ${code}`));
      else if (!counted) reject(new Error(`\`${line}\` printed no summary of its tests`));
      else resolve();
    });
  });
}

/** Reads the summaries of Vitest (`Tests  1 failed | 20 passed (21)`) and Playwright (`  20 passed (3s)`). */
function count(output: string): boolean {
  const lines = output.split("\n").filter((line) => /^\s+(Tests\s+)?\d+ (passed|failed|flaky)\b/.test(line));
  for (const line of lines) {
    for (const [, number, kind] of line.matchAll(/(\d+) (passed|failed|flaky)\b/g)) {
      total[kind === "passed" ? "passed" : "failed"] += Number(number);
    }
  }
  return lines.length > 0;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
