import type { Commit } from "@/lib/platform/commits/commit-object";
import type { CommitContext } from "@/lib/platform/forges/forge";
import { type Author, authorsOf } from "./authors";
import { isBot } from "./bots";
import { compareNames } from "./compare-names";
import { fixesOfNew } from "./fixes-of-new";
import { internalKinds, type Kind, kinds } from "./kinds";
import { isBreakingBy, kindBy, reasonOfLabels } from "./labels";
import { mergedTitle, mergesOfListedCommits, reasonOfRelease, reasonToLeaveOut } from "./left-out";
import { requireReadable } from "./limits";
import { type Merged, type Merges, mergesOf } from "./merges";
import { type Statement, statementOf } from "./message";
import { beginningOf, subjectOf } from "./message-text";
import { statementOfPull } from "./pull-statement";
import { revertedPairs } from "./reverts";

export type CommitRef = { repoUrl: string; sha: string };

/** One thing that changed, from one or several commits. */
export type Change = Omit<Statement, "isConventional"> & {
  /** `c1`, `c2`, … in the order of the notes. */
  id: string;
  authors: Author[];
  commits: CommitRef[];
};

export type ReadRepository = {
  repoUrl: string;
  commits: readonly Commit[];
  /** What the forge knows of the commits, by object name. */
  contexts?: ReadonlyMap<string, CommitContext> | undefined;
  /** False for a plain Git server, which has no web pages for its commits. */
  hasPages?: boolean;
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
  for (const repository of repositories) {
    const { repoUrl, commits: read } = repository;
    const merges = mergesOf(read, repository.contexts);
    const reasons = reasonsOf(repository, merges);
    for (const commit of read) {
      const leftOut = reasons.get(merges.broughtBy.get(commit.sha) ?? commit.sha) ?? null;
      commits.push({ repoUrl, sha: commit.sha, commit, leftOut });
      if (leftOut !== null || merges.broughtBy.has(commit.sha)) continue;
      addChange(changes, repository, commit, merges.pulls.get(commit.sha));
    }
  }
  return { changes: numbered(toldOnce([...withoutFixesOfNew(changes, commits)].map(grown))), commits };
}

/** What is a change of its own is no detail of another. */
function toldOnce(changes: readonly Change[]): Change[] {
  const titles = new Set(changes.map(({ title }) => title.toLowerCase()));
  return changes.map((change) => ({
    ...change,
    details: change.details.filter((detail) => !titles.has(detail.toLowerCase())),
  }));
}

function* beginningsOf(repositories: readonly ReadRepository[]): Generator<string> {
  for (const { commits } of repositories) for (const { message } of commits) yield beginningOf(message);
}

/** Why commits are left out, by object name. Those that came with a pull request share the lot of its merge. */
function reasonsOf({ commits, contexts }: ReadRepository, { pulls }: Merges): Map<string, string> {
  const reverted = revertedPairs(commits);
  const listedMerges = mergesOfListedCommits(commits);
  const reasons = new Map<string, string>();
  for (const commit of commits) {
    const merged = pulls.get(commit.sha);
    const reason =
      reverted.get(commit.sha) ??
      reasonToLeaveOut(commit, {
        brought: merged?.commits,
        hasListedCommits: listedMerges.has(commit.sha),
      }) ??
      reasonOfRelease(merged?.pull.title ?? subjectOf(commit.message)) ??
      reasonOfLabels(contexts?.get(commit.sha)?.pull?.labels);
    if (reason !== undefined) reasons.set(commit.sha, reason);
  }
  return reasons;
}

/** A change while commits are still added to it: sets, because thousands may say the same. */
type Growing = Omit<Change, "breaking" | "references" | "commits" | "details"> & {
  breaking: Set<string>;
  references: Set<string>;
  details: Set<string>;
  /** By object name. */
  commits: Map<string, CommitRef>;
};

