import type { explainFlag } from "@/lib/evaluation/explain/contract";
import type { Output } from "@/lib/operations/operation";

export type Explanation = Output<typeof explainFlag>;

type Decisive = Pick<Explanation, "reason" | "source" | "override" | "rollout" | "rule" | "prerequisite">;

/** Whether the flag's own switch decided, so that its rollout and rules had no effect. */
export const isSwitchedOff = ({ reason, prerequisite, override }: Decisive) =>
  reason === "DISABLED" && !prerequisite && override?.enabled !== false;

/** The reason for a result in a few words. */
export function decisiveText(explanation: Decisive): string {
  const { reason, source, rollout, rule, prerequisite } = explanation;
  if (prerequisite) return `because its prerequisite ${prerequisite} isn’t met`;
  if (isSwitchedOff(explanation)) return "because the flag is off";
  if (reason === "DISABLED") return "because its override is off";
  if (reason === "DEFAULT") return "because there is no targeting key to assign it by";
  if (rule) return `by “${rule}”`;
  return source === "record" ? "by the record’s override" : `by the rollout of ${rollout}%`;
}
