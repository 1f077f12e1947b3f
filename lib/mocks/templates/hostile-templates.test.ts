import { afterAll, describe, expect, test } from "vitest";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { slowToParse, slowToRender } from "./fixtures/hostile-templates";
import { inputOf, render } from "./fixtures/render";
import { renderTemplates } from "./render-templates";
import { templateLimits } from "./template-limits";
import { templateProblem } from "./template-problem";

afterAll(() => endWorkers());

const body = "x".repeat(1024 * 1024);

/** While the promise lasts, how often a timer came. */
async function ticksDuring(promise: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 1);
  await promise;
  clearInterval(ticking);
  return ticks;
}

describe("a template that was made to take long", () => {
  test.each(Object.entries(slowToRender))("ends in its thread: %s", async (_, template) => {
    expect(templateProblem(template)).toBeUndefined();
    const begun = performance.now();
    const rendering = renderTemplates(inputOf([template], { data: { body } }), { key: "project" });
    const ticks = await ticksDuring(rendering);
    const output = await rendering;
    if ("texts" in output)
      expect(Buffer.byteLength(output.texts.join(""))).toBeLessThanOrEqual(templateLimits.bytesMax);
    else expect(output.problem).toMatch(/^(?:Line \d+, column \d+: |The template )[^\n]+\.$/);
    // Had the main thread done it, no timer would have come.
    if (performance.now() - begun > 200) expect(ticks).toBeGreaterThan(2);
  });

  test("is nothing to the next one", async () => {
    const next = inputOf(["{{ request.json.name }}"]);
    expect(await renderTemplates(next, { key: "project" })).toEqual({ texts: ["Ada"] });
  });

  test.each([
    [
      "for",
      "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}",
      "takes longer than",
    ],
    ["case", slowToRender["lists that are nearly the same"], "takes longer than"],
    ["contains", slowToRender["one long text in another"], "too long to be searched"],
    ["append", slowToRender["a text that doubles"], "A value becomes too large."],
    ["push", slowToRender["a list in itself"], "A value becomes too large."],
    ["push", slowToRender["a list that is nested on and on"], "A value is nested too deeply"],
    ["capture", slowToRender["captures that grow"], "The answer is longer than 5 MiB."],
    ["range", slowToRender["a loop without an end"], "A range has at most 100000 numbers."],
    ["replace", slowToRender["a replacement by itself"], "The template needs too much memory."],
    ["date", slowToRender["a format without an end"], "A format of dates has at most"],
    ["map", slowToRender["a long property"], "The name of a property has at most"],
  ])("says what it takes too much of: %s", (_, template = "", problem) => {
    expect(render(template, { data: { body } })).toContain(problem);
  });
});

describe("a text that was made to be parsed slowly", () => {
  // Without the limits, some of these take minutes, and others end the process.
  test.each(Object.entries(slowToParse))("is parsed or refused: %s", (_, text) => {
    expect(text.length).toBeLessThanOrEqual(templateLimits.lengthMax);
    const { message } = templateProblem(text) ?? { message: "." };
    expect(message).toMatch(/[.?]$/);
    expect(message.length).toBeLessThan(300);
  });
});
