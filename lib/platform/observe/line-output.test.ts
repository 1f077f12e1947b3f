import { execFile } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestLines } from "@/lib/platform/budgets/budgets";
import { LineOutput, linesDropped } from "./line-output";

const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldkit-lines-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("lines arrive whole and in order, in the background", async () => {
  const file = join(folder, "lines");
  const output = new LineOutput(openSync(file, "w"));
  const lines = Array.from({ length: 500 }, (_, at) => `${at} ${"x".repeat(100)}`);
  for (const line of lines) output.write(line);
  expect(readFileSync(file, "utf8")).not.toContain("499 ");
  await expect.poll(() => readFileSync(file, "utf8")).toBe(`${lines.join("\n")}\n`);
});

test("what nobody reads is dropped and counted, and holds nobody up", async () => {
  const pipe = join(folder, "pipe");
  await run("mkfifo", [pipe]);
  // Opened for both, because to open it for writing alone waits for a reader.
  const output = new LineOutput(openSync(pipe, "r+"));
  const before = linesDropped();
  const line = "x".repeat(1024);
  const count = 2 * (requestLines.waitingBytesMax / line.length);
  for (let at = 0; at < count; at += 1) output.write(line);
  const dropped = linesDropped() - before;
  expect(dropped).toBeGreaterThan(count / 3);
  expect(dropped).toBeLessThan(count);
});
