/**
 * Benchmarks, as ratios to a bare `node:http` server in the same run: absolute figures say more about the
 * machine than about Fieldkit. `npm run bench -- <name>`.
 */
import { benchCapture } from "./capture";
import { benchFlags } from "./flags";
import { benchManagement } from "./management";
import { benchMocks } from "./mocks";

const benchmarks: Record<string, () => Promise<void>> = {
  capture: benchCapture,
  flags: benchFlags,
  management: benchManagement,
  mocks: benchMocks,
};

const wanted = process.argv[2] ?? "";
const benchmark = benchmarks[wanted];
if (!benchmark) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benchmarks).join(" | ")}\n`);
  process.exit(1);
}
await benchmark();
