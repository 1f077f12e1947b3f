import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

type Action = {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: { id: string; shell: string; run: string; env: Record<string, string> }[] };
};
const text = readFileSync("action.yml", "utf8");
const action = parse(text) as Action;

test("no expression is written into a script", () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain("${{");
});

test("every input reaches the script as a variable, and every variable is used", () => {
  const values = action.runs.steps.flatMap(({ env }) => Object.values(env)).join("\n");
  for (const name of Object.keys(action.inputs)) expect(values).toMatch(new RegExp(`inputs\\.${name}\\b`));
  for (const { run, env } of action.runs.steps) {
    for (const name of Object.keys(env).filter((each) => each !== "FIELDKIT_API_KEY")) {
      expect(run).toContain(`$${name}`);
    }
  }
});

test("the key is in no command", () => {
  for (const { run } of action.runs.steps) {
    const uses = run.split("\n").filter((line) => line.includes("$FIELDKIT_API_KEY"));
    expect(uses.map((line) => line.trim())).toEqual(['if [ -z "$FIELDKIT_API_KEY" ]; then']);
  }
});

test("it is a composite action whose steps have a shell, and whose outputs come of them", () => {
  expect(action.runs.using).toBe("composite");
  for (const { shell } of action.runs.steps) expect(shell).toBe("bash");
  const ids = action.runs.steps.map(({ id }) => id);
  for (const { value } of Object.values(action.outputs)) {
    expect(ids).toContain(/^\$\{\{ steps\.(\w+)\.outputs\./.exec(value)?.[1]);
  }
  for (const { description, required, default: preset } of Object.values(action.inputs)) {
    expect(description.length).toBeGreaterThan(20);
    expect(required === true || typeof preset === "string").toBe(true);
  }
});

test("what its documentation lists are its inputs", () => {
  const page = readFileSync("docs/release-pipeline.md", "utf8");
  const listed = [...page.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(action.inputs));
});
