import { afterAll, describe, expect, test } from "vitest";
import { AppError } from "@/lib/operations/errors";
import { endWorkers } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { data, type Given, inputOf } from "./fixtures/render";
import { renderProgram } from "./render-program";
import { renderTemplates, withoutResult } from "./render-templates";

afterAll(() => endWorkers());

const inThread = (templates: readonly string[], given?: Given, signal?: AbortSignal) =>
  renderTemplates(inputOf(templates, given), { key: "project", signal });

describe("the templates of an answer", () => {
  test("are rendered in a thread, the body and headers", async () => {
    const templates = ["{{ request.json.name }}", "{{ counter }}", "plain", "{{ now | date: '%F' }}"];
    expect(await inThread(templates)).toEqual({ texts: ["Ada", "12", "plain", "2026-11-24"] });
  });

  test("share what is random and no variables", async () => {
    const templates = ["{% assign a = 1 %}{% increment b %}{{ uuid }}", "{{ a }}{% increment b %}{{ uuid }}"];
    const output = await inThread(templates, { seed: "abc" });
    expect(await inThread(templates, { seed: "abc" })).toEqual(output);
    const [first = "", second = ""] = "texts" in output ? output.texts : [];
    expect(first.slice(0, 1)).toBe("0");
    expect(second.slice(0, 1)).toBe("0");
    expect(first).not.toBe(second);
  });

  test("that are none need no thread", async () => {
    expect(await inThread(["{ plain }", "%"])).toEqual({ texts: ["{ plain }", "%"] });
  });

  test("with a mistake are a problem that says which and where", async () => {
    expect(await inThread(["{{ 1 }}", "{{ 1 }}\n{{ 'x' | base64_decode }}"])).toEqual({
      problem: "Line 2, column 1: Invalid base64 provided to base64_decode.",
      template: 1,
    });
    expect(await inThread(["{% if %}"])).toMatchObject({
      problem: expect.stringContaining("Line 1"),
      template: 0,
    });
  });

  test("can be larger than most, and no larger than is said", async () => {
    const rows = `{% repeat 1000 %}${"x".repeat(5000)}{% endrepeat %}`;
    const output = await inThread([rows]);
    expect("texts" in output && output.texts[0]).toHaveLength(5_000_000);
    const problem = "The answer is longer than 5 MiB.";
    expect(await inThread([rows, rows])).toMatchObject({
      problem: expect.stringContaining(problem),
      template: 1,
    });
    expect(await inThread([rows.replaceAll("x", "é")])).toMatchObject({
      problem: expect.stringContaining(problem),
    });
  });

  test("stop with whoever asked", async () => {
    const stop = new AbortController();
    const rendering = inThread(["{{ uuid }}"], {}, stop.signal);
    stop.abort(new Error("The client has gone."));
    await expect(rendering).rejects.toThrow("The client has gone.");
  });

  test("of one project that are too many are refused for now", async () => {
    const { ofOneKey } = renderProgram.waiting;
    const asked = Array.from({ length: ofOneKey + 20 }, () =>
      inThread(["{{ 1 }}"]).catch((error: unknown) => error),
    );
    const other = await renderTemplates(inputOf(["{{ 2 }}"]), { key: "another project" });
    const answers = await Promise.all(asked);
    const refused = answers.filter((answer) => answer instanceof AppError);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: "unavailable", headers: { "retry-after": "1" } });
    expect(answers.filter((answer) => !(answer instanceof AppError))).toContainEqual({ texts: ["1"] });
    expect(other).toEqual({ texts: ["2"] });
  });

  test("with data that can't be copied are a problem", async () => {
    let json: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) json = [json];
    expect(await inThread(["{{ 1 }}"], { data: { ...data, json } })).toHaveProperty("problem");
    const body = "[".repeat(100_000) + "]".repeat(100_000);
    expect(await inThread(["{{ 1 }}"], { data: { body } })).toEqual({ texts: ["1"] });
    expect(await inThread(["{{ request.json }}"], { data: { body } })).toMatchObject({
      problem: expect.stringContaining("nested too deeply"),
    });
    expect(await inThread(["{{ 1 }}"])).toEqual({ texts: ["1"] });
  });

  test.each([
    ["deadline", "The template took too long: more than 1000 ms."],
    ["memory", "The template needed too much memory."],
    ["crashed", "The template could not be rendered. Try again in a moment."],
  ] as const)("whose thread is gone (%s) are a problem, and nobody learns of our code", (reason, problem) => {
    expect(withoutResult(new WorkerError(reason, renderProgram.name))).toEqual({ problem });
  });
});
