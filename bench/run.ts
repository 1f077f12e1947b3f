/**
 * Benchmarks, as ratios to a bare `node:http` server in the same run: absolute figures say more about the
 * machine than about Fieldkit. `npm run bench -- <name>`; `streams` takes `idle` or `lively`, too, and `cold` measures times.
 */
import { benchCapture } from "./capture";
import { benchColdFlags } from "./cold-flags";
import { benchFlags } from "./flags";
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

const wanted = process.argv[2] ?? "";
const benchmark = benchmarks[wanted];
if (!benchmark) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benchmarks).join(" | ")}\n`);
  process.exit(1);
}
await benchmark(process.argv[3]);
