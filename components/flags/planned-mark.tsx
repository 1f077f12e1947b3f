"use client";

import { CalendarClock } from "lucide-react";
import { changeText } from "@/components/flags/schedule-rows";
import { usePage } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { listSchedules } from "@/lib/flag-schedules/contract";

export type PlannedMarkProps = {
  projectId: string;
  /** A flag of a group, or a global one in each of its environments. */
  ids: readonly string[];
};

const watchMs = 10_000;

/** What is planned next for a flag, beside its name in a list. All of a list are read together. */
export function PlannedMark({ projectId, ids }: PlannedMarkProps) {
  const fields: ["flagId", "groupFlagId", "steps"] = ["flagId", "groupFlagId", "steps"];
  const asked = { projectId, state: "pending" as const, limit: 1000, fields };
  const { data } = usePage(listSchedules, asked, { watch: watchMs });
  const steps = (data?.items ?? [])
    .filter(({ flagId, groupFlagId }) => ids.includes(flagId ?? groupFlagId ?? ""))
    .flatMap((schedule) => schedule.steps.filter(({ state }) => state === "pending"));
  const [first, ...others] = steps;
  if (!first) return null;
  const next = others.reduce((soonest, step) => (step.at < soonest.at ? step : soonest), first);
  return (
    <span className="flex items-center gap-1.5 text-ink-mute text-xs" title={changeText(next)}>
      <CalendarClock aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">Planned: {changeText(next)}, </span>
      <RelativeTime value={next.at} />
    </span>
  );
}
