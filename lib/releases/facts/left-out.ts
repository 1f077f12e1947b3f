import type { Commit } from "@/lib/platform/commits/commit-object";
import { isBot } from "./bots";
import { nameLengthMax } from "./limits";
import { subjectOf } from "./message-text";
import { trailingPull } from "./pull-requests";

const unfinished = /^(fixup|squash|amend)! |^wip\b/i;
/** Words that say nothing without others. */
const vague = new Set(
  "whoops oops wip nit nits misc minor stuff cleanup fix fixes update updates change changes typo more again tmp temp test a few some i can type".split(
    " ",
  ),
);
const isVague = (subject: string) => {
  const words =
    subject
      .slice(0, 100)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.every((word) => vague.has(word));
};

/**
 * Why a commit, looked at by itself, does not belong in the notes; undefined if it does.
 * @param brought the commits that came with it, if it is the merge of a pull request
 * @param hasListedCommits whether the range contains commits that this merge brought, and which stand for themselves
 */
export function reasonToLeaveOut(
  commit: Commit,
  { brought, hasListedCommits }: { brought: readonly Commit[] | undefined; hasListedCommits: boolean },
): string | undefined {
  const { author, parents, message } = commit;
  if (brought === undefined && parents.length > 1 && (hasListedCommits || !mergedTitle(message)))
    return "a merge of commits that are listed";
  // What somebody let a program do by a pull request is a change like others.
  if (brought === undefined && isBot(author) && !trailingPull(subjectOf(message)))
    return `made by a bot, ${author.name.slice(0, nameLengthMax)}`;
  if (unfinished.test(subjectOf(message))) return "unfinished work that another commit completes";
  if (message.trim() === "") return "no message";
  if (isVague(subjectOf(message))) return "its message does not say what it changed";
  return undefined;
}

const type = String.raw`(?:\w+(?:\([^()]{0,60}\))?!?:\s*)?`;
const version = String.raw`v?\d+\.\d+[\w.+-]*`;
const ofRelease: RegExp[] = [
  new RegExp(`^${version}$`, "i"),
  new RegExp(
    `^${type}(?:release|prepar(?:e|ed|es|ing)(?: for)?(?: the)?(?: release)?(?: of)?|version|cut|tag|publish(?:ed)?(?: release)?(?: of)?|(?:bump|set)(?:ed|ing)? (?:the )?version(?: number)?(?: to)?|new version|update release date of)\\b[:\\s]*(?::\\w+:\\s*)?(?:[\\w@/-]+\\s)?${version}$`,
    "i",
  ),
  /^(chore|build|ci)\(releases?\)/i,
  new RegExp(
    `^${type}(version packages|(bump|update) version( number)?|release main|publish packages)$`,
    "i",
  ),
];
const ofChangelog: RegExp[] = [
  new RegExp(
    `^${type}(?:update|edit|regenerate|finali[sz]e)\\w*\\s+(?:the\\s+)?(?:changelog|history|release notes)(?:\\.(?:md|markdown|rst|txt))?\\b`,
    "i",
  ),
  /\bto (the )?changelog(\.md)?$/i,
];

/** Why a change is about making releases and not about what is released, if its subject says so. */
export function reasonOfRelease(subject: string): string | undefined {
  // Something new about changelogs is something new.
  if (/^(feat|fix|perf)\b/i.test(subject)) return undefined;
  const plain = subject
    .slice(0, 200)
    .replace(/\s*\[(ci skip|skip ci)\]$/i, "")
    .replace(/\s*\([#!]\d+\)$/, "")
    .trim();
  if (ofRelease.some((pattern) => pattern.test(plain))) return "prepares a release";
  return ofChangelog.some((pattern) => pattern.test(plain)) ? "keeps the project's own changelog" : undefined;
}

/** The title of what a merge of no pull request brought. */
export function mergedTitle(message: string): string | undefined {
  const [subject = "", ...rest] = message.split("\n").map((line) => line.trim());
  if (!/^merge\b/i.test(subject)) return subject || undefined;
  return rest.find((line) => line !== "" && !/^(see merge request|conflicts:|#|\*)/i.test(line));
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
