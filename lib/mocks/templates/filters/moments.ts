import { Mistake, quoted } from "../engine/mistake";
import type { Moment } from "./strftime";

const minuteMs = 60_000;

/**
 * What a template means by a date: a text, seconds since 1970, or `now`. Texts without a time zone are UTC, whatever the
 * server's is.
 * @returns ms since 1970; undefined when it is no date
 */
export function msOf(value: unknown, now: number): number | undefined {
  if (value === "now" || value === "today") return now;
  const ms =
    typeof value === "number" ? value * 1000 : typeof value === "string" ? parsed(value) : Number.NaN;
  return Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}

/** A time of day with something after it: an offset, or letters that are not of a time with twelve hours. */
const saysZone = /:\d\d.*(?:[+-]\d\d:?\d\d|[a-z]{1,5})\)?$(?<![ap]m)/i;

function parsed(text: string): number {
  const trimmed = text.trim();
  // The parser is for dates, and slow where it gets anything else.
  if (trimmed === "" || trimmed.length > 100) return Number.NaN;
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * 1000;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(trimmed)) return Date.parse(`${trimmed}Z`);
  const inUtc = saysZone.test(trimmed) ? Number.NaN : Date.parse(`${trimmed} UTC`);
  return Number.isNaN(inUtc) ? Date.parse(trimmed) : inUtc;
}

/**
 * A moment in a time zone: a name such as `Europe/Berlin`, or minutes behind UTC as JavaScript counts them.
 * @throws {Mistake} when there is no such zone
 */
export function momentOf(ms: number, zone: unknown = "UTC"): Moment {
  const offset = typeof zone === "number" ? -zone : offsetOf(ms, String(zone));
  const shown = new Date(ms + offset * minuteMs);
  // Ages away from now, a day's shift leaves what a date can be.
  if (Number.isNaN(shown.getTime())) throw new Mistake("A date is too far away.");
  return { ms, shown, offset, zone: typeof zone === "number" ? "" : String(zone) };
}

function offsetOf(ms: number, zone: string): number {
  if (zone === "UTC") return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((shown - Math.floor(ms / 1000) * 1000) / minuteMs);
}

/** Making one takes as long as using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksMax = 100;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = newClock(zone);
  if (clocks.size >= clocksMax) clocks.clear();
  clocks.set(zone, made);
  return made;
}

function newClock(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new Mistake(`There is no time zone ${quoted(timeZone)}.`);
  }
}

const unitMs: Record<string, number> = {
  millisecond: 1,
  second: 1000,
  minute: minuteMs,
  hour: 60 * minuteMs,
  day: 24 * 60 * minuteMs,
  week: 7 * 24 * 60 * minuteMs,
};
const unitMonths: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/** @throws {Mistake} when there is no such unit, or no such date */
export function addTo(ms: number, amount: number, unit: string): number {
  const one = unit.trim().toLowerCase().replace(/s$/, "");
  const length = Object.hasOwn(unitMs, one) ? unitMs[one] : undefined;
  const months = Object.hasOwn(unitMonths, one) ? unitMonths[one] : undefined;
  if (length === undefined && months === undefined) {
    throw new Mistake(
      `There is no unit ${quoted(unit)}: it is one of ${[...Object.keys(unitMs), ...Object.keys(unitMonths)].join(", ")}.`,
    );
  }
  const sum = length === undefined ? addMonths(ms, Math.trunc(amount * (months ?? 0))) : ms + amount * length;
  if (Number.isNaN(new Date(sum).getTime())) throw new Mistake("A date is too far away.");
  return sum;
}

/** The same day of another month, or its last one. */
function addMonths(ms: number, months: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}
