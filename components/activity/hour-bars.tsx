"use client";

import { counted, summary, type TrafficKind, trafficWords } from "@/components/activity/traffic-words";
import { CountBars } from "@/components/ui/count-bars";
import { hourText } from "@/components/ui/hour-text";

export type HourBarsProps = {
  kind: TrafficKind;
  /** Counts by hour, oldest first; the last hour is still running. */
  values: readonly number[];
  /** When each hour begins. */
  starts: readonly string[];
};

/** Counts by hour as bars. */
export function HourBars({ kind, values, starts }: HourBarsProps) {
  const { title, bars } = trafficWords[kind];
  return (
    <CountBars
      label={`${title} by hour`}
      summary={summary(values, kind)}
      values={values}
      spanText={(at) => hourText(starts[at], at === values.length - 1)}
      counted={(count) => counted(count, kind)}
      ends={["24 h ago", "now"]}
      bars={bars}
    />
  );
}
