import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port";

export type DoorName = "server" | "next";

const commands: Record<DoorName, (port: number) => string[]> = {
  server: () => ["--import", "tsx", "server/start.ts"],
  next: (port) => ["node_modules/next/dist/bin/next", "start", "-p", String(port)],
};

const readyWithinMs = 120_000;
const endedWithinMs = 30_000;

/** Starts one of the two ways to serve Fieldkit on a free port, with an empty data directory. */
export async function startDoor(name: DoorName, extra: Record<string, string> = {}) {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "fieldkit-e2e-"));
  const child = spawn(process.execPath, commands[name](port), {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: "off",
      FIELDKIT_SKIP_BUILD: "1",
      NO_COLOR: "1",
      NODE_ENV: "production",
      ...extra,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 200) output.shift();
    });
  }
  const log = () => output.join("");

  const stop = async () => {
    const family = child.pid === undefined ? [] : descendantsOf(child.pid);
    child.kill("SIGTERM");
    const ended = await waitFor(() => hasEnded(child), endedWithinMs);
    const left = (await waitFor(() => family.every((pid) => !isAlive(pid)), 5000))
      ? []
      : family.filter(isAlive);
    for (const pid of left) process.kill(pid, "SIGKILL");
    if (!ended) child.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
    if (!ended) throw new Error(`The ${name} door did not end on SIGTERM.\n${log()}`);
    if (left.length > 0) throw new Error(`The ${name} door left processes behind: ${left.join(", ")}`);
  };

  const ready = await waitFor(async () => {
    if (hasEnded(child)) return true;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }, readyWithinMs);
  if (!ready || hasEnded(child)) {
    await stop().catch(() => undefined);
    throw new Error(`The ${name} door did not become ready.\n${log()}`);
  }
  return { port, log, stop };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function waitFor(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
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
