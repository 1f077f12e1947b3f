import type { Issue } from "@/lib/operations/operation";
import type { Program } from "@/lib/platform/workers/program";

/** Checks values by a schema, which takes milliseconds unless somebody wants it to take longer. Its input is `ToCheck` as JSON. */
export const checkProgram: Program<string, Issue[]> = {
  name: "check-values",
  source: "lib/flag-values/value-schema/check-thread.ts",
  threads: 2,
  threadsOfOneKey: 1,
  waiting: { all: 200, ofOneKey: 10 },
  runMs: 500,
  heapMb: 128,
};
