import { givenValue, type Valued } from "@/lib/evaluation/given-value";
import {
  boundsOf,
  bucketOf,
  outcomes,
  outcomesFor,
  percentageOf,
  preparedFlag,
  type Rule,
  variantBucketOf,
} from "@/lib/evaluation/rollout";
import type { FlagType, FlagValue, FlagVariant } from "@/lib/flag-values/contract";

export type Explanation = {
  on: boolean;
  /** The subject's bucket, 0 to 99.99. */
  bucket: number;
  /** Continues the sentence "is in bucket 16.79, ". */
  reason: string;
  /** What the subject gets for a flag that is no plain boolean. */
  given?: Given | undefined;
};
export type Given = {
  value: FlagValue;
  /** Says where it comes from: "variant blue", and why it is this one. */
  from: string;
};

/** The values of a flag; those of a boolean one say nothing more than on and off. */
export type ExplainedValues = Valued & {
  /** What an override gives instead. */
  own?: FlagValue | null;
};

export function valuedBy(flag: {
  type: FlagType;
  onValue: FlagValue;
  offValue: FlagValue;
  variants: FlagVariant[] | null;
}): Valued | undefined {
  const { type, onValue, offValue, variants } = flag;
  return type === "boolean" ? undefined : { values: { on: onValue, off: offValue }, variants };
}

/** Why a flag is on or off for a subject, and what it comes to, in words that name the numbers. */
export function explainRollout(rule: Rule, subject: string, values?: ExplainedValues): Explanation {
  const bucket = bucketOf(rule.salt, subject) / 100;
  const outcome = outcomesFor(subject)(preparedFlag(rule, values?.variants));
  const on = outcome !== outcomes.off;
  const given = values && explainValue(rule.salt, subject, values, outcome);
  return { on, bucket, reason: reasonOf(rule, on), ...(given && { given }) };
}

function reasonOf(rule: Rule, on: boolean): string {
  const rollout = percentageOf(rule);
  if (!rule.enabled) return "but it is switched off";
  if (rollout <= 0) return "but 0 % reaches nobody";
  if (rollout >= 100) return "and 100 % reaches everybody";
  return on ? `below ${rollout}` : `not below ${rollout}`;
}

function explainValue(salt: string, subject: string, values: ExplainedValues, outcome: number): Given {
  const { value, variant } = givenValue(values, outcome, values.own ?? undefined);
  const at = outcome - outcomes.firstVariant;
  if (variant === "override") return { value, from: "the override’s own value" };
  if (at < 0) return { value, from: `the ${variant} value` };
  const bounds = boundsOf(values.variants ?? []);
  const [from, to] = [bounds[at - 1] ?? 0, bounds[at] ?? 0].map((bound) => bound / 100);
  const bucket = bucketText(variantBucketOf(salt, subject) / 100);
  const why = `bucket ${bucket} among variants is from ${from} to below ${to}`;
  return { value, from: `variant ${variant}, because ${why}` };
}

export const bucketText = (bucket: number) => bucket.toFixed(2);

/** "On for 25%", "Off for everyone" or "On for everyone". */
export function rolloutText(rollout: number): string {
  if (rollout <= 0) return "Off for everyone";
  return rollout >= 100 ? "On for everyone" : `On for ${rollout}%`;
}
