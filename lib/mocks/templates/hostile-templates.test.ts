import { afterAll, describe, expect, test } from "vitest";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { parseTemplate } from "./engine/template-engine";
import { fakerRandomness } from "./fake/faker-randomness";
import { slowToParse, slowToRender } from "./fixtures/hostile-templates";
import { inputOf, render } from "./fixtures/render";
import { renderTemplates } from "./render-templates";
import { renderTexts } from "./render-texts";
import { templateLimits } from "./template-limits";
import { templateProblem } from "./template-problem";

afterAll(() => endWorkers());

const body = "x".repeat(1024 * 1024);

/** A fraction of what users have, because most of these templates take all the time there is. */
const renderMs = 50;

describe("a template that was made to take long", () => {
  // Without limits, many of them take minutes or all memory.
  test.each(Object.entries(slowToRender))("ends: %s", (_, template) => {
    expect(templateProblem(template)).toBeUndefined();
    const output = renderTexts(
      inputOf([template], { data: { body } }),
      fakerRandomness,
      parseTemplate,
      renderMs,
    );
    if ("texts" in output)
      expect(Buffer.byteLength(output.texts.join(""))).toBeLessThanOrEqual(templateLimits.bytesMax);
    else expect(output.problem).toMatch(/^Line \d+, column \d+: [^\n]+\.$/);
  });

  test("holds up its thread alone, until its time is over", async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const slow = inputOf([slowToRender["loops in loops"] ?? ""]);
    const output = await renderTemplates(slow, { key: "project" });
    clearInterval(ticking);
    expect(output).toMatchObject({ problem: expect.stringMatching(/takes longer than|took too long/) });
    // Had the main thread done it, no timer would have come.
    expect(ticks).toBeGreaterThan(2);
  });

  test("is nothing to the next one", async () => {
    const next = inputOf(["{{ request.json.name }}"]);
    expect(await renderTemplates(next, { key: "project" })).toEqual({ texts: ["Ada"] });
  });

  test.each([
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

  test.each([
    ["for", "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}"],
    ["case", slowToRender["lists that are nearly the same"]],
  ])("says that it takes too long: %s", (_, template = "") => {
    expect(render(template, { data: { body } }, renderMs)).toContain("takes longer than");
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
