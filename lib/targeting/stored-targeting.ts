import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import type { Condition } from "./conditions";
import { type GivenConditions, type GivenTargeting, ruleBytesMax, toCondition } from "./contract";

export type StoredRule = {
  name: string | null;
  match: "all" | "any";
  conditions: Condition[];
  percentage: number;
  variant: string | null;
};
export type StoredPrerequisite = { flagKey: string; variant: string | null };
/** The columns of a flag's targeting. */
export type StoredTargeting = { rules: StoredRule[] | null; prerequisites: StoredPrerequisite[] | null };

export const noTargeting: StoredTargeting = { rules: null, prerequisites: null };

/** What targeting counts for in the quota `flagRuleBytes`; the columns `rule_bytes` are the same. */
export const targetingBytes = ({ rules, prerequisites }: StoredTargeting) =>
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
  if (stored) requireSmall("rules", stored);
  return {
    ...(stored && { rules: stored.length > 0 ? stored : null }),
    ...(prerequisites && { prerequisites: prerequisites.length > 0 ? prerequisites : null }),
  };
}

/**
 * The conditions of a segment.
 * @throws {AppError} `invalid_request` where they are too large, or name a segment
 */
export function storedConditions(given: GivenConditions): { conditions: Condition[]; bytes: number } {
  const conditions = given.map(toCondition);
  const issues = conditions.flatMap((each, at) =>
    "segment" in each
      ? [{ path: `conditions.${at}.segment`, message: "is for rules of flags: a segment names no other" }]
      : [],
  );
  if (issues.length > 0) throw invalid(issues);
  return { conditions, bytes: requireSmall("conditions", conditions) };
}

function requireSmall(path: string, value: unknown): number {
  const bytes = jsonBytes(value);
  if (bytes <= ruleBytesMax) return bytes;
  throw invalid([{ path, message: `must have at most ${ruleBytesMax} bytes as JSON, and have ${bytes}` }]);
}

/** How many bytes a change of targeting adds to the quota. */
export const addedRuleBytes = (given: GivenTargeting, stored: StoredTargeting) =>
  targetingBytes({ ...stored, ...storedTargeting(given) }) - targetingBytes(stored);

type Varied = { variants: readonly { key: string }[] | null };

/**
 * A rule can only serve a variant that is there.
 * @throws {AppError} `invalid_request`
 */
export function requireServedVariants({ rules }: Pick<StoredTargeting, "rules">, { variants }: Varied): void {
  const issues: Issue[] = (rules ?? []).flatMap(({ variant, name }, at) =>
    variant === null || variants?.some(({ key }) => key === variant)
      ? []
      : [
          {
            path: `rules.${at}.variant`,
            message: `of ${name ?? `rule ${at + 1}`} names no variant of the flag: ${variant}`,
          },
        ],
  );
  if (issues.length > 0) throw invalid(issues);
}

/** The keys of the segments that rules name, with where each is named first. */
export function segmentsOfRules(rules: readonly StoredRule[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const [at, { conditions }] of rules.entries()) {
    for (const [place, each] of conditions.entries()) {
      if ("segment" in each && !named.has(each.segment)) {
        named.set(each.segment, `rules.${at}.conditions.${place}.segment`);
      }
    }
  }
  return named;
}
