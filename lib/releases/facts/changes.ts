import type { Commit } from "@/lib/platform/commits/commit-object";
import type { CommitContext } from "@/lib/platform/forges/forge";
import { type Kind, kinds } from "./kinds";
import { isBreakingBy, kindBy, reasonOfLabels } from "./labels";
import { mergedTitle, mergesOfListedCommits, reasonToLeaveOut, revertedPairs } from "./left-out";
import { type Statement, statementsOf } from "./message";

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
 */
export function factsOf(repositories: readonly ReadRepository[]): Facts {
  const changes = new Map<string, Change>();
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
  return { changes: numbered([...changes.values()]), commits };
}

function addChanges(
  changes: Map<string, Change>,
  repoUrl: string,
  commit: Commit,
  { profile, pull }: CommitContext,
): void {
  const isMerge = commit.parents.length > 1;
  const message = isMerge ? (mergedTitle(commit.message) ?? commit.message) : commit.message;
  const authors = authorsOf(commit, profile);
  const labels = pull?.labels ?? [];
  for (const { isConventional, ...said } of statementsOf(message)) {
    const statement = {
      ...said,
      // An author's own conventional commit counts more than a label on the whole pull request.
      kind: isConventional ? said.kind : (kindBy(labels) ?? said.kind),
      isBreaking: said.isBreaking || isBreakingBy(labels),
      references: [...new Set([...said.references, ...(pull ? [pull.number] : [])])],
    };
    const found = { ...statement, id: "", authors, commits: [{ repoUrl, sha: commit.sha }] };
    // The same words in two repositories, or cherry-picked onto another branch, are one change.
    const key = `${statement.kind}\n${statement.scope ?? ""}\n${statement.title.toLowerCase()}`;
    const known = changes.get(key);
    if (known) join(known, found);
    else changes.set(key, found);
  }
}

function join(change: Change, { isBreaking, breaking, references, authors, commits }: Change): void {
  change.isBreaking ||= isBreaking;
  change.breaking = [...new Set([...change.breaking, ...breaking])];
  change.references = [...new Set([...change.references, ...references])];
  change.authors = [...change.authors, ...authors];
  change.commits.push(...commits.filter(({ sha }) => !change.commits.some((each) => each.sha === sha)));
}

/** The author and the people whom trailers name, without anything that looks like an address. */
function authorsOf({ author, message }: Commit, profile: string | undefined): Author[] {
  const others = [...message.matchAll(/^co-authored-by:\s*([^<\n]+?)\s*</gim)].map(([, name]) => name ?? "");
  return [{ name: author.name, profile: profile ?? null }, ...others.map((name) => ({ name, profile: null }))]
    .map((each) => ({ ...each, name: each.name.replace(/\s*\S+@\S+\s*/g, " ").trim() }))
    .filter(({ name }) => name !== "" && !/\[bot\]$/.test(name));
}

/** Sorts changes as the notes do: by section, breaking ones first, then by scope. */
function numbered(changes: Change[]): Change[] {
  const rank = ({ kind }: Change) => kinds.indexOf(kind);
  const ordered = changes.toSorted(
    (a, b) =>
      Number(b.isBreaking) - Number(a.isBreaking) ||
      rank(a) - rank(b) ||
      (a.scope ?? "").localeCompare(b.scope ?? "", "en"),
  );
  return ordered.map((change, place) => ({ ...change, id: `c${place + 1}` }));
}
