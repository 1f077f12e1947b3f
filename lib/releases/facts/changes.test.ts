import { describe, expect, test } from "vitest";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { factsOf } from "./changes";
import { renderNotes, sectionsByRules } from "./render";

let made = 0;
const repoUrl = "https://github.com/acme/shop.git";

function commit(message: string, more: Partial<Commit> & { by?: string; mail?: string } = {}): Commit {
  made += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, made));
  const signature = { name: more.by ?? "Ada", email: more.mail ?? "ada@example.com", at };
  return {
    sha: made.toString(16).padStart(40, "0"),
    parents: ["f".repeat(40)],
    author: signature,
    committer: signature,
    message,
    ...more,
  };
}

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

  test("a squash is its own change and those that it lists", () => {
    const message = "Checkout, second part (#9)\n\n* feat: gift cards\n* fix(cart): totals\n* typo\n";
    expect(changesOf(commit(message)).map(({ kind, title }) => [kind, title])).toEqual([
      ["feature", "Gift cards"],
      ["fix", "Totals"],
      ["change", "Checkout, second part"],
    ]);
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
  test("merges of listed commits, bots, unfinished work", () => {
    const side = commit("feat: side");
    const merge = commit("Merge pull request #1 from a/b\n\nSide", { parents: ["e".repeat(40), side.sha] });
    const bot = commit("fix: x", { by: "dependabot[bot]" });
    const fixup = commit("fixup! feat: side");
    expect(reasonsOf(side, merge, bot, fixup)).toEqual([
      null,
      "a merge of commits that are listed",
      "made by a bot, dependabot[bot]",
      "unfinished work that another commit completes",
    ]);
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

  test("a revert of something older is a change", () => {
    expect(changesOf(commit('Revert "feat: old"\n\nThis reverts commit abcdef1.'))).toHaveLength(1);
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
    expect(markdown).toMatch(/\nThanks to \[Ada\]\(https:\/\/github\.com\/ada-l\), Bob\.\n$/);
    expect(markdown).toContain("[#7](https://github.com/acme/shop/pull/7)");
  });
});

describe("the notes", () => {
  const facts = factsOf([
    {
      repoUrl,
      commits: [
        commit("feat!: new login\n\nBREAKING CHANGE: sessions end"),
        commit("fix: [click](http://evil) <script>alert(1)</script> *now* https://evil.example", {
          by: "Eve <b>",
          mail: "eve@example.com",
        }),
        commit("feat: share", { by: "Zoë Ångström" }),
        commit("ci: faster"),
      ],
    },
    { repoUrl: "https://gitlab.com/acme/app", commits: [commit("feat: share")] },
  ]);
  const markdown = renderNotes(
    { summary: "", sections: sectionsByRules(facts.changes, true) },
    facts.changes,
  );

  test("say so when there is nothing to say", () => {
    expect(renderNotes({ summary: "", sections: sectionsByRules([], true) }, [])).toBe(
      "Nothing in this range is for these notes.\n",
    );
  });

  test("begin with what breaks, link every commit and never show an address", () => {
    expect(markdown.indexOf("## Breaking changes")).toBe(0);
    for (const { sha } of facts.commits) expect(markdown).toContain(sha);
    expect(markdown).toContain("https://gitlab.com/acme/app/-/commit/");
    expect(markdown).toContain("https://github.com/acme/shop/commit/");
    expect(markdown).not.toContain("@example.com");
    expect(markdown).toContain("Zoë Ångström");
  });

  test("say the same change of two repositories once", () => {
    expect(markdown.match(/Share/g)).toHaveLength(1);
  });

  test("take nothing of a commit for Markdown or HTML", () => {
    expect(markdown).not.toMatch(/(^|[^\\])<script/);
    expect(markdown).not.toContain("](http://evil)");
    expect(markdown).not.toContain("https://evil.example");
  });
});
