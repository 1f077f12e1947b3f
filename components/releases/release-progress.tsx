"use client";

import { Check, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { countText, type Release } from "@/components/releases/release-types";
import { useTimeLeft } from "@/components/releases/use-time-left";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/waiting";

/** The progress of a generation, step by step. */
export function ReleaseProgress({ progress, cancel }: { progress: Progress; cancel: ReactNode }) {
  const at = phases.findIndex(({ phase }) => phase === progress.phase);
  const left = useTimeLeft(progress);
  const detail = [progressText(progress), left].filter(Boolean).join(", ");
  return (
    <section
      aria-label="Progress"
      className="ticks flex flex-col items-center gap-6 px-5 py-12 text-center sm:px-10 sm:py-16"
    >
      <div>
        <h2 className="font-semibold text-ink text-lg">The notes are being written</h2>
        <p className="mt-1 text-balance text-ink-mute">
          You can leave this page. The work goes on, and the list of releases shows when it is done.
        </p>
      </div>
      <Bar progress={progress} />
      <ol className="flex flex-col items-start gap-3 text-sm">
        {phases.map(({ phase, label }, place) => (
          <li
            key={phase}
            aria-current={place === at ? "step" : undefined}
            className={cn("flex items-center gap-2.5", place > at ? "text-ink-mute" : "text-ink")}
          >
            <Mark state={place < at ? "done" : place === at ? "now" : "later"} />
            <span className={cn(place === at && "font-medium")}>{label}</span>
            {place === at && detail ? <span className="text-ink-mute tabular-nums">{detail}</span> : null}
          </li>
        ))}
      </ol>
      {cancel}
      <p role="status" className="sr-only">
        {phases[at]?.label}
      </p>
    </section>
  );
}

function Mark({ state }: { state: "done" | "now" | "later" }) {
  if (state === "now") return <Spinner className="text-accent-ink" />;
  if (state === "later") return <Circle aria-hidden className="size-4 text-edge" />;
  return <Check aria-hidden className="size-4 text-green" />;
}

function Bar({ progress }: { progress: Progress }) {
  const share = progressShare(progress);
  return (
    <div
      role="progressbar"
      aria-label="Writing the notes"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      className="h-1 w-full max-w-xs overflow-hidden rounded-full bg-line"
    >
      {share === undefined ? (
        <div className="slide-across h-full bg-accent" />
      ) : (
        <div
          style={{ width: `${share * 100}%` }}
          className="h-full rounded-full bg-accent transition-[width] duration-300 ease-out"
        />
      )}
    </div>
  );
}

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

/** 0 to 1 within the phase; undefined if unknown. */
function progressShare({ done, total }: Progress): number | undefined {
  return total > 0 ? Math.min(1, done / total) : undefined;
}
