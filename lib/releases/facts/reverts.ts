import type { Commit } from "@/lib/platform/commits/commit-object";
import { beginningOf, subjectOf } from "./message-text";
import { pullOfMerge, trailingPull } from "./pull-requests";

/**
 * Reverts and the commits they revert, if both are in the range: both are left out. Reverting a revert restores the
 * commit.
 * @param commits of one repository, newest first
 */
export function revertedPairs(commits: readonly Commit[]): Map<string, string> {
  const index = indexOf(commits);
  const reasons = new Map<string, string>();
  for (const commit of commits) {
    if (reasons.has(commit.sha)) continue;
    const target = revertedBy(commit, index);
    if (!target || target.sha === commit.sha || reasons.has(target.sha)) continue;
    reasons.set(target.sha, `reverted by ${commit.sha.slice(0, 7)}`);
    reasons.set(commit.sha, `reverts ${target.sha.slice(0, 7)}, which is in the same range`);
  }
  return reasons;
}

/** The shortest name of a commit that a message may have. */
const shaBeginning = 7;

/** Looking through all commits for each revert takes its time. */
type Index = {
  bySubject: Map<string, Commit>;
  byPull: Map<string, Commit>;
  byBeginning: Map<string, Commit[]>;
};

function indexOf(commits: readonly Commit[]): Index {
  const index: Index = { bySubject: new Map(), byPull: new Map(), byBeginning: new Map() };
  for (const commit of commits) {
    const subject = subjectOf(commit.message);
    index.bySubject.set(plain(subject), commit);
    const pull = trailingPull(subject) ?? pullOfMerge(commit.message)?.number;
    if (pull) index.byPull.set(pull, commit);
    const beginning = commit.sha.slice(0, shaBeginning);
    const held = index.byBeginning.get(beginning);
    if (held) held.push(commit);
    else index.byBeginning.set(beginning, [commit]);
  }
  return index;
}

/** The commit that a message says it reverts. Forges, Git and conventional commits have words of their own for it. */
function revertedBy({ message }: Commit, { bySubject, byPull, byBeginning }: Index): Commit | undefined {
  const text = beginningOf(message);
  const subject = plain(subjectOf(message));
  const [, again] = /^reapply "(.+)"$/i.exec(subject) ?? [];
  if (again) return bySubject.get(`Revert "${again}"`);
  const [, sha] = /\bThis reverts commit ([0-9a-f]{7,64})\b/.exec(text) ?? [];
  if (sha) return byBeginning.get(sha.slice(0, shaBeginning))?.find((each) => each.sha.startsWith(sha));
  const [, quoted] = /^revert:? "(.+)"$/i.exec(subject) ?? [];
  const [, conventional] = /^revert(?:\([^()]{0,60}\))?!?: (.+)$/i.exec(subject) ?? [];
  const [, pull] = /^Reverts (?:[\w.-]{1,100}\/[\w.-]{1,100})?#(\d{1,9})\b/m.exec(text) ?? [];
  const isRevert = quoted ?? conventional;
  if (!isRevert) return undefined;
  return (pull ? byPull.get(pull) : undefined) ?? bySubject.get(plain(isRevert));
}

/** A subject without the number of its pull request. */
const plain = (subject: string) => subject.replace(/\s*\([#!]\d{1,9}\)$/, "").trim();
