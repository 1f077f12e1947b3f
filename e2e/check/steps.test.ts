import { describe, expect, test } from "vitest";
import { type Counts, runStages, type Step, StepError, summary } from "./steps";

const counts = (passed: number, failures: string[] = []): Counts => ({
  passed,
  failed: failures.length,
  failures,
});
const step = (title: string, run: Step["run"] = async () => counts(1), needs?: string[]): Step => ({
  title,
  run,
  ...(needs && { needs }),
});
const broken = (message: string) => () => Promise.reject(new Error(message));

async function check(...stages: Parameters<typeof runStages>[0]) {
  const said: string[] = [];
  const outcomes = await runStages(stages, (text) => said.push(text));
  return { said, outcomes, ...summary(outcomes), states: outcomes.map(({ state }) => state) };
}

describe("a check", () => {
  test("that passes says so, with the sum of its tests", async () => {
    const { succeeded, text, states } = await check([[step("One"), step("Two")]], [[step("Three")]]);
    expect([succeeded, states]).toEqual([true, ["passed", "passed", "passed"]]);
    expect(text).toMatch(/\n3 passed, 0 failed$/);
  });

  test("goes on after a failure and names each failed test under its step", async () => {
    const { succeeded, text, states } = await check(
      [
        [
          step("Lint", broken("`lint` ended with 1")),
          step("Unit", async () => counts(4, ["a.test.ts > adds"])),
        ],
      ],
      [[step("API")]],
    );
    expect([succeeded, states]).toEqual([false, ["failed", "failed", "passed"]]);
    expect(text).toMatch(/failed +Lint.*\n +`lint` ended with 1\n +failed +Unit.*\n +a\.test\.ts > adds\n/);
    expect(text).toMatch(/\n5 passed, 1 failed$/);
  });

  test("leaves out what needs the step that failed, and says so", async () => {
    const { said, text, states } = await check(
      [[step("Build", broken("no")), step("Unit")]],
      [[step("API", undefined, ["Build"])], [step("Faults", undefined, ["API"])]],
    );
    expect(states).toEqual(["failed", "passed", "skipped", "skipped"]);
    expect(said).toContain("=== API: left out, because it needs: Build");
    expect(text).toContain("left out, because it needs: API");
  });

  test("waits for what a step needs, in another lane too", async () => {
    const events: string[] = [];
    const noting = (title: string, needs?: string[]) =>
      step(title, async () => void events.push(title), needs);
    await check([[noting("API", ["Build"])], [noting("Types"), noting("Build")]]);
    expect(events).toEqual(["Types", "Build", "API"]);
  });

  test("that failed without a failing test counts one", async () => {
    expect((await check([[step("Build", broken("no"))]])).text).toMatch(/\n0 passed, 1 failed$/);
  });

  test("keeps what is known of the tests of a step that broke off", async () => {
    const failing = () => Promise.reject(new StepError("it ended with 1", counts(2, ["a > b"])));
    const { outcomes } = await check([[step("API", failing)]]);
    expect(outcomes).toMatchObject([{ passed: 2, failed: 1, problems: ["a > b", "it ended with 1"] }]);
  });

  test("runs lanes of a stage side by side, and stages one after the other", async () => {
    const events: string[] = [];
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const waits = step("One", async () => {
      await met;
      events.push("one");
      return undefined;
    });
    const comes = step("Two", async () => {
      events.push("two");
      meet();
      return undefined;
    });
    const last = step("Three", async () => {
      events.push("three");
      return undefined;
    });
    await check([[waits], [comes]], [[last]]);
    expect(events).toEqual(["two", "one", "three"]);
  });
});
