import type { Commit } from "@/lib/platform/commits/commit-object";
import type { Kind } from "./kinds";
import { beginningOf } from "./message-text";

/** What is needed of a change to see what it mends. */
type Change = {
  kind: Kind;
  scope: string | null;
  title: string;
  references: ReadonlySet<string>;
  commits: ReadonlyMap<string, unknown>;
};

/**
 * Fixes of something that is new in the same range, with what they mend: nobody ever had what was broken.
 *
 * Either the fix says what it mends, by a commit's name or a pull request's number; or it is about the same option or
 * the same name in code as something new in its part of the project.
 * @param changes of one repository, oldest first
 * @param messages of their commits, by object name
 */
export function fixesOfNew<Each extends Change>(
  changes: readonly Each[],
  messages: ReadonlyMap<string, Commit>,
): Map<Each, Each> {
  const found = new Map<Each, Each>();
  const index = {
    byNumber: new Map<string, Each>(),
    bySha: new Map<string, Each>(),
    byName: new Map<string, Each>(),
  };
  for (const change of changes) {
    const target = change.kind === "fix" ? targetOf(change, messages, index) : undefined;
    if (target) found.set(change, found.get(target) ?? target);
    if (!isNew.has(change.kind)) continue;
    for (const number of change.references) index.byNumber.set(number, change);
    for (const sha of change.commits.keys()) index.bySha.set(sha.slice(0, 7), change);
    for (const name of namesIn(change)) index.byName.set(name, change);
  }
  return found;
}

const isNew: ReadonlySet<Kind> = new Set(["feature", "performance"]);

type Index<Each> = { byNumber: Map<string, Each>; bySha: Map<string, Each>; byName: Map<string, Each> };

function targetOf<Each extends Change>(
  fix: Each,
  messages: ReadonlyMap<string, Commit>,
  { byNumber, bySha, byName }: Index<Each>,
): Each | undefined {
  for (const sha of fix.commits.keys()) {
    const text = beginningOf(messages.get(sha)?.message ?? "");
    for (const { groups } of text.matchAll(told)) {
      const target = groups?.number ? byNumber.get(groups.number) : bySha.get(groups?.sha?.slice(0, 7) ?? "");
      if (target) return target;
    }
  }
  const names = namesIn(fix);
  const targets = new Set(names.map((name) => byName.get(name)));
  const [target] = targets;
  return targets.size === 1 ? target : undefined;
}

/** Words behind which authors name what they mend. */
const told =
  /\b(?:fixes:|introduced (?:in|by|with)|added (?:in|by)|regress(?:ed|ion) (?:in|from|of|by)|broken (?:in|by|since)|caused by|follow[- ]?up (?:to|of|for)|fix-?up (?:of|for)) (?:commit |pull request |pr )?(?:#(?<number>\d{1,9})|(?<sha>[0-9a-f]{7,40})\b)/gi;

/** Options and names in code in a title, each with the part of the project that it belongs to. */
const namesIn = ({ scope, title }: Change): string[] =>
  [...title.matchAll(/`([^`]{3,60})`|(?:^|\s)(--[a-z][\w-]{2,40})/g)].map(
    ([, code, option]) => `${scope ?? ""} ${code ?? option}`,
  );
