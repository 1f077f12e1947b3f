import { describe, expect, test } from "vitest";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { factsOf } from "./changes";
import { commit, repoUrl } from "./fixtures";
import { renderNotes, sectionsByRules } from "./render";

const changesOf = (...commits: Commit[]) => factsOf([{ repoUrl, commits: commits.toReversed() }]).changes;
const reasonsOf = (...commits: Commit[]) =>
  factsOf([{ repoUrl, commits: commits.toReversed() }])
    .commits.map(({ leftOut }) => leftOut)
    .reverse();

describe("a commit's message", () => {
  test.each([
    ["feat(cart): add coupons (#12)", "feature", "cart", "Add coupons", ["12"]],
    ["fix: don't lose items.", "fix", null, "Don't lose items", []],
    ["perf(db): index by day", "performance", "db", "Index by day", []],
    ["chore(deps): bump next from 15 to 16", "dependencies", "deps", "Bump next from 15 to 16", []],
    ["Add a dark theme", "feature", null, "Add a dark theme", []],
    ["Prevent double orders", "fix", null, "Prevent double orders", []],
    ["Crash when the cart is empty", "fix", null, "Crash when the cart is empty", []],
    ["Remove the old API", "removal", null, "Remove the old API", []],
    ["Update README", "documentation", null, "Update README", []],
    ["Bump lodash from 4.1 to 4.2", "dependencies", null, "Bump lodash from 4.1 to 4.2", []],
    ["Rename things", "change", null, "Rename things", []],
    ["http://x: is no type", "change", null, "http://x: is no type", []],
    ["useState is stable now", "change", null, "useState is stable now", []],
    ["net/http: fix timeouts (#7)", "fix", "net/http", "Fix timeouts", ["7"]],
    ["client.rb - Skip empty bodies", "change", "client.rb", "Skip empty bodies", []],
    ["[Docs] How to begin", "documentation", null, "How to begin", []],
    ["[Fix #12] Totals of an empty cart", "fix", null, "Totals of an empty cart", ["12"]],
    ["feat: faster\n\nCloses #4, fixes #5", "feature", null, "Faster", ["4", "5"]],
    ["feat: share (!8)", "feature", null, "Share", ["!8"]],
    ["chore: update cypress to v13", "dependencies", null, "Update cypress to v13", []],
    // Tests, formatting and automation are maintenance in whatever words.
    ["feat(ci): cache modules", "maintenance", "ci", "Cache modules", []],
    ["fix: lint error", "maintenance", null, "Lint error", []],
    ["fix: flaky test of the cart", "maintenance", null, "Flaky test of the cart", []],
    ["Enable tests on Windows", "maintenance", null, "Enable tests on Windows", []],
    ["net: enable more Miri tests", "maintenance", "net", "Enable more Miri tests", []],
    ["Fix a false positive of `Lint/Useless`", "fix", null, "Fix a false positive of `Lint/Useless`", []],
    ["Add A/B tests to the shop", "feature", null, "Add A/B tests to the shop", []],
    ["Rename `a` -> `b`", "maintenance", null, "Rename `a` -> `b`", []],
    ["Better words [skip ci]", "maintenance", null, "Better words", []],
    ['Revert "Fix typo in the docs"', "documentation", null, 'Revert "Fix typo in the docs"', []],
  ])("%s", (message, kind, scope, title, references) => {
    expect(changesOf(commit(message))).toMatchObject([{ kind, scope, title, references }]);
  });

  test.each([
    ["feat!: drop Node 18", []],
    ["feat(api)!: drop Node 18\n\nBREAKING CHANGE: Node 20 is needed", ["Node 20 is needed"]],
    ["fix: x\n\nBREAKING-CHANGE: y\n  goes on", ["y goes on"]],
    ["Rework it\n\nBREAKING: everything moved", ["everything moved"]],
  ])("%j breaks something", (message, breaking) => {
    expect(changesOf(commit(message))).toMatchObject([{ isBreaking: true, breaking }]);
  });

  test.each([
    [
      "says by its list what kind of change it is",
      "Checkout, second part (#9)\n\n* feat: gift cards\n* fix(cart): totals\n* typo\n",
      { kind: "feature", title: "Checkout, second part", details: ["Gift cards"] },
    ],
    [
      "has no details that mend or test itself",
      "feat(args): offline flag (#9)\n\n* feat(args): offline flag\n* fix: lint error\n* test: more\n* fix: todo\n",
      { kind: "feature", title: "Offline flag", details: [] },
    ],
    [
      "of a fix tells what else it mended",
      "fix: totals (#9)\n\n* fix(cart): rounding\n* fix(tax): rounding of taxes\n* chore: tidy\n",
      { kind: "fix", title: "Totals", details: ["Rounding", "Rounding of taxes"] },
    ],
    [
      "breaks what one of its parts breaks",
      "feat: login (#9)\n\n* feat!: sessions end\n* test: it\n",
      { kind: "feature", isBreaking: true, breaking: ["Sessions end"] },
    ],
    [
      "in plain words is one change without details",
      "Add a cart (#9)\n\n* Add a button\n* Fix the button\n",
      { kind: "feature", title: "Add a cart", details: [] },
    ],
  ])("a squash is one change: it %s", (_, message, change) => {
    expect(changesOf(commit(message))).toMatchObject([change]);
  });

  test("of any bytes is read", () => {
    for (const message of [
      "",
      " ",
      "\u0000",
      ":",
      "feat:",
      "a".repeat(100_000),
      "*\n*\n*",
      "feat(()): x",
      "💥",
    ]) {
      expect(() => changesOf(commit(message))).not.toThrow();
    }
  });
});

