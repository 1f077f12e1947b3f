import { bucketOf, isOn, type Rule } from "@/lib/evaluation/rollout";

export type Explanation = {
  on: boolean;
  /** The subject's bucket, 0 to 99.99. */
  bucket: number;
  /** Continues the sentence "is in bucket 16.79, ". */
  reason: string;
};

/** Why a flag is on or off for a subject, in words that name the numbers. */
export function explainRollout(rule: Rule, subject: string): Explanation {
  const bucket = bucketOf(rule.salt, subject) / 100;
  const on = isOn(rule, subject);
  return { on, bucket, reason: reasonOf(rule, on) };
}

function reasonOf({ enabled, rollout }: Rule, on: boolean): string {
  if (!enabled) return "but it is switched off";
  if (rollout <= 0) return "but 0 % reaches nobody";
  if (rollout >= 100) return "and 100 % reaches everybody";
  return on ? `below ${rollout}` : `not below ${rollout}`;
}

export const bucketText = (bucket: number) => bucket.toFixed(2);

/** "25 % of subjects"; "nobody" and "everybody" at the ends. */
export function rolloutText(rollout: number): string {
  if (rollout <= 0) return "nobody";
  return rollout >= 100 ? "everybody" : `${rollout} % of subjects`;
}
