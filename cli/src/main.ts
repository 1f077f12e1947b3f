import { constants } from "node:os";
import { resolveLocalNames } from "@/lib/platform/process/local-names";
import { run } from "./run";
import { Terminal } from "./terminal";

resolveLocalNames();

const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // The first lets what is under way come to its end; who asks twice does not want to wait for that.
    if (ended.signal.aborted) process.exit(128 + constants.signals[signal]);
    ended.abort();
  });
}

const { env } = process;
const terminal = new Terminal(process, env);
process.exitCode = await run(process.argv.slice(2), {
  terminal,
  env,
  cwd: process.cwd(),
  ended: ended.signal,
});
