import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { waitFor } from "../e2e/processes";

const preload = `
import { writeFileSync, renameSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.on("SIGUSR2", () => {
  const ms = (ns) => ns / 1e6 - resolutionMs;
  const file = FOLDER + "/" + process.pid;
  const memory = process.memoryUsage();
  const seen = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) };
  writeFileSync(file + ".draft", JSON.stringify({ ...seen, memory }));
  renameSync(file + ".draft", file);
  delay.reset();
});
`;

/** How late the event loop's timers were, in ms, and the process's memory. */
export type LoopDelay = { p50: number; p99: number; max: number; memory: NodeJS.MemoryUsage };

/** Watches the event loop of a process from inside it. */
export function watchLoop() {
  const folder = mkdtempSync(join(tmpdir(), "fieldkit-bench-"));
  const file = join(folder, "preload.mjs");
  writeFileSync(file, preload.replace("FOLDER", JSON.stringify(folder)));
  return {
    /** What the process has to be started with. */
    env: { NODE_OPTIONS: `--import ${pathToFileURL(file).href}` },
    /** What was seen since the last time. */
    async read(pid: number): Promise<LoopDelay> {
      const answer = join(folder, String(pid));
      rmSync(answer, { force: true });
      process.kill(pid, "SIGUSR2");
      if (!(await waitFor(() => existsSync(answer), 20_000)))
        throw new Error("The event loop does not answer");
      return JSON.parse(readFileSync(answer, "utf8")) as LoopDelay;
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
