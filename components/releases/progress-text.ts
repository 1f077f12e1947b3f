import { countText, type Release } from "@/components/releases/release-types";

export type Progress = NonNullable<Release["progress"]>;
export type Phase = Progress["phase"];

export const phases: readonly { phase: Phase; label: string }[] = [
  { phase: "waiting", label: "Waiting" },
  { phase: "reading", label: "Reading commits" },
  { phase: "writing", label: "Writing" },
  { phase: "checking", label: "Checking" },
];

/** How far a phase is, in words: "312 of 1,223 commits"; empty while there is nothing to count. */
export function progressText({ phase, done, total }: Progress): string {
  const unit = { waiting: "", reading: "commits", writing: "changes", checking: "changes" }[phase];
  if (unit === "" || (done === 0 && total === 0)) return "";
  return total > 0 ? `${countText(done)} of ${countText(total)} ${unit}` : `${countText(done)} ${unit}`;
}

/** 0 to 1 within the phase; undefined where nobody knows. */
export function progressShare({ done, total }: Progress): number | undefined {
  return total > 0 ? Math.min(1, done / total) : undefined;
}
