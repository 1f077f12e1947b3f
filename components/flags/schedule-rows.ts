import { percentFrom, sentRollout } from "@/components/flags/rollout-share";
import { rulesFor } from "@/components/ui/form-rules";
import { localMinute } from "@/components/ui/local-minute";
import {
  createFlagSchedule,
  createGroupFlagSchedule,
  type FlagSchedule,
  stepsMax,
} from "@/lib/flag-schedules/contract";

export const scheduleKinds = ["change", "ramp", "end"] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

/** One step as the form holds it. */
export type ScheduleRow = {
  /** As `<input type="datetime-local">` holds it, in the browser's time zone. */
  at: string;
  turn: "keep" | "on" | "off";
  /** Percent, as typed; empty leaves the rollout as it is. */
  share: string;
};
export type ScheduleValues = {
  kind: ScheduleKind;
  /** What lies between the steps of a ramp, in minutes. */
  every: string;
  rows: ScheduleRow[];
};
export type Step = FlagSchedule["steps"][number];

/** What a kind of flag calls its switch and its percentage. */
export const flagNames = {
  global: { turn: "enabled", share: "rollout" },
  group: { turn: "defaultEnabled", share: "defaultPercentage" },
} as const;
export type FlagKind = keyof typeof flagNames;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The next full hour that is not all too near. */
const soonest = (now: number) => Math.ceil((now + 10 * minuteMs) / hourMs) * hourMs;

const shares = ["5", "25", "100"];

/** What the form of a kind begins with. */
export function startValues(kind: ScheduleKind, now: number, every = "1440"): ScheduleValues {
  const first = soonest(now);
  if (kind === "ramp") {
    const rows = shares.map((share, n) => ({
      at: localMinute(first + n * Number(every) * minuteMs),
      turn: n === 0 ? ("on" as const) : ("keep" as const),
      share,
    }));
    return { kind, every, rows };
  }
  const at = localMinute(kind === "end" ? first + 7 * 24 * hourMs : first);
  return { kind, every, rows: [{ at, turn: kind === "end" ? "off" : "on", share: "" }] };
}

/** The rows with this much between them, from the first one's time on. */
export function spaced(rows: readonly ScheduleRow[], every: string): ScheduleRow[] {
  const first = new Date(rows[0]?.at ?? "").getTime();
  if (Number.isNaN(first)) return [...rows];
  return rows.map((row, n) => ({ ...row, at: localMinute(first + n * Number(every) * minuteMs) }));
}

/** A row for one more step after these. */
export function nextRow(rows: readonly ScheduleRow[], every: string): ScheduleRow {
  const last = new Date(rows.at(-1)?.at ?? "").getTime();
  const at = Number.isNaN(last) ? "" : localMinute(last + Number(every) * minuteMs);
  return { at, turn: "keep", share: "100" };
}

export const isFull = (rows: readonly unknown[]) => rows.length >= stepsMax;

/** The request's steps. What is no number stays one for the contract to refuse. */
export function stepsOf(kind: FlagKind, rows: readonly ScheduleRow[]) {
  const { turn, share } = flagNames[kind];
  return rows.map((row) => ({
    at: instantOf(row.at),
    ...(row.turn !== "keep" && { [turn]: row.turn === "on" }),
    ...(row.share.trim() !== "" && sentRollout(share, percentFrom(row.share))),
  }));
}

function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}

/** The form's field for the path of an issue. */
export function fieldOf(path: string): string | undefined {
  const [, row, field] = /^steps\.(\d+)(?:\.(.*))?$/.exec(path) ?? [];
  if (row === undefined) return path === "steps" ? "rows.root" : undefined;
  const name = { at: "at", enabled: "turn", defaultEnabled: "turn" }[field ?? "enabled"] ?? "share";
  return `rows.${row}.${name}`;
}

/** Checks what the API would check, so that most mistakes show without a request. */
export const resolverOf = (kind: FlagKind) =>
  rulesFor<ScheduleValues>(
    kind === "global" ? createFlagSchedule.body : createGroupFlagSchedule.body,
    ({ rows }) => ({ steps: stepsOf(kind, rows) }),
    fieldOf,
  );

/** "on, 25 %": what a step sets. */
export function changeText({ change }: Pick<Step, "change">): string {
  const turn = change.enabled ?? change.defaultEnabled;
  const whole = change.rollout ?? change.defaultPercentage;
  const share = change.rolloutBasisPoints === undefined ? whole : change.rolloutBasisPoints / 100;
  const parts = [
    turn === undefined ? undefined : turn ? "Turn on" : "Turn off",
    share === undefined ? undefined : `${turn === undefined ? "Rollout to" : "rollout"} ${share} %`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What people call a schedule. */
export function nameOf({ steps }: Pick<FlagSchedule, "steps">): string {
  const [first] = steps;
  if (steps.length > 1) return `Ramp in ${steps.length} steps`;
  return first && changeText(first) === "Turn off" ? "End date" : "Change";
}
