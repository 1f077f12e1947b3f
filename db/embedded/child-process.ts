import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { ChildOptions } from "./messages";

const TAIL_CHARS = 4_000;
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG"];

export type SpawnedChild = { process: ChildProcess; stderrTail(): string };

// Half of the usual 8 MiB, in KiB: with V8's default, nested JSON ends in a RangeError inside the engine.
const STACK = "--stack-size=3900";

/** The bundled child when the build made one from the present sources, else the source itself through tsx. */
function childFile(): { file: string; execArgv: string[] } {
  // Bundlers rewrite import.meta.url, so paths start at the project; the comment keeps Next from tracing them.
  const root = process.cwd(/* turbopackIgnore: true */);
  const sources = join(/* turbopackIgnore: true */ root, "db", "embedded");
  const bundle = join(/* turbopackIgnore: true */ root, "dist", "db-child.js");
  const newest = existsSync(sources)
    ? Math.max(
        0,
        ...readdirSync(sources)
          .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
          .map((name) => statSync(join(/* turbopackIgnore: true */ sources, name)).mtimeMs),
      )
    : 0;
  if (existsSync(bundle) && statSync(bundle).mtimeMs >= newest) return { file: bundle, execArgv: [STACK] };
  const file = join(/* turbopackIgnore: true */ sources, "child.ts");
  if (newest === 0) {
    throw new Error(`The embedded database's program is missing: neither ${bundle} nor ${file} exists.`);
  }
  return { file, execArgv: [STACK, "--import", "tsx"] };
}

/** Starts the child with an IPC channel and a small environment, in a process group of its own. */
export function spawnChild(options: ChildOptions): SpawnedChild {
  const { file, execArgv } = childFile();
  // One arena of glibc's allocator: each further one keeps what compiling the engine took.
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const child = fork(/* turbopackIgnore: true */ file, [JSON.stringify(options)], {
    execArgv,
    env,
    serialization: "json",
    // In a process group of its own: Ctrl-C must not reach the child, because the parent decides when it ends.
    detached: true,
    // The last is `SIGNS_FD`.
    stdio: ["ignore", "ignore", "pipe", "ipc", "pipe"],
  });
  let tail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARS);
  });
  return { process: child, stderrTail: () => tail.trim() };
}

/** Whether this child keeps its parent's event loop alive. */
export function setReferenced({ process: child }: SpawnedChild, referenced: boolean): void {
  const verb = referenced ? "ref" : "unref";
  child[verb]();
  child.channel?.[verb]();
  for (const stream of child.stdio) {
    if (stream instanceof Socket) stream[verb]();
  }
}