function addChange(
  changes: Map<string, Growing>,
  { repoUrl, contexts }: ReadRepository,
  commit: Commit,
  merged: Merged | undefined,
): void {
  const { pull } = contexts?.get(commit.sha) ?? {};
  const said = merged ? statementOfPull(merged) : statementOf(ownWords(commit));
  const labels = pull?.labels ?? [];
  // An author's own conventional commit counts more than a label on the whole pull request.
  const told = said.isConventional ? said.kind : (kindBy(labels) ?? said.kind);
  // Whoever merged did not write it.
  const written = merged && merged.commits.length > 0 ? merged.commits : [commit];
  const kind = written.every(({ author }) => isBot(author)) ? kindOfBots(told) : told;
  // The same words in two repositories, or cherry-picked onto another branch, are one change.
  const key = `${kind}\n${said.scope ?? ""}\n${said.title.toLowerCase()}`;
  const change = changes.get(key) ?? begun({ ...said, kind });
  changes.set(key, change);
  change.isBreaking ||= said.isBreaking || isBreakingBy(labels);
  for (const text of said.breaking) change.breaking.add(text);
  for (const text of said.details) change.details.add(text);
  for (const number of [...said.references, ...(pull ? [pull.number] : [])]) change.references.add(number);
  for (const each of written) change.authors.push(...authorsOf(each, contexts?.get(each.sha)?.profile));
  for (const { sha } of merged ? [commit, ...merged.commits] : [commit])
    change.commits.set(sha, { repoUrl, sha });
}

/** What programs do by pull requests is for the project itself. */
const kindOfBots = (kind: Kind): Kind => (internalKinds.has(kind) ? kind : "maintenance");

const ownWords = ({ parents, message }: Commit) =>
  parents.length > 1 ? (mergedTitle(message) ?? message) : message;

const begun = ({ kind, type, scope, title }: Pick<Change, "kind" | "type" | "scope" | "title">): Growing => ({
  ...{ id: "", kind, type, scope, title, isBreaking: false, authors: [] },
  ...{ breaking: new Set(), references: new Set(), details: new Set(), commits: new Map() },
});

const grown = ({ breaking, references, details, commits, ...others }: Growing): Change => ({
  ...others,
  breaking: [...breaking],
  references: [...references],
  details: [...details],
  commits: [...commits.values()],
});

/** Adds each fix of something new to what is new, within each repository: others have the same numbers. */
function withoutFixesOfNew(changes: ReadonlyMap<string, Growing>, commits: Facts["commits"]): Set<Growing> {
  const messages = new Map(commits.map(({ sha, commit }) => [sha, commit]));
  const oldestFirst = [...changes.values()].reverse();
  const left = new Set(changes.values());
  const repositoryOf = ({ commits: behind }: Growing) => behind.values().next().value?.repoUrl;
  const groups = new Set(oldestFirst.map(repositoryOf));
  const fixes = [...groups].flatMap((repoUrl) => [
    ...fixesOfNew(
      oldestFirst.filter((change) => repositoryOf(change) === repoUrl),
      messages,
    ),
  ]);
  for (const [fix, target] of fixes) {
    left.delete(fix);
    for (const number of fix.references) target.references.add(number);
    for (const [sha, ref] of fix.commits) target.commits.set(sha, ref);
    target.authors.push(...fix.authors);
  }
  return left;
}

/** Sorts changes as the notes do: by section, breaking ones first, then by scope. */
function numbered(changes: Change[]): Change[] {
  const rank = ({ kind }: { kind: Kind }) => kinds.indexOf(kind);
  const ordered = changes.toSorted(
    (a, b) =>
      Number(b.isBreaking) - Number(a.isBreaking) ||
      rank(a) - rank(b) ||
      compareNames(a.scope ?? "", b.scope ?? ""),
  );
  return ordered.map((change, place) => ({ ...change, id: `c${place + 1}` }));
}
