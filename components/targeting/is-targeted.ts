import type { GroupFlag } from "@/components/groups/groups-list";

type Targeted = Pick<GroupFlag, "rules" | "prerequisites">;

/** Whether a flag has rules that are never evaluated. Its prerequisites still apply to overrides. */
export const hasIdleRules = (flag: { defaultEnabled: boolean; rules: readonly unknown[] }) =>
  !flag.defaultEnabled && flag.rules.length > 0;

type RuleShare = { percentage: number | string; variant: string | null };

/** Whether the flag is on for everyone, so that rules which only turn it on change nothing. */
export const hasRedundantRules = (flag: {
  defaultEnabled: boolean;
  defaultPercentage: number;
  rules: readonly RuleShare[];
}) =>
  flag.defaultEnabled &&
  flag.defaultPercentage === 100 &&
  flag.rules.length > 0 &&
  flag.rules.every(({ percentage, variant }) => Number(percentage) === 100 && !variant);

/** Whether more than the rollout decides, so that nothing can be said of a subject without its attributes. */
export const isTargeted = ({ rules, prerequisites }: Targeted) => rules.length + prerequisites.length > 0;

/** "2 rules", "1 rule, 1 prerequisite"; undefined where there is nothing to say. */
export function targetingText({ rules, prerequisites }: Targeted): string | undefined {
  const parts = [
    counted(rules.length, "rule", "rules"),
    counted(prerequisites.length, "prerequisite", "prerequisites"),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
}

const counted = (count: number, one: string, many: string) =>
  count > 0 ? `${count} ${count === 1 ? one : many}` : undefined;
