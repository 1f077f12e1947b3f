import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { notOnFunctions, ofOwnServer, smokeFiles } from "./e2e/api/smoke";
import { workers } from "./e2e/target-port";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { "@": root.replace(/\/$/, "") };

/** Next alone can't hold WebSockets; `e2e/run.ts` says so, and `e2e/api/client.ts` that it is Next. */
const withoutStreams = process.env.FIELDKIT_STREAMS === "none";

const apiFile = (name: string) => `e2e/api/${name}.test.ts`;
const withoutServer = process.env.FIELDKIT_DOOR === "functions";

/** Tests of one part that start and kill processes: too slow for what is run after every change. */
const killing = ["db/embedded/supervisor.test.ts", "db/embedded/supervisor-accidents.test.ts"];

/** They check that acknowledged data survives a killed process, so they run for every change. */
const guarding = ["counts-kept", "killed"].map((name) => `e2e/faults/${name}.test.ts`);

/** What is waited for comes at once, but not on a machine that is busy with other things. */
const patient = { poll: { timeout: 60_000 } };

/** Files that run two at a time against one service, which is told to them. */
const againstService = {
  // To import the operations and Vitest's own modules again for each file took a third of the time.
  isolate: false,
  setupFiles: ["e2e/api/check-answers.ts"],
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: patient,
  maxWorkers: workers,
};

/** These look at what others notice of an attack: one at a time, but beside those that break things. */
const attacking = ["attacks", "flooded", "neighbours"].map((name) => `e2e/faults/${name}.test.ts`);

/** Tests that break things, one file at a time. */
const breaking = { testTimeout: 600_000, hookTimeout: 300_000, expect: patient, fileParallelism: false };

/** Files of unit tests, beside the code that they are about. */
const tests = (kind: string) => [
  `{app,bench,cli,components,db,lib,sdk,server,sidecar}/**/*${kind}.test.{ts,tsx}`,
  `e2e/check/**/*${kind}.test.ts`,
];

const unit = {
  pool: "forks" as const,
  setupFiles: ["lib/platform/fixtures/cheap-passwords.mjs"],
  globalSetup: "lib/platform/fixtures/temporary-folder.ts",
  testTimeout: 300_000,
  // The first file with a database after a change of the schema makes it for all.
  hookTimeout: 300_000,
  expect: patient,
} satisfies TestProjectInlineConfiguration["test"];

const shared = {
  ...unit,
  isolate: false,
  setupFiles: [...unit.setupFiles, "lib/platform/fixtures/each-test-file.ts"],
};

export default defineConfig({
  resolve: { alias },
  test: {
    // One less by default, which on two cores is one at a time.
    maxWorkers: "100%",
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias },
        test: {
          ...{ ...shared, name: "unit" },
          include: tests(""),
          exclude: [...tests(".isolated"), ...killing],
        },
      },
      {
        resolve: { alias },
        test: { ...unit, name: "isolated", include: tests(".isolated") },
      },
      {
        resolve: { alias },
        test: {
          ...{ name: "api", ...againstService },
          include: ["e2e/api/**/*.test.ts"],
          exclude: [
            ...(withoutStreams ? ["e2e/api/stream*.test.ts"] : []),
            ...(withoutServer ? ofOwnServer.map(apiFile) : []),
          ],
        },
      },
      {
        resolve: { alias },
        test: {
          ...{ name: "smoke", ...againstService },
          include: Object.keys(smokeFiles).map(apiFile),
          exclude: withoutServer ? [...ofOwnServer, ...Object.keys(notOnFunctions)].map(apiFile) : [],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "faults",
          include: ["e2e/faults/**/*.test.ts", ...killing],
          exclude: [...attacking, ...guarding],
          ...breaking,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "safety",
          include: guarding,
          ...breaking,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "attacks",
          include: attacking,
          ...breaking,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "homes",
          include: ["e2e/homes/**/*.test.ts"],
          ...breaking,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "cluster",
          include: ["e2e/cluster/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
          fileParallelism: false,
        },
      },
    ],
  },
});
