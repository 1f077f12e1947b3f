import { percentageOf, type Rule } from "@/lib/evaluation/rollout";

/** Forms hold a rollout as one number, a percentage with two decimals at most; the API has whole percents and hundredths. */
type Share = { rollout: number; rolloutBasisPoints?: number | null };

export const exactRollout = (share: Share) => percentageOf(share);

export const exactDefault = ({
  defaultPercentage: rollout,
  rolloutBasisPoints,
}: Omit<Share, "rollout"> & { defaultPercentage: number }) => percentageOf({ rollout, rolloutBasisPoints });

const hundredths = (percentage: number) => Math.round(percentage * 100);

/** The fields that a request says a percentage with: one of both, because the other follows from it. */
export function sentRollout<Name extends "rollout" | "defaultPercentage">(name: Name, percentage: number) {
  type Sent = { [Field in Name | "rolloutBasisPoints"]?: number };
  const sent = Number.isInteger(percentage)
    ? { [name]: percentage }
    : { rolloutBasisPoints: hundredths(percentage) };
  return sent as Sent;
}

/** A percentage as rules have it; what is typed may be no number yet. */
export const shareOf = (percentage: number) => ({
  rollout: 0,
  rolloutBasisPoints: Number.isNaN(percentage) ? 0 : hundredths(percentage),
});

/** The rule that a form's fields make. */
export const ruleOf = (enabled: boolean, percentage: number, salt: string): Rule => ({
  enabled,
  ...shareOf(percentage),
  salt,
});

/** NaN for what is no number; the contract says what is wrong with others. Decimals may begin with a comma. */
export function percentFrom(text: string): number {
  return /^\s*-?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

/** The percentage after a step of whole percents, from decimals to the whole ones beside them. */
export function stepped(from: number, to: number): number {
  const whole = to > from ? Math.floor(to) : Math.ceil(to);
  return Math.min(100, Math.max(0, whole));
}
