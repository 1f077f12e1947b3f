import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleRelay } from "@/server/build";
import { bundleFile, isBuilt } from "@/server/build-stamp";
import { endedWithinMs, readyWithinMs } from "./door";
import { hasEnded, waitFor } from "./processes";

type RelayOptions = { port: number; appUrl: string; redisUrl: string };

/** Starts the relay of streams as a process of its own: its one file, in a folder where nothing else is. */
export async function startRelay({ port, appUrl, redisUrl }: RelayOptions) {
  const folder = await mkdtemp(join(tmpdir(), "fieldkit-relay-"));
  if (isBuilt()) await cp(bundleFile("sidecar.js"), join(folder, "sidecar.js"));
  else await bundleRelay(folder);
  const output: string[] = [];
  const log = () => output.join("");
  const child = spawn(process.execPath, ["sidecar.js"], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      APP_URL: appUrl,
      REDIS_URL: redisUrl,
      NO_COLOR: "1",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 200) output.shift();
    });
  }

  /** Ends it and asserts that it ends by itself. */
  const stop = async () => {
    child.kill("SIGTERM");
    if (!(await waitFor(() => hasEnded(child), endedWithinMs))) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    if (child.exitCode !== 0) throw new Error(`The relay did not end in order.\n${log()}`);
  };

  const ready = await waitFor(async () => {
    if (hasEnded(child)) return true;
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const state = answer?.ok ? ((await answer.json()) as { bus: string }) : undefined;
    return state?.bus === "ok";
  }, readyWithinMs);
  if (!ready || hasEnded(child)) {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The relay did not become ready.\n${log()}`);
  }
  return { stop, log };
}
