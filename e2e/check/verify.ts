/**
 * `npm run verify`: lint, types and unit tests, side by side. `npm run verify -- --changed [ref]` checks what a change
 * since the commit `ref` (HEAD by default) can have broken.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { changedFiles, relatedTests, unitTestFiles } from "./changed-tests";
import { runAndReport } from "./report";
import { run } from "./run-command";
import type { Stage, Step } from "./steps";
import { npm, unitTests } from "./suites";

const { values, positionals } = parseArgs({
  options: { changed: { type: "boolean" } },
  allowPositionals: true,
});
if (positionals.length > (values.changed ? 1 : 0)) {
  process.stderr.write("Usage: npm run verify [-- --changed [ref]]\n");
  process.exit(2);
}
await runAndReport(values.changed ? await changedStages(positionals[0] ?? "HEAD") : allStages());

function allStages(): Stage[] {
  return [
    [
      [
        { title: "Lint", run: () => npm("lint") },
        { title: "Types", run: () => npm("types") },
      ],
      [{ title: "Unit tests", run: () => unitTests() }],
    ],
  ];
}

async function changedStages(ref: string): Promise<Stage[]> {
  const changed = changedFiles(ref);
  const tests = await relatedTests(changed, unitTestFiles());
  process.stdout.write(`${changed.length} changed files, ${tests.length} related test files\n`);
  const checks: Step[] = [
    { title: "Lint of changed files", run: () => lint(changed.filter((file) => existsSync(file))) },
    { title: "Types", run: () => npm("types") },
  ];
  const related = { title: "Related unit tests", run: () => unitTests(tests) };
  return [[checks, tests.length > 0 ? [related] : []]];
}

async function lint(files: readonly string[]): Promise<undefined> {
  if (files.length === 0) return undefined;
  const options = ["--error-on-warnings", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];
  return run("npx", ["biome", "check", ...options, ...files], { label: "lint" });
}
