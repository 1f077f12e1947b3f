import type { Commit } from "@/lib/platform/commits/commit-object";
import type { CommitContext } from "@/lib/platform/forges/forge";
import { compareNames } from "./compare-names";
import { type Kind, kinds } from "./kinds";
import { isBreakingBy, kindBy, reasonOfLabels } from "./labels";
import { mergedTitle, mergesOfListedCommits, reasonToLeaveOut, revertedPairs } from "./left-out";
import { coAuthorsMax, nameLengthMax, requireReadable } from "./limits";
import { beginningOf, type Statement, statementsOf } from "./message";

export type CommitRef = { repoUrl: string; sha: string };

/** Somebody's name, never an address. `profile` is their page on the forge, if it is known. */
export type Author = { name: string; profile: string | null };

/** One thing that changed, from one or several commits. */
export type Change = Omit<Statement, "references" | "isConventional"> & {
  /** `c1`, `c2`, … in the order of the notes. */
  id: string;
  kind: Kind;
  authors: Author[];
  commits: CommitRef[];
  references: string[];
};

export type ReadRepository = {
  repoUrl: string;
  commits: readonly Commit[];
  /** What the forge knows of the commits, by object name. */
  contexts?: ReadonlyMap<string, CommitContext> | undefined;
};
export type Facts = {
  changes: Change[];
  /** Every commit of the range, newest first within its repository. `leftOut` says why a commit has no change. */
  commits: (CommitRef & { commit: Commit; leftOut: string | null })[];
};

/**
 * The changes in the commits of some repositories, found by rules alone. Every commit either belongs to a change or
 * is left out with a reason.
 * @throws {NotesError} for more than one release can have
 */
export function factsOf(repositories: readonly ReadRepository[]): Facts {
  requireReadable(beginningsOf(repositories));
  const changes = new Map<string, Growing>();
  const commits: Facts["commits"] = [];
  for (const { repoUrl, commits: read, contexts } of repositories) {
    const reverted = revertedPairs(read);
    const listedMerges = mergesOfListedCommits(read);
    for (const commit of read) {
      const context = contexts?.get(commit.sha) ?? {};
      const leftOut =
        reverted.get(commit.sha) ??
        reasonToLeaveOut(commit, listedMerges.has(commit.sha)) ??
        reasonOfLabels(context.pull?.labels) ??
        null;
      commits.push({ repoUrl, sha: commit.sha, commit, leftOut });
      if (leftOut === null) addChanges(changes, repoUrl, commit, context);
    }
  }
  return { changes: numbered([...changes.values()].map(grown)), commits };
}

function* beginningsOf(repositories: readonly ReadRepository[]): Generator<string> {
  for (const { commits } of repositories) for (const { message } of commits) yield beginningOf(message);
}

/** A change while commits are still added to it: sets, because thousands may say the same. */
type Growing = Omit<Change, "breaking" | "references" | "commits"> & {
  breaking: Set<string>;
  references: Set<string>;
  /** By object name. */
  commits: Map<string, CommitRef>;
};

function addChanges(
  changes: Map<string, Growing>,
  repoUrl: string,
  commit: Commit,
  { profile, pull }: CommitContext,
): void {
  const isMerge = commit.parents.length > 1;
  const message = isMerge ? (mergedTitle(commit.message) ?? commit.message) : commit.message;
  const authors = authorsOf(commit, profile);
  const labels = pull?.labels ?? [];
  for (const { isConventional, ...said } of statementsOf(message)) {
    // An author's own conventional commit counts more than a label on the whole pull request.
    const kind = isConventional ? said.kind : (kindBy(labels) ?? said.kind);
    // The same words in two repositories, or cherry-picked onto another branch, are one change.
    const key = `${kind}\n${said.scope ?? ""}\n${said.title.toLowerCase()}`;
    const change = changes.get(key) ?? begun({ ...said, kind });
    changes.set(key, change);
    change.isBreaking ||= said.isBreaking || isBreakingBy(labels);
    for (const text of said.breaking) change.breaking.add(text);
    for (const number of [...said.references, ...(pull ? [pull.number] : [])]) change.references.add(number);
    change.authors.push(...authors);
    if (!change.commits.has(commit.sha)) change.commits.set(commit.sha, { repoUrl, sha: commit.sha });
  }
}

const begun = ({ kind, scope, title }: Pick<Change, "kind" | "scope" | "title">): Growing => ({
  ...{ id: "", kind, scope, title, isBreaking: false, authors: [] },
  ...{ breaking: new Set(), references: new Set(), commits: new Map() },
});

const grown = ({ breaking, references, commits, ...others }: Growing): Change => ({
  ...others,
  breaking: [...breaking],
  references: [...references],
  commits: [...commits.values()],
});

/** The author and the people whom trailers name, without anything that looks like an address. */
function authorsOf({ author, message }: Commit, profile: string | undefined): Author[] {
  const all = [{ name: author.name, profile: profile ?? null }, ...coAuthors(message)];
  return all
    .map((each) => ({ ...each, name: withoutAddress(each.name) }))
    .filter(({ name }) => name !== "" && !/\[bot\]$/.test(name));
}

const withoutAddress = (name: string) =>
  name
    .slice(0, nameLengthMax)
    .replace(/\s*\S+@\S+\s*/g, " ")
    .trim();

/** Found without patterns that go back and forth: a line may be as long as its author likes. */
function coAuthors(message: string): Author[] {
  const lead = "co-authored-by:";
  const lines = message.split("\n").filter((line) => line.slice(0, lead.length).toLowerCase() === lead);
  return lines.slice(0, coAuthorsMax).flatMap((line) => {
    const end = line.indexOf("<");
    return end === -1 ? [] : [{ name: line.slice(lead.length, end).trim(), profile: null }];
  });
}

/** Sorts changes as the notes do: by section, breaking ones first, then by scope. */
function numbered(changes: Change[]): Change[] {
  const rank = ({ kind }: Change) => kinds.indexOf(kind);
  const ordered = changes.toSorted(
    (a, b) =>
      Number(b.isBreaking) - Number(a.isBreaking) ||
      rank(a) - rank(b) ||
      compareNames(a.scope ?? "", b.scope ?? ""),
  );
  return ordered.map((change, place) => ({ ...change, id: `c${place + 1}` }));
}
