import type { Merged } from "./merges";
import { type Statement, statementOf, withParts } from "./message";
import { subjectOf } from "./message-text";
import { titleOfBranch } from "./pull-requests";

/** How many commits of a pull request are read for what it is. */
const partsMax = 200;

/** What the merge of a pull request says, for all commits that came with it. */
export function statementOfPull({ pull, commits }: Merged): Statement {
  const parts = commits.slice(0, partsMax).map(({ message }) => statementOf(message));
  const own = statementOf(titleOf({ pull, commits }));
  const references = [...new Set([pull.number, ...own.references])];
  return { ...withParts(own, parts), references };
}

/** Its title; else the words of its only commit, those of its branch's name, or those of its first commit. */
function titleOf({ pull, commits }: Merged): string {
  if (pull.title) return pull.title;
  const [only] = commits;
  if (only && commits.length === 1) return only.message;
  const first = commits.at(-1);
  return titleOfBranch(pull.branch) ?? (first ? subjectOf(first.message) : `Pull request ${pull.number}`);
}
