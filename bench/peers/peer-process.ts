import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descendantsOf, hasEnded, killLeft, waitFor } from "../../e2e/processes";

const readyWithinMs = 120_000;
const endedWithinMs = 10_000;

type Command = {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Where it runs; without, in an empty folder that goes with it: some write files where they are started. */
  cwd?: string;
  /** Answers 2xx as soon as the server is ready. */
  readyUrl: string;
};

/**
 * Starts a server and waits until it is ready.
 * @throws when it ends or is not ready in time, with what it wrote
 */
export async function startPeerProcess({ command, args, env, cwd, readyUrl }: Command) {
  const { PATH = "", HOME = "" } = process.env;
  const scratch = await mkdtemp(join(tmpdir(), "fieldkit-bench-"));
  // Nothing else of this environment: it may name databases.
  const child = spawn(command, args, {
    env: { PATH, HOME, TZ: "UTC", NODE_ENV: "production", ...env },
    // A line for each request, which some always write, is nothing that this process should have to read.
    stdio: ["ignore", "ignore", "pipe"],
    cwd: cwd ?? scratch,
  });
  const output: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.push(text);
    if (output.length > 20) output.shift();
  });
  child.once("error", (error) => output.push(error.message));
  // Also when the run is broken off.
  const endWithRun = () => child.kill("SIGKILL");
  process.once("exit", endWithRun);
  child.once("exit", () => process.off("exit", endWithRun));
  const isGone = () => child.pid === undefined || hasEnded(child);
  const stop = async () => {
    if (child.pid !== undefined) {
      const family = [child.pid, ...descendantsOf(child.pid)];
      child.kill("SIGTERM");
      await killLeft(family, endedWithinMs);
    }
    await rm(scratch, { recursive: true, force: true });
  };
  const isReady = await waitFor(async () => {
    if (isGone()) return true;
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    return answer?.ok === true;
  }, readyWithinMs);
  if (isReady && !isGone()) return { pid: child.pid ?? 0, stop };
  await stop();
  const reason = isReady ? "ended at its start" : `was not ready within ${readyWithinMs / 1000} s`;
  throw new Error(`${reason}: ${output.join("").replace(/\s+/g, " ").trim().slice(0, 500)}`);
}

/** Calls a peer's own API. @throws when it refuses */
export async function callPeer(
  url: string,
  body: unknown,
  { method = "POST", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
