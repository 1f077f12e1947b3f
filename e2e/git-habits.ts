import { createRepository, git, type NewCommit } from "./git-repository";

/** A project that makes releases in its own way, and what it published for one of them. */
export type Habit = {
  name: string;
  commits: NewCommit[];
  /** Tags by the places of their commits. */
  tags: Record<string, number>;
  from: string;
  to: string;
  published: { items: number; pulls: number[] };
  /** Words that must not be in the notes. */
  without: string[];
};

const start = Date.UTC(2026, 2, 1) / 1000;
const hour = 3600;
const bot = "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>";
const zoe = "Zoë <zoe@example.com>";

/** Commits one after the other, an hour apart. */
const line = (...messages: (string | Omit<NewCommit, "at">)[]): NewCommit[] =>
  messages.map((each, place) => ({
    ...(typeof each === "string" ? { message: each } : each),
    at: start + place * hour,
  }));

/** Everything by conventional commits, one for each pull request. */
const conventional: Habit = {
  name: "conventional",
  commits: line(
    "feat: first",
    "feat(cart): add gift cards (#11)",
    "fix(cart): round totals of taxes (#12)",
    "test: cover gift cards (#13)",
    "ci: run on Node 24 (#14)",
    "fix: lint error (#15)",
    "docs: say how to begin (#16)",
    { message: "chore(deps): bump yaml from 2.1 to 2.2 (#17)", author: bot },
    "perf!: keep sessions in memory (#18)\n\nBREAKING CHANGE: sessions end with the process",
    "feat(cart): balloons (#19)",
    'revert: "feat(cart): balloons" (#20)\n\nReverts acme/shop#19',
    "refactor: move helpers (#21)",
    "chore(release): 1.1.0",
  ),
  tags: { "v1.0.0": 0, "v1.1.0": 12 },
  from: "v1.0.0",
  to: "v1.1.0",
  published: { items: 8, pulls: [11, 12, 13, 14, 15, 16, 18, 21] },
  without: ["alloons", "1.1.0", "dependabot"],
};

/** Pull requests are squashed, and their bodies list every step. */
const squash: Habit = {
  name: "squash",
  commits: line(
    "feat: first",
    {
      message: [
        "feat(args): add an offline flag (#31)",
        "",
        "* feat(args): add an offline flag",
        ...Array.from({ length: 12 }, (_, at) => `* fix: step ${at} of the review`),
        "* style: format",
        "* test: cover the flag",
        "",
        "---------",
        "",
        "Co-authored-by: Zoë <zoe@example.com>",
      ].join("\n"),
    },
    "fix(args): help of `--offline` (#32)\n\nFollow-up to #31.",
    "chore(lint): fix warnings (#33)\n\n* chore: empty strings\n* chore: clones\n* fix: imports\n",
    "Rework the cache (#34)\n\n* feat: a cache on disk\n* fix: of a fix\n* chore: tidy\n",
    "docs: update CHANGELOG.md",
    "v2.1.0 (#35)",
  ),
  tags: { "v2.0.0": 0, "v2.1.0": 6 },
  from: "v2.0.0",
  to: "v2.1.0",
  published: { items: 3, pulls: [31, 33, 34] },
  without: ["of the review", "Tidy", "Format", "2.1.0"],
};

/** Everything comes by merge commits, which a bot makes; some say no title. */
const merges: Habit = {
  name: "merges",
  commits: [
    ...line("first", "Add a digest", "wip", "address review"),
    {
      message: "Merge pull request #41 from zoe/digest\n\nA digest every morning",
      at: start + 5 * hour,
      parents: [0, 3],
    },
    { message: "Lines of mails wrap", at: start + 6 * hour, parents: [0], author: zoe },
    {
      message: "Merge pull request #42 from zoe/patch-1\n\nMerge pull request 42",
      at: start + 7 * hour,
      parents: [4, 5],
    },
    {
      message: "Update history to reflect merge of #42 [ci skip]",
      at: start + 8 * hour,
      author: "acmebot <acmebot@example.com>",
    },
    { message: "x", at: start + 9 * hour, parents: [4] },
    { message: "Merge branch 'main' into totals", at: start + 10 * hour, parents: [8, 7] },
    { message: "y", at: start + 11 * hour },
    {
      message: "Merge pull request #43 from zoe/fix-totals-of-empty-carts\n\n",
      at: start + 12 * hour,
      parents: [7, 10],
    },
    { message: "Release 3.1", at: start + 13 * hour },
  ],
  tags: { "3.0": 0, "3.1": 12 },
  from: "3.0",
  to: "3.1",
  published: { items: 3, pulls: [41, 42, 43] },
  without: ["wip", "history", "acmebot", "address review"],
};

/** No convention at all; a few commits have no pull request. */
const free: Habit = {
  name: "free",
  commits: line(
    "first",
    "Add an `after_shutdown` hook (#51)",
    "client.rb - skip empty bodies (#52)",
    "ci: macos-13 to macos-15 (#53)",
    "s/assert/assert_equal in tests (#54)",
    "Fix flappy `test/test_pool.rb` tests (#55)",
    "Fix race condition (#56)",
    "Reintroduce keepalive: 8x faster performance (#57)",
    "typo",
    "Rename `@a` -> `@b` (#58)",
    "Update hooks docs (#59)",
    "4.1.0",
  ),
  tags: { "v4.0.0": 0, "v4.1.0": 11 },
  from: "v4.0.0",
  to: "v4.1.0",
  published: { items: 5, pulls: [51, 52, 56, 57] },
  without: ["4.1.0"],
};

/** Several packages in one repository, each with versions of its own. */
const monorepo: Habit = {
  name: "monorepo",
  commits: line(
    "first",
    "fix(parser): forbid `let x!` (#61)",
    "cart: support gift cards (#62)",
    "Bump yarn to 4.17.0 (#63)",
    "chore: Cleanup `inherit` in types (#64)",
    { message: "Update test262 (#65)", author: "Acme Bot <bot@acme.example>" },
    { message: "v5.1.0", author: "Acme Bot <bot@acme.example>" },
    "cart: honour limits (#66)",
  ),
  tags: { "acme-5.0.0": 0, "cart-0.1.0": 2, "acme-5.1.0": 6, "cart-0.2.0": 7 },
  from: "acme-5.0.0",
  to: "acme-5.1.0",
  published: { items: 4, pulls: [61, 62, 63, 64] },
  without: ["limits", "5.1.0", "Acme Bot"],
};

export const habits: readonly Habit[] = [conventional, squash, merges, free, monorepo];

/** Makes the repositories of all habits, with their tags. */
export function createHabits(root: string): void {
  for (const { name, commits, tags } of habits) {
    const path = createRepository(root, name, commits);
    const hashes = git(path, ["log", "--format=%H %ct", "main"]).trim().split("\n");
    const byTime = new Map(hashes.map((each) => each.split(" ").reverse() as [string, string]));
    for (const [tag, place] of Object.entries(tags))
      git(path, ["tag", "-a", "-m", tag, tag, byTime.get(String(commits[place]?.at)) ?? ""]);
  }
}
