import { describe, expect, test } from "vitest";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { factsOf } from "./changes";
import { mergesOf } from "./merges";
import { pullOfMerge, titleOfBranch, trailingPull } from "./pull-requests";

describe("a merge's message", () => {
  test.each([
    ["Merge pull request #7 from acme/gift-cards\n\nAdd gift cards", "7", "Add gift cards", "gift-cards"],
    ["Merge pull request #7 from a/b\n\nMerge pull request 7", "7", undefined, "b"],
    ["Merge pull request 'Gift cards' (#7) from a/b into main", "7", "Gift cards", "b"],
    [
      "Merged in gift-cards (pull request #7)\n\nGift cards\n\nApproved-by: Ada",
      "7",
      "Gift cards",
      "gift-cards",
    ],
    ["Merged PR 7: Gift cards", "7", "Gift cards", undefined],
    ["Auto merge of #7 - ada:gifts, r=zoe\n\nGift cards", "7", "Gift cards", "gifts"],
    ["Merge #7: Gift cards", "7", "Gift cards", undefined],
    [
      "Merge branch 'gifts' into 'main'\n\nGift cards\n\nSee merge request acme/shop!7",
      "!7",
      "Gift cards",
      "gifts",
    ],
  ])("%j", (message, number, title, branch) => {
    expect(pullOfMerge(message)).toEqual({ number, title, branch });
  });

  test.each([
    "Merge branch 'main' into gifts",
    "Merge tag 'v1.0'",
    "Add gifts (#7)",
    "",
    "Merge 'a' into 'b' (#8)",
  ])("%j is of no pull request", (message) => expect(pullOfMerge(message)).toBeUndefined());

  test("names branches and numbers as people do", () => {
    expect(titleOfBranch("feature/add-gift-cards")).toBe("add gift cards");
    expect(titleOfBranch("patch-1")).toBeUndefined();
    expect(trailingPull("Add gifts (#6) (#7)")).toBe("7");
    expect(trailingPull("Fix #7 of the list")).toBeUndefined();
  });
});

/** A history from lines `name: message < parents`, oldest first; each is the parent of the next unless told. */
function history(...lines: string[]): { commits: Commit[]; sha: (name: string) => string } {
  const sha = (name: string) => Buffer.from(name).toString("hex").padEnd(40, "0");
  const commits = lines.map((line, place) => {
    const [, name = "", message = "", parents] = /^(\S+): ([^<]*?)(?: < (.*))?$/s.exec(line) ?? [];
    const before = lines[place - 1]?.split(":", 1)[0];
    const signature = { name: name.toUpperCase(), email: `${name}@example.com`, at: new Date(place * 1000) };
    return {
      ...{ sha: sha(name), message, author: signature, committer: signature },
      parents: parents === undefined ? (before ? [sha(before)] : []) : parents.split(" ").map(sha),
    };
  });
  return { commits: commits.reverse(), sha };
}

const titles = ({ commits }: { commits: Commit[] }) =>
  factsOf([{ repoUrl: "https://github.com/acme/shop", commits }]).changes.map(({ title, references }) =>
    `${title} ${references.map((number) => `#${number}`).join(" ")}`.trim(),
  );