describe("what is left out", () => {
  const side = commit("feat: side");
  const merge = commit("Merge branch 'side'", { parents: ["e".repeat(40), side.sha] });
  test.each([
    ["a merge of listed commits", [side, merge], "a merge of commits that are listed"],
    [
      "what a bot does by itself",
      [commit("chore: update readme", { by: "acme-bot" })],
      "made by a bot, acme-bot",
    ],
    ["unfinished work", [commit("fixup! feat: side")], "unfinished work that another commit completes"],
    ["nothing in words", [commit("whoops, typo")], "its message does not say what it changed"],
    ["a release", [commit("chore: prepare Shop v1.3.0 (#8)")], "prepares a release"],
    ["a version", [commit("v1.3.0-rc.1")], "prepares a release"],
    ["the changelog", [commit("Update CHANGELOG.md")], "keeps the project's own changelog"],
  ])("%s", (_, commits, reason) => {
    expect(reasonsOf(...commits).at(-1)).toBe(reason);
  });

  test.each(["feat: update changelog page", "Add a changelog", "Bump axios from 1.2.0 to 1.3.0"])(
    "not %s",
    (message) => expect(reasonsOf(commit(message))).toEqual([null]),
  );

  test("not what a bot brings by a pull request: it is maintenance, and no one is thanked", () => {
    const bot = commit("feat(deps): bump axios from 1.2 to 1.3 (#3)", { by: "dependabot[bot]" });
    expect(changesOf(bot)).toMatchObject([{ kind: "maintenance", authors: [], references: ["3"] }]);
  });

  test("not a merge whose commits are older than the range: its title stands for them", () => {
    const merge = commit("Merge pull request #7 from a/b\n\nAdd gift cards", {
      parents: ["e".repeat(40), "d".repeat(40)],
    });
    expect(reasonsOf(merge)).toEqual([null]);
    expect(changesOf(merge)).toMatchObject([{ title: "Add gift cards", kind: "feature" }]);
  });

  test("a change and its revert, but not when the revert was reverted", () => {
    const change = commit("feat: a");
    const revert = commit(`Revert "feat: a"\n\nThis reverts commit ${change.sha}.`);
    const again = commit(`Revert "Revert "feat: a""\n\nThis reverts commit ${revert.sha}.`);
    expect(reasonsOf(change, revert)).toEqual([
      expect.stringContaining("reverted by"),
      expect.stringContaining("reverts"),
    ]);
    expect(reasonsOf(change, revert, again).map((reason) => reason === null)).toEqual([true, false, false]);
  });

  const original = commit("feat: a (#41)");
  test.each([
    'Revert "feat: a (#41)" (#42)\n\nReverts acme/shop#41',
    'Revert "feat: a" (#42)',
    "revert: feat: a",
  ])("%j cancels what it reverts", (message) => {
    expect(changesOf(original, commit(message))).toEqual([]);
  });

  test("a change that is applied again stays", () => {
    const change = commit("feat: a");
    const undone = commit('Revert "feat: a"');
    expect(reasonsOf(change, undone, commit('Reapply "feat: a"'))[0]).toBeNull();
  });

  test("a revert of something older is a change", () => {
    expect(changesOf(commit('Revert "feat: old"\n\nThis reverts commit abcdef1.'))).toHaveLength(1);
  });
});

