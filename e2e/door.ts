import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port";
import { workers } from "./target-port";

export type DoorName = "server" | "next";

const commands: Record<DoorName, (port: number) => string[]> = {
  server: () => ["--import", "tsx", "server/start.ts"],
  next: (port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port)],
};

const localOrigin = (port: number) => `http://127.0.0.1:${port}`;

export const readyWithinMs = 120_000;
export const endedWithinMs = 30_000;

/**
 * Starts one of the two ways to serve Fieldkit on a free port, with an empty data directory. Both stay the same
 * when it is ended and started again.
 */
export async function startDoor(name: DoorName, extra: Record<string, string> = {}) {
  const [port, ...targetPorts] = await Promise.all([
    freePort(),
    ...Array.from({ length: workers }, freePort),
  ]);
  const dataDir = await mkdtemp(join(tmpdir(), "fieldkit-e2e-"));
  const output: string[] = [];
  const log = () => output.join("");
  const settings = { ...extra };
  const launch = () => {
    const launched = spawn(process.execPath, commands[name](port), {
      env: {
        ...process.env,
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
        OUTBOUND_ALLOW: [`http://localhost:${port}`, ...targetPorts.map(localOrigin)].join(","),
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

  const becomeReady = async () => {
    const ready = await waitFor(async () => {
      if (hasEnded(child)) return true;
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    }, readyWithinMs);
    if (!ready || hasEnded(child)) throw new Error(`The ${name} door did not become ready.\n${log()}`);
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

  /** Halts the process as a suspended machine does, until it goes on. */
  const halt = () => child.kill("SIGSTOP");
  const goOn = () => child.kill("SIGCONT");

  const stop = async () => {
    const family = descendants();
    try {
      if (!hasEnded(child)) await end("SIGTERM");
      const left = (await waitFor(() => family.every((pid) => !isAlive(pid)), 5000))
        ? []
        : family.filter(isAlive);
      for (const pid of left) process.kill(pid, "SIGKILL");
      if (left.length > 0) throw new Error(`The ${name} door left processes behind: ${left.join(", ")}`);
    } finally {
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

  try {
    await becomeReady();
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
  const [targetPort = 0] = targetPorts;
  return { port, targetPort, targetPorts, dataDir, log, stop, end, restart, halt, goOn, descendants };
}

export type Door = Awaited<ReturnType<typeof startDoor>>;

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await sleep(100);
  }
  return condition();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function descendantsOf(root: number): number[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = listing
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [pid = 0, parent = 0] of pairs) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}
