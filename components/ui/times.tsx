"use client";

import { useSyncExternalStore } from "react";

/** "2 minutes ago", kept fresh. The server and the first paint show the plain UTC date, so hydration agrees. */
export function RelativeTime({ value }: { value: string | Date }) {
  const date = typeof value === "string" ? new Date(value) : value;
  const now = useNow();
  const valid = !Number.isNaN(date.getTime());
  const iso = valid ? date.toISOString() : undefined;
  return (
    <time dateTime={iso} title={iso}>
      {!valid ? "unknown" : now === null ? date.toISOString().slice(0, 10) : relative(date.getTime() - now)}
    </time>
  );
}

/** "31 Jan 2030, 12:00 CET" in this browser's time zone. The server and the first paint show it in UTC. */
export function LocalTime({ value }: { value: string }) {
  const isHere = useNow() !== null;
  const options = { dateStyle: "medium", timeStyle: "short" } as const;
  const date = new Date(value);
  const zone = isHere ? undefined : "UTC";
  const words = date.toLocaleString("en-GB", { ...options, timeZone: zone });
  return (
    <time dateTime={value} title={value}>
      {words} {zoneOf(date, zone)}
    </time>
  );
}

const zoneOf = (date: Date, timeZone: string | undefined) =>
  new Intl.DateTimeFormat("en-GB", { timeZoneName: "short", timeZone })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;

/** The time, every 15 s; null on the server and in the first paint. */
export function useNow(): number | null {
  return useSyncExternalStore(subscribe, currentTick, serverTick);
}

const tickMs = 15_000;
const listeners = new Set<() => void>();
let tick = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all of them, running only while some are shown. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    tick = 0;
  };
}

function currentTick(): number | null {
  if (tick === 0) tick = Date.now();
  return tick;
}

function serverTick(): number | null {
  return null;
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Future times are rounded, so that a new link for 7 days doesn't say 6. */
function relative(differenceMs: number): string {
  const whole = differenceMs > 0 ? Math.round : Math.trunc;
  const seconds = Math.round(differenceMs / 1000);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return words.format(whole(seconds / size), unit);
  }
  return Math.abs(seconds) < 20 ? "just now" : words.format(seconds, "second");
}

export type ClockTimeProps = {
  value: string;
  /** With date and milliseconds. */
  whole?: boolean;
  className?: string;
};

/** The time of day on the reader's clock; in UTC on the server and in the first paint, so hydration agrees. */
export function ClockTime({ value, whole = false, className }: ClockTimeProps) {
  const local = useSyncExternalStore(nothing, onClient, onServer);
  return (
    <time dateTime={value} title={value} className={className}>
      {local ? (whole ? wholeTime : clock).format(new Date(value)) : inUtc(value, whole)}
    </time>
  );
}

const nothing = () => () => undefined;
const onClient = () => true;
const onServer = () => false;

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const wholeTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

function inUtc(value: string, whole: boolean): string {
  return whole ? `${value.slice(0, 23).replace("T", " ")} UTC` : value.slice(11, 19);
}
