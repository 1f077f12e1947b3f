import { constants } from "node:os";
import { resolveLocalNames } from "@/lib/platform/process/local-names";
import { run } from "./run";
import { Terminal } from "./terminal";

resolveLocalNames();

/** Longer than any command takes to end, and short enough for a person who pressed Ctrl-C. */
const endWithinMs = 900;
const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  const exit = () => process.exit(128 + constants.signals[signal]);
  process.on(signal, () => {
    // The first signal lets a command report its progress.
    if (ended.signal.aborted) exit();
    ended.abort();
    setTimeout(exit, endWithinMs);
  });
}

const { env } = process;
const terminal = new Terminal(process, env);
const code = await run(process.argv.slice(2), {
  terminal,
  env,
  cwd: process.cwd(),
  ended: ended.signal,
});
// Open handles, such as a terminal that was asked, keep an interrupted process alive.
if (ended.signal.aborted) process.exit(code);
process.exitCode = code;