describe("a fix of something that is new in the range is part of it", () => {
  const added = commit("feat(args): add `--offline` (#20)");
  test.each([
    ["by a pull request's number", "fix: crash\n\nFollow-up to #20"],
    ["by a commit's name", `fix: crash\n\nFixes: ${added.sha} ("add")`],
    ["by the same option", "fix(args): help of `--offline` (#21)"],
  ])("%s", (_, message) => {
    const fix = commit(message);
    const changes = changesOf(added, fix);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.commits.map(({ sha }) => sha)).toEqual([added.sha, fix.sha]);
    expect(reasonsOf(added, fix)).toEqual([null, null]);
  });

  test("but not of another repository, which has the same numbers", () => {
    const fix = commit("fix: crash\n\nFollow-up to #20");
    const other = { repoUrl: "https://github.com/acme/app", commits: [fix] };
    expect(factsOf([{ repoUrl, commits: [added] }, other]).changes).toHaveLength(2);
  });

  test.each([
    ["a fix of something older", "fix: crash\n\nFollow-up to #19"],
    ["a fix of the same option elsewhere", "fix(config): help of `--offline`"],
    ["something else that is new", "feat(args): `--offline` for all commands"],
  ])("but not %s", (_, message) => {
    expect(changesOf(added, commit(message))).toHaveLength(2);
  });
});

describe("what a forge knows", () => {
  const plain = commit("Totals of an empty cart");
  const conventional = commit("docs: how to begin");
  const hidden = commit("Secret work");
  const twice = commit("feat: share (#9)\n\nCo-authored-by: Bob <bob@example.com>");
  const facts = factsOf([
    {
      repoUrl,
      commits: [twice, hidden, conventional, plain],
      contexts: new Map([
        [plain.sha, { profile: "https://github.com/ada-l", pull: { number: "7", labels: ["type: Bug"] } }],
        [conventional.sha, { pull: { number: "8", labels: ["enhancement", "breaking-change"] } }],
        [hidden.sha, { pull: { number: "10", labels: ["ignore-for-release"] } }],
        [twice.sha, { pull: { number: "9", labels: [] } }],
      ]),
    },
  ]);
  const changeOf = ({ sha }: Commit) => facts.changes.find(({ commits }) => commits[0]?.sha === sha);

  test("decides where the author followed no convention, and adds the pull request", () => {
    expect(changeOf(plain)).toMatchObject({ kind: "fix", isBreaking: false, references: ["7"] });
    expect(changeOf(conventional)).toMatchObject({ kind: "documentation", isBreaking: true });
    expect(changeOf(twice)).toMatchObject({ references: ["9"] });
  });

  test("can leave a commit out, with the label as the reason", () => {
    const reasons = facts.commits.filter(({ sha }) => sha === hidden.sha).map(({ leftOut }) => leftOut);
    expect(reasons).toEqual(["its pull request is labelled ignore-for-release"]);
  });

  test("thanks everybody once, with their page", () => {
    const markdown = renderNotes(
      { summary: "", sections: sectionsByRules(facts.changes, true) },
      facts.changes,
    );
    expect(markdown).toMatch(/\nThanks to \[Ada\]\(https:\/\/github\.com\/ada-l\), Bob\.\n\n\[#8\]: /);
    expect(markdown).toContain("\n[#7]: https://github.com/acme/shop/pull/7\n");
  });
});
