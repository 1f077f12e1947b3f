import type { z } from "zod";
import type { getProjectActivity, Traffic } from "@/lib/activity/contract";
import type { Output } from "@/lib/operations/operation";

export type Activity = Output<typeof getProjectActivity>;
export type Totals = z.output<typeof Traffic>;

export type TrafficKind = keyof Totals;

/** What each chart counts, in words. */
export const trafficWords: Record<TrafficKind, { title: string; one: string; many: string; bars: string }> = {
  mocks: { title: "Mocks called", one: "mock call", many: "mock calls", bars: "fill-blue" },
  captures: { title: "Captures", one: "capture", many: "captures", bars: "fill-violet" },
  checks: { title: "Flag checks", one: "flag check", many: "flag checks", bars: "fill-green-fill" },
  errors: { title: "Errors", one: "error", many: "errors", bars: "fill-red-fill" },
};

export const trafficKinds = Object.keys(trafficWords) as TrafficKind[];

/** "1,204 mock calls" */
export function counted(count: number, kind: TrafficKind): string {
  const { one, many } = trafficWords[kind];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** What a chart shows, for those who do not see it. */
export function summary(values: readonly number[], kind: TrafficKind): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total === 0) return `No ${trafficWords[kind].many} in the last 24 hours`;
  return `${counted(total, kind)} in the last 24 hours, ${Math.max(...values).toLocaleString("en")} in the busiest hour`;
}

const shortest = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A count where there is little room: 9,999 in full, then 12.3K. */
export const shortCount = (count: number): string =>
  count < 10_000 ? count.toLocaleString("en") : shortest.format(count);
