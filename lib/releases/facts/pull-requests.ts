import { beginningOf } from "./message-text";

/** A pull or merge request, as a commit's message tells of it. */
export type MergedPull = {
  /** As people write it: `12`, or `!12` for a merge request of GitLab. */
  number: string;
  /** Its title; undefined when the merge does not say it. */
  title: string | undefined;
  /** The name of its branch, if that is told. */
  branch: string | undefined;
};

/** Where forges and bots that merge write what they merge. The first line that fits decides. */
const subjects: RegExp[] = [
  // GitHub; some bots leave the # out.
  /^Merge pull request #?(?<number>\d{1,9})(?: from (?<branch>\S{1,200}))?$/,
  // Gitea and Forgejo.
  /^Merge pull request ['"](?<title>.{1,300})['"] \(#(?<number>\d{1,9})\) from (?<branch>\S{1,200})(?: into \S{1,200})?$/,
  // Bitbucket.
  /^Merged in (?<branch>\S{1,200}) \(pull request #(?<number>\d{1,9})\)$/,
  // Azure DevOps.
  /^Merged PR (?<number>\d{1,9}): (?<title>.{1,300})$/,
  // bors and its like.
  /^Auto merge of #(?<number>\d{1,9}) - (?<branch>[^\s,]{1,200})/,
  /^Merge #(?<number>\d{1,9}): (?<title>.{1,300})$/,
];
const ofGitLab = /^See merge request \S{0,200}!(\d{1,9})$/;

/** The pull request that a merge commit brought; undefined for a merge of anything else. */
export function pullOfMerge(message: string): MergedPull | undefined {
  const [subject = "", ...rest] = beginningOf(message)
    .split("\n")
    .map((line) => line.trim());
  for (const pattern of subjects) {
    const found = pattern.exec(subject)?.groups;
    if (found?.number) {
      return { number: found.number, title: found.title ?? titleIn(rest), branch: branchName(found.branch) };
    }
  }
  const number = rest.map((line) => ofGitLab.exec(line)?.[1]).find(Boolean);
  if (!number) return undefined;
  const [, branch] = /^Merge branch '([^']{1,200})'/.exec(subject) ?? [];
  return { number: `!${number}`, title: branch ? titleIn(rest) : subject, branch: branchName(branch) };
}

/** The first line below the subject that says something. */
function titleIn(lines: readonly string[]): string | undefined {
  const line = lines.find((each) => each !== "");
  return line &&
    !/^(merge (pull request|branch)\b|see merge request|conflicts:|[*#-]|[\w-]{1,40}: \S+@)/i.test(line)
    ? line
    : undefined;
}

/** A branch without its owner. */
const branchName = (branch: string | undefined) => branch?.replace(/^[^/:]+[/:](?=[^/])/, "");

/** The name of a branch as words, if it says what it is for. */
export function titleOfBranch(branch: string | undefined): string | undefined {
  const name = branch?.split("/").at(-1) ?? "";
  if (!/^[a-z]{2,}([-_][a-z0-9.]+){2,}$/i.test(name)) return undefined;
  return name.replace(/[-_]+/g, " ");
}

/** The pull request that a squashed or rebased commit names at the end of its subject, as forges write it. */
export function trailingPull(subject: string): string | undefined {
  const [, sign = "", number] = /\((#|!)(\d{1,9})\)\s*$/.exec(subject.slice(-40)) ?? [];
  return number && (sign === "!" ? `!${number}` : number);
}
