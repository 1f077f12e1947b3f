"use client";

import { CalendarClock, CircleCheck, CircleSlash, CircleX, Clock } from "lucide-react";
import type { ScheduleDialogProps } from "@/components/flags/schedule-dialog";
import { changeText, nameOf, type Step } from "@/components/flags/schedule-rows";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { messageOf } from "@/components/ui/form-problem";
import { laterDialogButton } from "@/components/ui/later-popup";
import { RelativeTime, useNow } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { SkeletonRows } from "@/components/ui/waiting";
import { type FlagSchedule, pendingMax } from "@/lib/flag-schedules/contract";

const NewSchedule = laterDialogButton<ScheduleDialogProps>(
  () => import("@/components/flags/schedule-dialog").then((file) => file.ScheduleDialog),
  "secondary",
);

export type SchedulesProps = ScheduleDialogProps & {
  /** Undefined while they are read. */
  schedules: readonly FlagSchedule[] | undefined;
  error: Error | null;
  onCancel: (scheduleId: string) => Promise<unknown>;
};

/** What is planned for a flag, what became of what was, and the way to plan more. */
export function Schedules({ schedules, error, onCancel, ...dialog }: SchedulesProps) {
  if (error && !schedules) return <FormAlert>{messageOf(error)}</FormAlert>;
  if (!schedules) return <SkeletonRows label="Loading the schedule" />;
  const pending = schedules.filter(({ state }) => state === "pending");
  const ended = schedules.filter(({ state }) => state !== "pending");
  return (
    <div className="flex flex-col gap-6">
      <section aria-label="Planned" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-mute text-sm">
            {pending.length === 0 ? "Nothing is planned" : `${pending.length} planned`}
          </p>
          {pending.length < pendingMax ? (
            <NewSchedule label="Schedule a change" {...dialog} />
          ) : (
            <p className="text-ink-mute text-xs">Cancel one to plan another.</p>
          )}
        </div>
        {pending.length === 0 ? <Nothing /> : null}
        <ScheduleList label="Planned changes" schedules={pending} onCancel={onCancel} />
      </section>
      {ended.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h3 className="font-medium text-ink text-sm">Done and cancelled</h3>
          <ScheduleList label="Changes that are over" schedules={ended} />
        </section>
      ) : null}
    </div>
  );
}

const Nothing = () => (
  <div className="flex flex-col items-center gap-2 rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-mute text-sm">
    <CalendarClock aria-hidden className="size-5 text-accent-ink" />
    <p className="max-w-[44ch] text-balance">
      Have the flag turn on at nine on Monday, go out to 5 %, 25 % and 100 % day by day, or turn off at the
      end of a campaign. Nobody needs to be there.
    </p>
  </div>
);

type ListProps = { label: string; schedules: readonly FlagSchedule[]; onCancel?: SchedulesProps["onCancel"] };

function ScheduleList({ label, schedules, onCancel }: ListProps) {
  if (schedules.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-col gap-3">
      {schedules.map((schedule) => (
        <li
          key={schedule.id}
          className="flex flex-col gap-2.5 rounded-lg border border-line bg-surface px-4 py-3"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h4 className="font-medium text-ink text-sm">{nameOf(schedule)}</h4>
              <p className="break-words text-ink-mute text-xs">
                Planned by {schedule.createdBy.name}, <RelativeTime value={schedule.createdAt} />
              </p>
            </div>
            {onCancel ? <Cancel schedule={schedule} onCancel={onCancel} /> : null}
          </div>
          <ol className="flex flex-col gap-2">
            {schedule.steps.map((step) => (
              <StepLine key={step.id} step={step} />
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}

type CancelProps = { schedule: FlagSchedule; onCancel: (scheduleId: string) => Promise<unknown> };

function Cancel({ schedule, onCancel }: CancelProps) {
  const toast = useToast();
  const left = schedule.steps.filter(({ state }) => state === "pending").length;
  const done = schedule.steps.some(({ state }) => state === "done");
  return (
    <ConfirmDialog
      title={left === 1 ? "Cancel this change?" : `Cancel ${left} changes?`}
      description={
        done
          ? "The flag stays as the steps so far have left it. What is left is not done."
          : "The flag stays as it is."
      }
      confirmLabel="Cancel what is left"
      cancelLabel="Keep"
      onConfirm={async () => {
        await onCancel(schedule.id);
        toast.success("Cancelled");
      }}
      trigger={<Button size="sm">Cancel</Button>}
    />
  );
}

const looks = {
  pending: { Icon: Clock, word: "Planned", look: "text-ink-mute" },
  done: { Icon: CircleCheck, word: "Done", look: "text-green" },
  cancelled: { Icon: CircleSlash, word: "Cancelled", look: "text-ink-mute" },
  failed: { Icon: CircleX, word: "Failed", look: "text-red" },
};

function StepLine({ step }: { step: Step }) {
  const { Icon, word, look } = looks[step.state];
  const isOff = step.state === "cancelled";
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", look)} />
      <div className="min-w-0 flex-1">
        <p className={cn("text-ink", isOff && "text-ink-mute line-through")}>
          <span className="sr-only">{word}: </span>
          {changeText(step)}
        </p>
        <p className="text-ink-mute text-xs">
          <When step={step} />
        </p>
        {step.reason ? (
          <p className={cn("break-words text-xs", step.state === "failed" ? "text-red" : "text-ink-mute")}>
            {step.reason}
          </p>
        ) : null}
      </div>
    </li>
  );
}

const soonMs = 20_000;

/** On the reader's clock, and from now. */
function When({ step: { at, state, endedAt } }: { step: Step }) {
  const now = useNow() ?? Date.now();
  const isPending = state === "pending";
  const shown = isPending ? at : (endedAt ?? at);
  const isSoon = isPending && Date.parse(at) - now < soonMs;
  return (
    <>
      {isPending ? "" : `${looks[state].word} `}
      <time dateTime={shown} title={shown}>
        {exact.format(new Date(shown))}
      </time>
      {", "}
      {isSoon ? "any moment now" : <RelativeTime value={shown} />}
    </>
  );
}

const exact = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
