/** Of a run of tests: how many there were, and the names of those that failed. */
export type Counts = { passed: number; failed: number; failures: string[]; files?: TestFile[] };
export type TestFile = { name: string; seconds: number };

/** Of several runs, as of one. */
export const sumOf = (runs: readonly Counts[]): Counts => ({
  passed: runs.reduce((sum, { passed }) => sum + passed, 0),
  failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  failures: runs.flatMap(({ failures }) => failures),
  files: runs.flatMap(({ files = [] }) => files),
});

export type Step = {
  title: string;
  /** Titles of steps that this one waits for, and without whose success it means nothing. */
  needs?: readonly string[];
  /** @throws when it failed in another way than by tests */
  run(): Promise<Counts | undefined>;
};

export type Outcome = {
  title: string;
  state: "passed" | "failed" | "skipped";
  seconds: number;
  /** Why it failed or was skipped, in a line or more. */
  problems: string[];
  passed: number;
  failed: number;
  files: TestFile[];
};

/** Steps side by side: lanes of one stage run at the same time, each its steps one after the other. */
export type Stage = readonly (readonly Step[])[];

/**
 * Runs every step, whatever became of the others; only what needs a step that did not pass is left out.
 * @param say is told of every step's start and end
 * @returns the outcomes in the order of the stages
 */
export async function runStages(stages: readonly Stage[], say: (text: string) => void): Promise<Outcome[]> {
  const outcomes = new Map<string, Promise<Outcome>>();
  for (const lanes of stages) {
    for (const steps of lanes) {
      let before: Promise<unknown> = Promise.resolve();
      for (const step of steps) {
        const outcome = before.then(() => runStep(step, outcomes, say));
        outcomes.set(step.title, outcome);
        before = outcome;
      }
    }
    await Promise.all(outcomes.values());
  }
  return Promise.all(outcomes.values());
}

async function runStep(
  { title, needs = [], run }: Step,
  outcomes: ReadonlyMap<string, Promise<Outcome>>,
  say: (text: string) => void,
): Promise<Outcome> {
  const needed = await Promise.all(needs.map((need) => outcomes.get(need)));
  const missing = needs.filter((_, at) => needed[at]?.state !== "passed");
  if (missing.length > 0) {
    const problem = `left out, because it needs: ${missing.join(", ")}`;
    say(`=== ${title}: ${problem}`);
    return { title, state: "skipped", seconds: 0, problems: [problem], passed: 0, failed: 0, files: [] };
  }
  say(`=== ${title}`);
  const start = performance.now();
  const ended = (fields: Pick<Outcome, "problems" | "passed" | "failed" | "files">): Outcome => {
    const seconds = (performance.now() - start) / 1000;
    const state = fields.problems.length === 0 && fields.failed === 0 ? "passed" : "failed";
    say(`=== ${title}: ${state} after ${seconds.toFixed(1)} s`);
    return { title, state, seconds, ...fields };
  };
  try {
    const { passed = 0, failed = 0, failures = [], files = [] } = (await run()) ?? {};
    return ended({ passed, failed, problems: failures, files });
  } catch (error) {
    const {
      passed,
      failed,
      failures,
      files = [],
    } = error instanceof StepError ? error.counts : { passed: 0, failed: 0, failures: [] };
    const message = error instanceof Error ? error.message : String(error);
    return ended({ passed, failed, problems: [...failures, message], files });
  }
}

/** A step that failed in another way than by tests, with what is known of its tests. */
export class StepError extends Error {
  constructor(
    message: string,
    readonly counts: Counts = { passed: 0, failed: 0, failures: [] },
  ) {
    super(message);
  }
}

/** More failures than these have one cause, and hide the other steps. */
const problemsShown = 50;

const shortened = (problems: readonly string[]) =>
  problems.length > problemsShown
    ? [...problems.slice(0, problemsShown), `and ${problems.length - problemsShown} more`]
    : problems;

/** How many of the slowest test files the end of a check names. */
const slowestFiles = 25;

function slowestOf(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap(({ title, files }) => files.map((file) => ({ ...file, title })));
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, slowestFiles);
  const lines = slowest.map(
    ({ name, seconds, title }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name} (${title})`,
  );
  return lines.length > 0 ? ["", "Slowest test files:", ...lines] : [];
}

/** The end of a check: a line for each step, failures below it, the slowest test files, and the sums. */
export function summary(outcomes: readonly Outcome[]): { text: string; succeeded: boolean } {
  const lines = outcomes.flatMap(({ title, state, seconds, problems }) => [
    `  ${state.padEnd(7)}  ${title}${state === "skipped" ? "" : `, ${seconds.toFixed(1)} s`}`,
    ...shortened(problems).map((problem) => `             ${problem}`),
  ]);
  const succeeded = outcomes.every(({ state }) => state === "passed");
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0);
  // A step may fail without a test that does.
  const counted = succeeded ? failed : Math.max(1, failed);
  const text = [...lines, ...slowestOf(outcomes), "", `${passed} passed, ${counted} failed`].join("\n");
  return { text, succeeded };
}
