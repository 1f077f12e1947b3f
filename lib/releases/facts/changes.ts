import type { Commit } from "@/lib/platform/commits/commit-object";
import type { CommitContext } from "@/lib/platform/forges/forge";
import { type Kind, kinds } from "./kinds";
import { hiddenBy, isBreakingBy, kindBy } from "./labels";
import { broughtTitle, mergesThatBring, reasonAlone, revertedPairs } from "./left-out";
import { type Statement, statementsOf } from "./message";

export type CommitRef = { repoUrl: string; sha: string };

/** Somebody's name, never an address; `profile` is their page where a forge knows it. */
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
  /** What a forge knows of them, by object name. */
  contexts?: ReadonlyMap<string, CommitContext> | undefined;
};
export type Facts = {
  changes: Change[];
  /** Every commit of the range, newest first by repository; `leftOut` says why it has no change. */
  commits: (CommitRef & { commit: Commit; leftOut: string | null })[];
};

/**
 * What the commits of some repositories changed, by rules alone. Every commit is behind a change or left out
 * with a reason.
 */
export function factsOf(repositories: readonly ReadRepository[]): Facts {
  const changes = new Map<string, Change>();
  const commits: Facts["commits"] = [];
  for (const { repoUrl, commits: read, contexts } of repositories) {
    const reverted = revertedPairs(read);
    const bringing = mergesThatBring(read);
    for (const commit of read) {
      const bringsOthers = bringing.has(commit.sha);
      const context = contexts?.get(commit.sha) ?? {};
      const leftOut =
        reverted.get(commit.sha) ??
        reasonAlone(commit, bringsOthers) ??
        hiddenBy(context.pull?.labels) ??
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
  const message = isMerge ? (broughtTitle(commit.message) ?? commit.message) : commit.message;
  const authors = authorsOf(commit, profile);
  const labels = pull?.labels ?? [];
  for (const { isConventional, ...said } of statementsOf(message)) {
    const statement = {
      ...said,
      // What an author says by a convention counts more than a label of the whole request.
      kind: isConventional ? said.kind : (kindBy(labels) ?? said.kind),
      isBreaking: said.isBreaking || isBreakingBy(labels),
      references: [...new Set([...said.references, ...(pull ? [pull.number] : [])])],
    };
    const found = { ...statement, id: "", authors, commits: [{ repoUrl, sha: commit.sha }] };
    // The same words in two repositories, or picked onto another branch, are one change.
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

/** The author and those whom trailers name, without what looks like an address. */
function authorsOf({ author, message }: Commit, profile: string | undefined): Author[] {
  const others = [...message.matchAll(/^co-authored-by:\s*([^<\n]+?)\s*</gim)].map(([, name]) => name ?? "");
  return [{ name: author.name, profile: profile ?? null }, ...others.map((name) => ({ name, profile: null }))]
    .map((each) => ({ ...each, name: each.name.replace(/\s*\S+@\S+\s*/g, " ").trim() }))
    .filter(({ name }) => name !== "" && !/\[bot\]$/.test(name));
}

/** In the order of the notes: by section, breaking ones first, then by scope. */
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
