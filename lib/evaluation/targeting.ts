import {
  type Attributes,
  type Conditions,
  holds,
  type PreparedConditions,
  prepared,
  type Segments,
} from "@/lib/targeting/conditions";
import { outcomes, outcomesFor, type PreparedFlag, preparedFlag, type Rule } from "./rollout";

/** A rule of a flag: the first one whose conditions hold for a subject decides instead of the flag's rollout. */
export type TargetingRule = Conditions & {
  name: string | null;
  /** With two decimals at most. */
  percentage: number;
  /** The key of the variant that those whom it is on for get; null draws one as elsewhere. */
  variant: string | null;
};
/** What a subject must have of another flag of the group. */
export type Prerequisite = { flagKey: string; variant: string | null };

export type Targeting = { rules: readonly TargetingRule[]; prerequisites: readonly Prerequisite[] };
type Variants = readonly { key: string; weight: number }[] | null;

type PreparedRule = {
  /** What answers call it. */
  label: string;
  /** Rounded. */
  percentage: number;
  conditions: PreparedConditions;
  flag: PreparedFlag;
};
export type PreparedTargeting = {
  /** How many outcomes the flag has, and so the distance between the verdicts of two that decide. */
  stride: number;
  rules: readonly PreparedRule[];
  prerequisites: readonly Prerequisite[];
};
/** A flag made ready to be asked about many subjects, with its targeting if it has any. */
export type PreparedTarget = PreparedFlag & { targeting: PreparedTargeting | undefined };

/** What is asked about besides the subject's key. */
export type Surroundings = {
  attributes: Attributes;
  segments: Segments;
  /** Whether the subject has what a prerequisite of the flag wants. */
  meets(prerequisite: Prerequisite): boolean;
};

/** A flag that is switched off is that for everybody, whatever its rules say. */
export function preparedTarget(
  rule: Rule,
  variants: Variants,
  targeting: Targeting | undefined,
): PreparedTarget {
  const flag = preparedFlag(rule, variants);
  if (!targeting || !rule.enabled || targeting.rules.length + targeting.prerequisites.length === 0) {
    return { ...flag, targeting: undefined };
  }
  const rules = targeting.rules.map((each, at) => preparedRule(each, at, rule.salt, variants));
  const stride = outcomes.firstVariant + (variants?.length ?? 0);
  return { ...flag, targeting: { stride, rules, prerequisites: targeting.prerequisites } };
}

function preparedRule(given: TargetingRule, at: number, salt: string, variants: Variants): PreparedRule {
  const { name, percentage, variant, match, conditions } = given;
  const share = { enabled: true, rollout: percentage, salt };
  const fixed = variants?.findIndex(({ key }) => key === variant) ?? -1;
  const flag = preparedFlag(share, fixed < 0 ? variants : null);
  return {
    label: name ?? `Rule ${at + 1}`,
    percentage: Math.round(percentage),
    conditions: prepared({ match, conditions }),
    flag: fixed < 0 ? flag : served(flag, outcomes.firstVariant + fixed),
  };
}

/** The same flag for which `on` is one variant. */
const served = (flag: PreparedFlag, on: number): PreparedFlag => ({
  ...flag,
  always: flag.always === outcomes.on ? on : flag.always,
  on,
});

/**
 * What a flag comes to for a subject and what made it that, as one number: the outcome, and a stride for each rule and then
 * for each prerequisite up to the one that decided. Without any of those it is the outcome.
 */
export type Verdict = number;

/** The verdicts of many flags for one subject. */
export function verdictsFor(
  subject: string | undefined,
  around: Surroundings,
): (flag: PreparedTarget) => Verdict {
  const outcomeOf = outcomesFor(subject);
  return (flag) => (flag.targeting ? targeted(flag, flag.targeting, outcomeOf, around) : outcomeOf(flag));
}

function targeted(
  flag: PreparedFlag,
  { stride, rules, prerequisites }: PreparedTargeting,
  outcomeOf: (flag: PreparedFlag) => number,
  { attributes, segments, meets }: Surroundings,
): Verdict {
  for (let at = 0; at < prerequisites.length; at += 1) {
    if (!meets(prerequisites[at] as Prerequisite)) return (1 + rules.length + at) * stride + outcomes.off;
  }
  for (let at = 0; at < rules.length; at += 1) {
    const { conditions, flag: ofRule } = rules[at] as PreparedRule;
    if (holds(conditions, attributes, segments)) return (1 + at) * stride + outcomeOf(ofRule);
  }
  return outcomeOf(flag);
}

/** What a verdict says, for whoever shows it. */
export function readVerdict(verdict: Verdict, targeting: PreparedTargeting | undefined) {
  if (!targeting) return { outcome: verdict, rule: undefined, prerequisite: undefined };
  const { stride, rules, prerequisites } = targeting;
  const place = Math.floor(verdict / stride) - 1;
  return {
    outcome: verdict % stride,
    rule: rules[place],
    prerequisite: prerequisites[place - rules.length],
  };
}
