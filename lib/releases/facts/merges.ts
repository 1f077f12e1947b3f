import type { Commit } from "@/lib/platform/commits/commit-object";
import type { CommitContext } from "@/lib/platform/forges/forge";
import { subjectOf } from "./message-text";
import { type MergedPull, pullOfMerge, trailingPull } from "./pull-requests";

/** A merge of a pull request, and the commits that came with it, newest first. They are one change. */
export type Merged = { pull: MergedPull; commits: Commit[] };

export type Merges = {
  /** By the merge's object name. */
  pulls: Map<string, Merged>;
  /** Of each commit that came with a pull request the merge that brought it. */
  broughtBy: Map<string, string>;
};

/**
 * Which commits came with which pull request. A merge stands for what is reached from its other parents, without what
 * its branch had before and what an earlier merge brought. A merge of other pull requests, such as that of a branch
 * where they were collected, stands for nothing: they stand for themselves.
 *
 * Each commit is visited a few times at most, whatever the history looks like: a pull request within another one has a
 * number ten times smaller.
 * @param contexts what the forge knows of the commits: it knows pull requests whose merge says nothing of them
 */
export function mergesOf(
  commits: readonly Commit[],
  contexts: ReadonlyMap<string, CommitContext> = new Map(),
): Merges {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const seen = new Set<string>();
  const onLine = (sha: string | undefined) => {
    for (let at = known.get(sha ?? ""); at && !seen.has(at.sha); at = known.get(at.parents[0] ?? ""))
      seen.add(at.sha);
  };
  const merges: Merges = { pulls: new Map(), broughtBy: new Map() };
  // What nothing else descends from is where branches end; theirs is the first line.
  const parents = new Set(commits.flatMap((commit) => commit.parents));
  for (const { sha } of commits) if (!parents.has(sha)) onLine(sha);
  for (const merge of oldestFirst(commits, known)) {
    const [first, ...others] = merge.parents;
    const pull = others.length > 0 ? pullOf(merge, contexts) : undefined;
    if (!pull) continue;
    onLine(first);
    const brought = reached(others, known, seen);
    if (
      isCollection(pull, brought, merges.pulls) ||
      (brought.length === 0 && others.some((parent) => known.has(parent)))
    )
      continue;
    const all = brought.flatMap((each) => [each, ...(merges.pulls.get(each.sha)?.commits ?? [])]);
    merges.pulls.set(merge.sha, { pull, commits: all });
    for (const { sha } of all) {
      merges.broughtBy.set(sha, merge.sha);
      merges.pulls.delete(sha);
    }
  }
  return merges;
}

/**
 * Whether a pull request consists of others. Numbers that are far smaller than its own are those of the repository
 * that it comes from.
 */
function isCollection({ number }: MergedPull, brought: readonly Commit[], pulls: Merges["pulls"]): boolean {
  const isNear = (other: string | undefined) => other !== undefined && 10 * countOf(other) >= countOf(number);
  if (brought.some(({ sha }) => isNear(pulls.get(sha)?.pull.number))) return true;
  const squashed = brought.filter(({ message }) => isNear(trailingPull(subjectOf(message)))).length;
  return squashed > 1 || (squashed === 1 && brought.length === 1);
}

const countOf = (number: string) => Number(number.replace("!", ""));

function pullOf(
  { sha, message }: Commit,
  contexts: ReadonlyMap<string, CommitContext>,
): MergedPull | undefined {
  const told = pullOfMerge(message);
  const { number, title } = contexts.get(sha)?.pull ?? {};
  if (!told) return number ? { number, title, branch: undefined } : undefined;
  return { ...told, title: told.title ?? title };
}

/** Commits that are not seen yet, from some on, newest first. They are seen then. */
function reached(from: readonly string[], known: ReadonlyMap<string, Commit>, seen: Set<string>): Commit[] {
  const found: Commit[] = [];
  const pending = [...from];
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = known.get(sha);
    if (!commit || seen.has(sha)) continue;
    seen.add(sha);
    found.push(commit);
    pending.push(...commit.parents);
  }
  return found.sort((a, b) => b.committer.at.getTime() - a.committer.at.getTime());
}

/** Commits after their parents, as far as these are known. */
function oldestFirst(commits: readonly Commit[], known: ReadonlyMap<string, Commit>): Commit[] {
  const waitsFor = new Map<string, number>();
  const children = new Map<string, string[]>();
  for (const { sha, parents } of commits) {
    const inside = parents.filter((parent) => known.has(parent));
    waitsFor.set(sha, inside.length);
    for (const parent of inside) {
      const others = children.get(parent);
      if (others) others.push(sha);
      else children.set(parent, [sha]);
    }
  }
  const ready = commits.filter(({ sha }) => waitsFor.get(sha) === 0);
  for (let at = 0; at < ready.length; at += 1) {
    for (const sha of children.get(ready[at]?.sha ?? "") ?? []) {
      const left = (waitsFor.get(sha) ?? 0) - 1;
      waitsFor.set(sha, left);
      const commit = known.get(sha);
      if (left === 0 && commit) ready.push(commit);
    }
  }
  return ready;
}
