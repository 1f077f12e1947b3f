import { expect, test } from "vitest";
import type { Commit } from "@/lib/platform/commits/commit-object";
import { NotesError } from "../jobs/notes-error";
import { factsOf } from "./changes";
import { renderNotes, sectionsByRules } from "./render";

const who = { name: "Zoe", email: "zoe@example.com", at: new Date(0) };
const sha = (place: number) => place.toString(16).padStart(40, "0");
const commit = (place: number, message: string, name = who.name): Commit => ({
  ...{ sha: sha(place), parents: [sha(place + 1)], message },
  ...{ author: { ...who, name }, committer: who },
});
const repoUrl = "https://github.com/acme/shop.git";
const commits = (count: number, messageOf: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => commit(place, messageOf(place)));

function notesOf(read: readonly Commit[]): string {
  const { changes } = factsOf([{ repoUrl, commits: read }]);
  return renderNotes({ summary: "", sections: sectionsByRules(changes, true) }, changes);
}

/** The processor's time, in ms: what other programs do meanwhile counts little. */
function timeOf(read: readonly Commit[]): number {
  const start = process.cpuUsage();
  notesOf(read);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What a hostile or only an unusual repository may have; `n` is how much of it. */
const unusual: Record<string, [number, (n: number) => Commit[]]> = {
  "a trailer of blanks": [20_000, (n) => [commit(1, `fix: x\n\nCo-authored-by:${" ".repeat(n)}x`)]],
  "a long name": [20_000, (n) => [commit(1, "fix: x", "x".repeat(n))]],
  "the same words in all commits": [6000, (n) => commits(n, () => "fix: x")],
  "reverts of unknown commits": [
    6000,
    (n) => commits(n, (place) => `Revert "x"\n\nThis reverts commit ${(place + 1e12).toString(16)}.`),
  ],
  "merges of pull requests in one another": [
    3000,
    (n) =>
      commits(n, (place) => `Merge pull request #${n - place} from a/b\n\nTitle ${place}`).map(
        (each, place) => ({
          ...each,
          parents: [sha(place + 2), sha(place + 1)],
        }),
      ),
  ],
  "merges of one pull request's commits": [
    3000,
    (n) =>
      commits(n, (place) => (place % 2 ? "x" : `Merge pull request #${n - place} from a/b`)).map(
        (each, place) => ({
          ...each,
          parents: [sha(place + 2), sha(n - 1)],
        }),
      ),
  ],
  "fixes that name others": [
    4000,
    (n) =>
      commits(n, (place) =>
        place % 2
          ? `feat: number ${place} (#${place})`
          : `fix: number ${place}\n\n${`Follow-up to #${place + 1}. `.repeat(50)}`,
      ),
  ],
  "names in code": [
    2000,
    (n) => commits(n, (place) => `${place % 2 ? "feat" : "fix"}: ${"`a` ".repeat(60)}${place}`),
  ],
  "words that look like types": [
    3000,
    (n) => commits(n, () => `${"a.b/".repeat(9)}(${"c ".repeat(20)}: ${"fix ".repeat(80)}`),
  ],
  "a list of changes in a commit": [
    4000,
    (n) => [commit(1, `fix: x\n\n${Array.from({ length: n }, (_, at) => `- fix: ${at}`).join("\n")}`)],
  ],
};

const rounds = 8;

test.each(Object.entries(unusual))(
  "%s: four times as much takes about four times as long",
  (_, [n, make]) => {
    const [some, more] = [make(n / 4), make(n)];
    const best = { some: Number.POSITIVE_INFINITY, more: Number.POSITIVE_INFINITY };
    // Quadratic work takes sixteen times as long in every round. Very little time measures nothing.
    const isLinear = () => best.more < 8 * best.some + 50;
    for (let round = 0; round < rounds && (round === 0 || !isLinear()); round++) {
      best.some = Math.min(best.some, timeOf(some));
      best.more = Math.min(best.more, timeOf(more));
    }
    expect(isLinear(), JSON.stringify(best)).toBe(true);
  },
);

test("a busy project's commits are all in the notes", () => {
  const notes = notesOf(commits(10_000, (place) => `feat: number ${place}\n\nWhy and how.\n`));
  expect(notes.match(/^- Number \d+ /gm)).toHaveLength(10_000);
});

test("more than one release can have is refused with advice", () => {
  const refused = [commits(60_001, () => "fix: x"), commits(5000, () => `fix: x\n${"a\n".repeat(1000)}`)];
  for (const read of refused) {
    expect(() => factsOf([{ repoUrl, commits: read }])).toThrow(NotesError);
    expect(() => factsOf([{ repoUrl, commits: read }])).toThrow("Choose a shorter range.");
  }
});