describe("the merge of a pull request", () => {
  const one = history(
    "a: feat: first",
    "b: wip on gifts",
    "c: more gifts",
    "m: Merge pull request #7 from zoe/gifts\n\nAdd gift cards < a c",
  );

  test("stands for its commits, with its number, and thanks those who wrote them", () => {
    expect(titles(one)).toEqual(["Add gift cards #7", "First"]);
    const { changes, commits } = factsOf([{ repoUrl: "https://github.com/acme/shop", commits: one.commits }]);
    expect(changes[0]?.authors.map(({ name }) => name)).toEqual(["C", "B"]);
    expect(changes[0]?.commits.map(({ sha }) => sha)).toEqual(["m", "c", "b"].map(one.sha));
    expect(commits.map(({ leftOut }) => leftOut)).toEqual([null, null, null, null]);
  });

  test("is of the kind that its commits say when its title does not", () => {
    const merged = history("a: x", "b: feat: gifts", "c: fix: gifts", "m: Merge #7: The gift thing < a c");
    const { changes } = factsOf([{ repoUrl: "https://github.com/acme/shop", commits: merged.commits }]);
    expect(changes).toMatchObject([{ kind: "feature", title: "The gift thing" }, { title: "X" }]);
  });

  test.each([
    [
      "the words of its only commit",
      ["b: Add gifts", "m: Merge pull request #7 from zoe/patch-1 < a b"],
      "Add gifts #7",
    ],
    [
      "its branch's name",
      ["b: x", "c: y", "m: Merge pull request #7 from zoe/add-gift-cards < a c"],
      "Add gift cards #7",
    ],
    [
      "its first commit",
      ["b: Add gifts", "c: y", "m: Merge pull request #7 from zoe/dev < a c"],
      "Add gifts #7",
    ],
  ])("without a title has %s", (_, lines, title) => {
    expect(titles(history("a: Rework it", ...lines))).toContain(title);
  });

  test("of a branch that had the main one merged into it has only its own commits", () => {
    const { commits, sha } = history(
      "a: x",
      "side: gifts < a",
      "b: fix: main < a",
      "sync: Merge branch 'main' into gifts < side b",
      "m: Merge pull request #7 from zoe/gifts\n\nGifts < b sync",
    );
    expect(
      mergesOf(commits)
        .pulls.get(sha("m"))
        ?.commits.map((each) => each.sha),
    ).toEqual(["sync", "side"].map(sha));
    expect(titles({ commits })).toEqual(["Main", "Gifts #7", "X"]);
  });

  test("of a branch where others were collected stands for nothing", () => {
    const develop = history(
      "a: x",
      "d1: start < a",
      "p: fix: p < d1",
      "m1: Merge pull request #5 from zoe/p\n\nMend p < d1 p",
      "q: Add q (#6)",
      "m: Merge pull request #9 from acme/develop\n\nRelease of May < a q",
    );
    expect(titles(develop).sort()).toEqual(["Add q #6", "Mend p #5", "Start", "X"]);
  });

  test("is not misled by numbers of the repository that it comes from", () => {
    const fork = history(
      "a: x",
      "b: Review pages (#2)",
      "c: more",
      "m: Merge pull request #5815 from zoe/pages\n\nRework pages < a c",
    );
    expect(titles(fork)).toEqual(["Rework pages #5815", "X"]);
  });

  test("takes those of another repository that are within it along, with their commits", () => {
    const { commits, sha } = history(
      "a: x",
      "c: inner < a",
      "i: Merge pull request #2 from friend/inner\n\nInner < a c",
      "d: more < i",
      "m: Merge pull request #5815 from zoe/pages\n\nRework pages < a d",
    );
    const facts = factsOf([{ repoUrl: "https://github.com/acme/shop", commits }]);
    expect(facts.commits.map(({ leftOut }) => leftOut)).toEqual([null, null, null, null, null]);
    expect(facts.changes).toHaveLength(2);
    expect(facts.changes[0]?.commits.map((each) => each.sha)).toEqual(["m", "d", "i", "c"].map(sha));
  });

  test("that is reverted takes its commits along", () => {
    const { commits, sha } = history(
      "a: x",
      "b: gifts",
      "m: Merge pull request #7 from zoe/gifts\n\nGifts < a b",
      'r: Revert "Merge pull request #7 from zoe/gifts" < m',
    );
    const facts = factsOf([{ repoUrl: "https://github.com/acme/shop", commits }]);
    expect(facts.changes.map(({ title }) => title)).toEqual(["X"]);
    expect(facts.commits.find((each) => each.sha === sha("b"))?.leftOut).toMatch(/^reverted by/);
  });
});
