"use client";

import { useSyncExternalStore } from "react";

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
