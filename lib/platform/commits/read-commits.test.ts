import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveGit } from "@/e2e/git-http-server";
import { createRepository, git, type NewCommit } from "@/e2e/git-repository";
import { readCommits } from "./read-commits";

const day = 86_400;
const start = Date.UTC(2026, 0, 1) / 1000;

let root: string;
let server: Awaited<ReturnType<typeof serveGit>>;
const paths: Record<string, string> = {};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "fieldkit-git-"));
  for (const [name, commits] of Object.entries(histories()))
    paths[name] = createRepository(root, name, commits);
  paths.empty = createRepository(root, "empty", []);
  server = await serveGit(root);
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Numbers that look random and are the same in every run. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * below);
  };
}

function histories(): Record<string, NewCommit[]> {
  const linear = Array.from({ length: 1200 }, (_, place) => ({
    message: `fix: number ${place}\n\nWhat was wrong in ${place} is right.\n`,
    at: start + place * 7200,
  }));
  const next = sequence(7);
  const merges: NewCommit[] = [];
  for (let place = 0; place < 500; place += 1) {
    const isMerge = place > 20 && place % 5 === 0;
    const parents =
      place === 0 ? [] : isMerge ? [place - 1, place - 2 - next(10)] : [place - 1 - next(Math.min(place, 3))];
    // Every commit is to be reachable, also those that nothing was built on.
    merges.push({ message: `change ${place}`, at: start + place * 10_800, parents });
  }
  merges.push({ message: "everything", at: start + 500 * 10_800, parents: leavesOf(merges) });
  const skewed = Array.from({ length: 400 }, (_, place) => ({
    message: `Übung ${place} 日本語`,
    author: "Zoë Ångström <zoe@example.com>",
    at: start + place * 21_600 + (next(10) - 5) * day,
  }));
  // What was begun long ago and merged lately hides its younger sibling from a server that cuts at a date.
  const lately: NewCommit[] = Array.from({ length: 40 }, (_, place) => ({
    message: `step ${place}`,
    at: start + place * day,
  }));
  lately.push({ message: "begun long ago", at: start + day, parents: [0] });
  lately.push({ message: "merged lately", at: start + 40 * day, parents: [39, 40] });
  return { linear, merges, skewed, lately };
}

function leavesOf(commits: NewCommit[]): number[] {
  const used = new Set(commits.flatMap(({ parents = [] }) => parents));
  return commits
    .map((_, place) => place)
    .filter((place) => !used.has(place))
    .reverse()
    .slice(0, 300);
}

const read = (name: string, since: number, until: number, rest = "") =>
  readCommits({
    url: `${server.origin}/${name}.git${rest}`,
    since: new Date(since * 1000),
    until: new Date(until * 1000),
    outbound: { allow: [server.origin] },
  });

test("how many there are is told before they are there, and never less than are read", async () => {
  const told: [done: number, total: number][] = [];
  const { commits } = await readCommits({
    url: `${server.origin}/linear.git`,
    since: new Date((start - day) * 1000),
    until: new Date((start + 200 * day) * 1000),
    outbound: { allow: [server.origin] },
    counted: (done, total) => told.push([done, total]),
  });
  expect(told[0]).toEqual([0, commits.length]);
  expect(told.map(([done]) => done)).toContain(1000);
  for (const [done, total] of told) expect(done).toBeLessThanOrEqual(total);
});

/** What Git itself says: object name, author, message. */
function logOf(name: string, since: number, until: number): string[] {
  const range = [`--since-as-filter=${since}`, `--until=${until}`];
  return git(paths[name] ?? "", ["log", "main", ...range, "--format=%H%x09%an%x09%B%x00"])
    .split("\0\n")
    .map((text) => text.trim())
    .filter(Boolean)
    .sort();
}

const shown = (commits: Awaited<ReturnType<typeof read>>["commits"]) =>
  commits.map(({ sha, author, message }) => `${sha}\t${author.name}\t${message}`.trim()).sort();

describe.each(["linear", "merges", "skewed"])("the commits of the %s history", (name) => {
  test.each([
    ["all of it", start - 30 * day, start + 200 * day],
    ["a month in the middle", start + 20 * day, start + 50 * day],
    ["one day", start + 30 * day, start + 31 * day],
    ["a single second", start + 7200 * 300, start + 7200 * 300],
  ])("%s: none missing, none extra", async (_, since, until) => {
    const { commits, branch } = await read(name, since, until);
    expect(shown(commits)).toEqual(logOf(name, since, until));
    expect(branch).toBe("main");
  });

  test.each([
    ["all of it", start - 30 * day, start + 200 * day, 350],
    ["a month", start + 20 * day, start + 50 * day, 100],
  ])("are the same where the server cannot leave files out: %s", async (_, since, until, atLeast) => {
    git(paths[name] ?? "", ["config", "uploadpack.allowFilter", "false"]);
    const { commits } = await read(name, since, until);
    git(paths[name] ?? "", ["config", "uploadpack.allowFilter", "true"]);
    expect(shown(commits)).toEqual(logOf(name, since, until));
    expect(commits.length).toBeGreaterThan(atLeast);
  });
});

describe("reading", () => {
  test("finds what came before the merge of an old branch", async () => {
    const [since, until] = [start + 30 * day, start + 50 * day];
    const { commits } = await read("lately", since, until);
    expect(shown(commits)).toEqual(logOf("lately", since, until));
    expect(commits).toHaveLength(11);
  });

  test("a range before or after everything is empty", async () => {
    expect((await read("linear", start - 90 * day, start - 80 * day)).commits).toEqual([]);
    expect((await read("linear", start + 900 * day, start + 901 * day)).commits).toEqual([]);
  });

  test("a repository without commits is empty", async () => {
    expect((await read("empty", 0, start)).commits).toEqual([]);
  });

  test("a branch or tag is chosen after the #", async () => {
    git(paths.linear ?? "", ["branch", "--force", "release/1.x", "main~700"]);
    git(paths.linear ?? "", ["tag", "--force", "-a", "-m", "one", "v1", "main~700"]);
    for (const name of ["release/1.x", "release%2F1.x", "v1"]) {
      const { commits, branch } = await read("linear", start, start + 200 * day, `#${name}`);
      expect(commits).toHaveLength(500);
      expect(branch).toBe(decodeURIComponent(name));
    }
  });

  test("works for SHA-256 repositories", async () => {
    const path = join(root, "wide.git");
    git(root, ["init", "--quiet", "--bare", "--object-format=sha256", "--initial-branch=main", path]);
    git(path, ["config", "uploadpack.allowFilter", "true"]);
    const tree = git(path, ["hash-object", "-w", "-t", "tree", "/dev/null"]).trim();
    const commit = git(path, ["commit-tree", "-m", "wide", tree]).trim();
    git(path, ["update-ref", "refs/heads/main", commit]);
    const { commits } = await read("wide", start, start + 50_000 * day);
    expect(commits.map(({ sha, message }) => [sha, message.trim()])).toEqual([[commit, "wide"]]);
  });

  test.each([
    ["an unknown repository", "nothing", "", "not_found"],
    ["an unknown branch", "linear", "#nowhere", "no_branch"],
  ])("%s is a clear failure", async (_, name, rest, reason) => {
    await expect(read(name, start, start + day, rest)).rejects.toMatchObject({ reason, transient: false });
  });
});
