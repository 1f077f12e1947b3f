import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitFor } from "../processes";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "fieldkit-command-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

/** Types a command in a terminal of its own, as it were. */
function typed(command: string) {
  let output = "";
  const env = { ...process.env, TMPDIR: scratch, NO_COLOR: "1", FIELDKIT_URL: "" };
  const child = spawn("bash", ["-c", command], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  /** Ctrl-C reaches everything in the foreground. */
  const interrupt = () => process.kill(-(child.pid ?? 0), "SIGINT");
  return { output: () => output, ended, interrupt };
}

/** Processes and files of the command's, which all name the directory. */
function leftBehind(): string[] {
  const lines = execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).split("\n");
  return [...lines.filter((line) => line.includes(scratch)), ...readdirSync(scratch).filter(isOurs)];
}
/** Node's cache of compiled modules belongs to whoever fills it next. */
const isOurs = (name: string) => name.startsWith("fieldkit-");

test("the command that CONTRIBUTING.md names for tests of the API runs them, and tidies up", async () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const [command = ""] = /^npm run api -- [^#\n]+/m.exec(text) ?? [];
  const run = typed(command);
  expect(await run.ended, run.output()).toBe(0);
  expect(run.output()).toMatch(/Tests +\d+ passed/);
  expect(leftBehind()).toEqual([]);
});

test("a run without a test fails", async () => {
  const run = typed("npm run api -- no-such-file");
  expect(await run.ended, run.output()).toBe(1);
  expect(run.output()).toContain("No test files found");
});

test("a door that does not exist is refused at once", async () => {
  const run = typed("npm run api -- --door back");
  expect(await run.ended).toBe(2);
  expect(run.output()).toContain("--door takes server, next or functions.");
});

test("an interrupted run leaves no process and no file behind, its tests' own doors included", async () => {
  const run = typed("npm run api -- behind-a-proxy");
  // The tests' own door beside the command's.
  const doors = () =>
    readdirSync(scratch, { recursive: true }).filter((name) => /e2e-\w+$/.test(String(name)));
  expect(await waitFor(() => doors().length === 2, 120_000), run.output()).toBe(true);
  run.interrupt();
  expect(await run.ended, run.output()).not.toBe(0);
  expect(leftBehind()).toEqual([]);
});
