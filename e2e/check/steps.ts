/** Of a run of tests: how many there were, and the names of those that failed. */
export type Counts = { passed: number; failed: number; failures: string[] };

/** Of several runs, as of one. */
export const sumOf = (runs: readonly Counts[]): Counts => ({
  passed: runs.reduce((sum, { passed }) => sum + passed, 0),
  failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  failures: runs.flatMap(({ failures }) => failures),
});

export type Step = {
  title: string;
  /** Titles of earlier steps without whose success this one means nothing. */
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
};

/** Steps side by side: lanes of one stage run at the same time, each its steps one after the other. */
export type Stage = readonly (readonly Step[])[];

/**
 * Runs every step, whatever became of the others; only what needs a step that did not pass is left out.
 * @param say is told of every step's start and end
 * @returns the outcomes in the order of the stages
 */
export async function runStages(stages: readonly Stage[], say: (text: string) => void): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  for (const lanes of stages) {
    await Promise.all(
      lanes.map(async (steps) => {
        for (const step of steps) outcomes.set(step.title, await runStep(step, outcomes, say));
      }),
    );
  }
  return stages.flat(2).flatMap(({ title }) => outcomes.get(title) ?? []);
}

async function runStep(
  { title, needs = [], run }: Step,
  outcomes: ReadonlyMap<string, Outcome>,
  say: (text: string) => void,
): Promise<Outcome> {
  const missing = needs.filter((need) => outcomes.get(need)?.state !== "passed");
  if (missing.length > 0) {
    const problem = `left out, because it needs: ${missing.join(", ")}`;
    say(`=== ${title}: ${problem}`);
    return { title, state: "skipped", seconds: 0, problems: [problem], passed: 0, failed: 0 };
  }
  say(`=== ${title}`);
  const start = performance.now();
  const ended = (fields: Pick<Outcome, "problems" | "passed" | "failed">): Outcome => {
    const seconds = (performance.now() - start) / 1000;
    const state = fields.problems.length === 0 && fields.failed === 0 ? "passed" : "failed";
    say(`=== ${title}: ${state} after ${seconds.toFixed(1)} s`);
    return { title, state, seconds, ...fields };
  };
  try {
    const { passed = 0, failed = 0, failures = [] } = (await run()) ?? {};
    return ended({ passed, failed, problems: failures });
  } catch (error) {
    const counts = error instanceof StepError ? error.counts : { passed: 0, failed: 0, failures: [] };
    const message = error instanceof Error ? error.message : String(error);
    return ended({ ...counts, problems: [...counts.failures, message] });
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

/** The end of a check: a line for each step, every failure below its own, and the sums. */
export function summary(outcomes: readonly Outcome[]): { text: string; succeeded: boolean } {
  const lines = outcomes.flatMap(({ title, state, seconds, problems }) => [
    `  ${state.padEnd(7)}  ${title}${state === "skipped" ? "" : `, ${seconds.toFixed(1)} s`}`,
    ...problems.map((problem) => `             ${problem}`),
  ]);
  const succeeded = outcomes.every(({ state }) => state === "passed");
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0);
  // A step may fail without a test that does.
  const counted = succeeded ? failed : Math.max(1, failed);
  return { text: `${lines.join("\n")}\n\n${passed} passed, ${counted} failed`, succeeded };
}
