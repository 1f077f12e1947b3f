import { openTemporaryFolder } from "@/lib/platform/fixtures/temporary-folder";
import { runStages, type Stage, summary } from "./steps";

/** Runs the stages, tells how each ended and which files were slow, and sets the exit code. */
export async function runAndReport(stages: readonly Stage[]): Promise<void> {
  const start = performance.now();
  const removeFiles = openTemporaryFolder();
  const outcomes = await runStages(stages, (line) => process.stdout.write(`\n${line}\n`)).finally(
    removeFiles,
  );
  const { text, succeeded } = summary(outcomes);
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`\n=== Ended after ${seconds.toFixed(0)} s\n${text}\n`);
  if (!succeeded) process.exitCode = 1;
}
