import { invalid } from "@/lib/operations/read-body";
import type { Condition } from "./conditions";
import { type GivenConditions, type GivenTargeting, toCondition } from "./contract";
import { conditionIssues, type StoredRule, sizeIssues, variantIssues } from "./rule-issues";

export type StoredPrerequisite = { flagKey: string; variant: string | null };
/** The columns of a flag's targeting. */
export type StoredTargeting = {
  rules: StoredRule[] | null;
  prerequisites: StoredPrerequisite[] | null;
  /** How many values the rules look for within texts. */
  textSearches: number;
};

export const noTargeting: StoredTargeting = { rules: null, prerequisites: null, textSearches: 0 };

/** A text is looked through once for each of these, which takes longer than anything else that conditions do. */
const searchesOf = (conditions: readonly Condition[]) =>
  conditions.reduce(
    (sum, each) => sum + ("segment" in each || each.operator !== "contains" ? 0 : each.values.length),
    0,
  );

/** What targeting counts for in the quota `flagRuleBytes`; the columns `rule_bytes` are the same. */
export const targetingBytes = ({ rules, prerequisites }: Omit<StoredTargeting, "textSearches">) =>
  (rules ? jsonBytes(rules) : 0) + (prerequisites ? jsonBytes(prerequisites) : 0);

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/**
 * What a request's targeting is stored as. Empty if it names none.
 * @throws {AppError} `invalid_request` where the rules are too large
 */
export function storedTargeting({ rules, prerequisites }: GivenTargeting): Partial<StoredTargeting> {
  const stored = rules?.map(({ name, match, conditions, percentage, variant }) => ({
    ...{ name, match, conditions: conditions.map(toCondition), percentage, variant },
  }));
  if (stored) {
    requireReadable(stored.map(({ conditions }, at) => [`rules.${at}.conditions`, conditions]));
    requireSmall("rules", stored);
  }
  return {
    ...(stored && {
      rules: stored.length > 0 ? stored : null,
      textSearches: searchesOf(stored.flatMap(({ conditions }) => conditions)),
    }),
    ...(prerequisites && { prerequisites: prerequisites.length > 0 ? prerequisites : null }),
  };
}

/**
 * The conditions of a segment.
 * @throws {AppError} `invalid_request` where they are too large, or name a segment
 */
export function storedConditions(given: GivenConditions): StoredConditions {
  const conditions = given.map(toCondition);
  const issues = conditions.flatMap((each, at) =>
    "segment" in each
      ? [{ path: `conditions.${at}.segment`, message: "is for rules of flags: a segment names no other" }]
      : [],
  );
  if (issues.length > 0) throw invalid(issues);
  requireReadable([["conditions", conditions]]);
  requireSmall("conditions", conditions);
  return { conditions, textSearches: searchesOf(conditions) };
}

type StoredConditions = { conditions: Condition[]; textSearches: number };

/** What a segment counts for in quotas. */
export const conditionsSize = ({ conditions, textSearches }: StoredConditions) => ({
  bytes: jsonBytes(conditions),
  textSearches,
});

/** Numbers, versions and dates must be some. */
function requireReadable(
  lists: readonly (readonly [path: string, conditions: readonly Condition[]])[],
): void {
  const issues = lists.flatMap(([path, conditions]) => conditionIssues(path, conditions));
  if (issues.length > 0) throw invalid(issues);
}

function requireSmall(path: string, value: unknown): void {
  const issues = sizeIssues(path, value);
  if (issues.length > 0) throw invalid(issues);
}

/** What a change of a project's rules or segments adds to its quotas. */
export const additionsOf = (
  ownerId: string,
  before: { bytes: number; textSearches: number },
  after: { bytes: number; textSearches: number },
) =>
  [
    { name: "flagRuleBytes", ownerId, adding: after.bytes - before.bytes },
    { name: "flagTextSearches", ownerId, adding: after.textSearches - before.textSearches },
  ] as const;

export const nothingBefore = { bytes: 0, textSearches: 0 };

/** The same for a flag's targeting. */
export const targetingSize = (targeting: StoredTargeting) => ({
  bytes: targetingBytes(targeting),
  textSearches: targeting.textSearches,
});

/**
 * A rule can only serve a variant that is there.
 * @throws {AppError} `invalid_request`
 */
export function requireServedVariants({ rules }: Pick<StoredTargeting, "rules">, { variants }: Varied): void {
  const issues = variantIssues(rules ?? [], variants);
  if (issues.length > 0) throw invalid(issues);
}

type Varied = { variants: readonly { key: string }[] | null };
