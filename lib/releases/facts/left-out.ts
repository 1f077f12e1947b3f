import type { Commit } from "@/lib/platform/commits/commit-object";
import { nameLengthMax } from "./limits";

const botNames =
  /\[bot\]$|^(dependabot|renovate(-bot)?|github-actions|greenkeeper|snyk-bot|semantic-release-bot|pre-commit-ci|allcontributors|weblate|imgbot|codecov(-io)?|mergify|kodiakhq|bors)\b/i;
const botMails =
  /\[bot\]@users\.noreply\.github\.com$|^(bot|noreply)@renovateapp\.com$|@renovateapp\.com$|^support@dependabot\.com$/i;
const unfinished = /^(fixup|squash|amend)! |^wip\b/i;

/**
 * Why a commit, looked at by itself, does not belong in the notes; undefined if it does.
 * @param hasListedCommits whether the range contains commits that this merge brought
 */
export function reasonToLeaveOut(commit: Commit, hasListedCommits: boolean): string | undefined {
  const { author, parents, message } = commit;
  const subject = message.split("\n", 1)[0] ?? "";
  if (parents.length > 1 && (hasListedCommits || !mergedTitle(message)))
    return "a merge of commits that are listed";
  if (botNames.test(author.name) || botMails.test(author.email))
    return `made by a bot, ${author.name.slice(0, nameLengthMax)}`;
  if (unfinished.test(subject)) return "unfinished work that another commit completes";
  if (message.trim() === "") return "no message";
  return undefined;
}

/** The title of what a merge brought. GitHub writes the title of a pull request below the subject. */
export function mergedTitle(message: string): string | undefined {
  const [subject = "", ...rest] = message.split("\n").map((line) => line.trim());
  if (!/^merge\b/i.test(subject)) return subject || undefined;
  return rest.find((line) => line !== "" && !/^(see merge request|conflicts:|#)/i.test(line));
}

/** The merges whose other parents are in the range themselves. */
export function mergesOfListedCommits(commits: readonly Commit[]): Set<string> {
  const known = new Set(commits.map(({ sha }) => sha));
  const merges = commits.filter(({ parents }) => parents.length > 1);
  return new Set(
    merges
      .filter(({ parents }) => parents.slice(1).some((parent) => known.has(parent)))
      .map(({ sha }) => sha),
  );
}

/**
 * Reverts and the commits they revert, if both are in the range: both are left out. Reverting a revert restores the
 * commit.
 * @param commits of one repository, newest first
 */
export function revertedPairs(commits: readonly Commit[]): Map<string, string> {
  const bySubject = new Map<string, Commit>();
  for (const commit of commits) bySubject.set(commit.message.split("\n", 1)[0]?.trim() ?? "", commit);
  const bySha = byBeginning(commits);
  const reasons = new Map<string, string>();
  for (const commit of commits) {
    if (reasons.has(commit.sha)) continue;
    const target = revertedBy(commit.message, bySha, bySubject);
    if (!target || target.sha === commit.sha || reasons.has(target.sha)) continue;
    reasons.set(target.sha, `reverted by ${commit.sha.slice(0, 7)}`);
    reasons.set(commit.sha, `reverts ${target.sha.slice(0, 7)}, which is in the same range`);
  }
  return reasons;
}

/** The shortest name of a commit that a message may have. */
const shaBeginning = 7;

/** Commits by how their names begin: looking through all of them for each revert takes its time. */
function byBeginning(commits: readonly Commit[]): Map<string, Commit[]> {
  const found = new Map<string, Commit[]>();
  for (const commit of commits) {
    const beginning = commit.sha.slice(0, shaBeginning);
    const held = found.get(beginning);
    if (held) held.push(commit);
    else found.set(beginning, [commit]);
  }
  return found;
}

function revertedBy(
  message: string,
  bySha: ReadonlyMap<string, readonly Commit[]>,
  bySubject: ReadonlyMap<string, Commit>,
): Commit | undefined {
  const [, sha] = /This reverts commit ([0-9a-f]{7,64})\b/.exec(message) ?? [];
  if (sha) return bySha.get(sha.slice(0, shaBeginning))?.find((commit) => commit.sha.startsWith(sha));
  const [, subject] = /^(?:revert|Revert):? "(.+)"/.exec(message) ?? [];
  return subject ? bySubject.get(subject.trim()) : undefined;
}
