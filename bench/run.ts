/**
 * Benchmarks, as ratios to a bare `node:http` server in the same run: absolute figures say more about the
 * machine than about Fieldkit. `npm run bench -- <name>`; `streams` takes `idle` or `lively`, too, and `cold` measures times.
 */
import { availableParallelism } from "node:os";
import { benchCapture } from "./capture";
import { benchColdFlags } from "./cold-flags";
import { benchFlags } from "./flags";
import { say } from "./load";
import { benchManagement } from "./management";
import { benchMocks } from "./mocks";
import { benchStreams } from "./streams";

const benchmarks: Record<string, (argument?: string) => Promise<void>> = {
  capture: benchCapture,
  cold: benchColdFlags,
  flags: benchFlags,
  management: benchManagement,
  mocks: benchMocks,
  streams: benchStreams,
};

/** Without a name: what the table in `bench/README.md` has, but for the minute of captures. */
const usual = ["mocks", "flags", "management"];

const [, , wanted, argument] = process.argv;
const names = wanted === undefined ? usual : [wanted];
const runs = names.map((name) => benchmarks[name]);
if (runs.some((run) => run === undefined)) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benchmarks).join(" | ")}\n`);
  process.exit(1);
}
say(`Node ${process.versions.node}, ${availableParallelism()} cores`);
for (const run of runs) await run?.(argument);
