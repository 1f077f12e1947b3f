import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { port } from "./client";

const run = promisify(execFile);
const readme = fileURLToPath(new URL("../../README.md", import.meta.url));
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "fieldkit-readme-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** The commands of the quick start, but for those that install and start. */
async function quickStart(): Promise<string[]> {
  const text = await readFile(readme, "utf8");
  const [, after = ""] = text.split(/^## Quick start\s*$/m);
  const [section = ""] = after.split(/^## /m);
  return [...section.matchAll(/^```bash\n([\s\S]*?)^```/gm)]
    .map(([, block = ""]) => block)
    .filter((block) => !/npm ci\b/.test(block));
}

it("the README's quick start works as written and ends with the mock's answer", async () => {
  const blocks = await quickStart();
  expect(blocks.length).toBeGreaterThan(0);
  const script = blocks.join("\n").replaceAll(":3000", `:${port}`);
  const commands = script.trim().split("\n").filter(Boolean);
  const { stdout } = await run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: directory });
  const body = /"?responseBody"?\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(script)?.[1];
  expect(body, "the quick start creates a mock with a responseBody").toBeDefined();
  expect(commands.at(-1)).toContain("curl");
  const text: unknown = JSON.parse(`"${body}"`);
  expect(stdout.trimEnd().endsWith(String(text))).toBe(true);
});
