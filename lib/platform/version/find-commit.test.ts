import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commitOfEnvironment } from "../env/commit";
import { findCommit } from "./find-commit";
import { versionText } from "./version";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldkit-commit-"));
  vi.stubEnv("SOURCE_COMMIT", "");
  vi.stubEnv("GITHUB_SHA", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

function commitSomething(): string {
  git("init", "--quiet");
  writeFileSync(join(folder, "file"), "text");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  return git("rev-parse", "HEAD").trim();
}

test("a repository names its commit, whatever the environment says", () => {
  vi.stubEnv("SOURCE_COMMIT", "a".repeat(40));
  expect(findCommit(folder)).toBe("a".repeat(40));
  const commit = commitSomething();
  expect(findCommit(folder)).toBe(commit);
});

test("a repository that only holds the folder, has no commit or is none says nothing", () => {
  expect(findCommit(folder)).toBeNull();
  git("init", "--quiet");
  expect(findCommit(folder)).toBeNull();
  commitSomething();
  mkdirSync(join(folder, "vendor"));
  expect(findCommit(join(folder, "vendor"))).toBeNull();
});

const sha = "45b13b8a52e0623518db2df3dac57a5e45afa7db";
test.each([
  [{}, null],
  [{ SOURCE_COMMIT: sha }, sha],
  [{ VERCEL_GIT_COMMIT_SHA: ` ${sha.toUpperCase()}\n` }, sha],
  [{ SOURCE_COMMIT: sha, VERCEL_GIT_COMMIT_SHA: "b".repeat(40) }, sha],
  [{ SOURCE_COMMIT: "", GITHUB_SHA: sha }, sha],
  [{ SOURCE_COMMIT: "main" }, null],
  [{ SOURCE_COMMIT: "<script>" }, null],
])("the environment %j means the commit %s", (source, commit) => {
  expect(commitOfEnvironment(source)).toBe(commit);
});

test.each([
  [{ version: "1.2.3", commit: sha }, "1.2.3 (45b13b8a52e0)"],
  [{ version: "1.2.3", commit: null }, "1.2.3"],
])("people read %j as %s", (version, text) => {
  expect(versionText(version)).toBe(text);
});
