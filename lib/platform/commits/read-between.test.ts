import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveGit } from "@/e2e/git-http-server";
import { createRepository, git, type NewCommit } from "@/e2e/git-repository";
import type { CommitsError } from "./commits-error";
import { type BetweenRequest, readCommitsBetween } from "./read-between";
import { readRefs } from "./read-refs";

const start = Date.UTC(2026, 0, 1) / 1000;
let root: string;
let path: string;
let server: Awaited<ReturnType<typeof serveGit>>;

/** A main line of 60 commits; from the 20th on a line of mends, and one that is merged. */
const commits: NewCommit[] = Array.from({ length: 60 }, (_, place) => ({
  message: `feat: number ${place}`,
  // Dates say nothing of the order: a clock was wrong.
  at: start + (place % 7) * 86_400 + place,
}));
commits.push({ message: "fix: mend", at: start, parents: [20] }, { message: "fix: more", at: start });
commits.push({ message: "Merge branch 'mends'", at: start + 9e6, parents: [59, 61] });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-between-"));
  path = createRepository(root, "shop", commits);
  const sha = (message: string) =>
    git(path, ["log", "main", "--format=%H", `--grep=${message}$`, "-1"]).trim();
  const tags = { "v1.0.0": "number 10", "v1.1.0-rc.1": "number 18", "v1.1.0": "number 20", "v1.1.1": "more" };
  for (const [tag, message] of Object.entries({ ...tags, "v1.2.0": "number 40", other: "number 45" }))
    git(path, ["tag", "-a", "-m", tag, tag, sha(message)]);
  git(path, ["branch", "release", sha("number 50")]);
  createRepository(root, "untagged", commits.slice(0, 3));
  createRepository(root, "empty", []);
  server = await serveGit(root);
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const read = (range: Pick<BetweenRequest, "from" | "to">, name = "shop.git") =>
  readCommitsBetween({ url: `${server.origin}/${name}`, outbound: { allow: [server.origin] }, ...range });
const log = (...range: string[]) =>
  git(path, ["log", "--format=%H", ...range])
    .split("\n")
    .filter(Boolean)
    .sort();
const shas = (read: { commits: { sha: string }[] }) => read.commits.map(({ sha }) => sha).sort();
const hash = (name: string) => git(path, ["rev-parse", `${name}^{commit}`]).trim();

describe("the commits between two places", () => {
  test.each([
    ["tags", "v1.0.0", "v1.1.0"],
    ["tags of different lines", "v1.1.1", "v1.2.0"],
    ["a tag and a branch", "v1.2.0", "release"],
    ["a branch and the tip", "release", "main"],
    ["the same place", "v1.1.0", "v1.1.0"],
    ["a place and one before it", "v1.2.0", "v1.0.0"],
  ])("%s: as Git lists them", async (_, from, to) => {
    const found = await read({ from, to });
    expect(shas(found)).toEqual(log(`${from}..${to}`));
    expect(found).toMatchObject({ from: { name: from, sha: hash(from) }, to: { name: to, sha: hash(to) } });
  });

  test("by whole hashes", async () => {
    const found = await read({ from: hash("v1.0.0"), to: hash("release") });
    expect(shas(found)).toEqual(log("v1.0.0..release"));
    expect(found.branch).toBe("main");
  });

  test("are the same where the server cannot leave files out", async () => {
    git(path, ["config", "uploadpack.allowFilter", "false"]);
    const found = await read({ from: "v1.0.0", to: "main" });
    git(path, ["config", "uploadpack.allowFilter", "true"]);
    expect(shas(found)).toEqual(log("v1.0.0..main"));
  });
});

describe("without a beginning", () => {
  test.each([
    ["v1.1.0", "v1.0.0"],
    ["v1.1.0-rc.1", "v1.0.0"],
    ["v1.1.1", "v1.1.0"],
    ["v1.2.0", "v1.1.1"],
  ])("%s begins behind the version before", async (to, before) => {
    const found = await read({ to });
    expect(found.from?.name).toBe(before);
    expect(shas(found)).toEqual(log(`${before}..${to}`));
  });

  test("the tip begins behind every tag", async () => {
    const found = await read({});
    expect(shas(found)).toEqual(log("main", "--not", "--tags"));
    expect(found).toMatchObject({
      branch: "main",
      from: { name: "other" },
      to: { name: "main", isTag: false },
    });
  });

  test("a branch that the address names begins behind the last tag before it", async () => {
    const found = await read({}, "shop.git#release");
    expect(shas(found)).toEqual(log("other..release"));
    expect(found).toMatchObject({ branch: "release", from: { name: "other" } });
  });
});

describe("says what to do about", () => {
  test.each<[string, Pick<BetweenRequest, "from" | "to">, string, string]>([
    ["an unknown name", { from: "v9", to: "main" }, "shop.git", 'The repository has no tag or branch "v9".'],
    [
      "the beginning of a hash",
      { from: "abcdef1" },
      "shop.git",
      'The repository has no tag or branch "abcdef1". Give the whole hash of a commit.',
    ],
    [
      "an unknown commit at the end",
      { from: "v1.0.0", to: "a".repeat(40) },
      "shop.git",
      "has no commit aaaa",
    ],
    ["an unknown commit at the beginning", { from: "a".repeat(40) }, "shop.git", "has no commit aaaa"],
    ["the first version", { to: "v1.0.0" }, "shop.git", "There is no version before"],
    ["a repository without tags", {}, "untagged.git", "has no tags. Say where the range begins."],
    ["an empty repository", {}, "empty.git", "has no commits yet"],
  ])("%s", async (_, range, name, message) => {
    const refusal: CommitsError = await read(range, name).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(refusal).toMatchObject({ reason: "no_branch", transient: false });
    expect(refusal.message).toContain(message);
  });
});

test("names to choose from: newest versions first", async () => {
  const url = `${server.origin}/shop.git`;
  expect(await readRefs({ url, outbound: { allow: [server.origin] } })).toEqual({
    defaultBranch: "main",
    branches: ["main", "release"],
    tags: ["v1.2.0", "v1.1.1", "v1.1.0", "v1.1.0-rc.1", "v1.0.0", "other"],
  });
});
