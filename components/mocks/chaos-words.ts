import type { z } from "zod";
import type { MockChaos } from "@/lib/mocks/chaos/contract";

export type Chaos = z.output<typeof MockChaos>;

/** What becomes of a call, after "10 % of calls". */
export const faultDeeds: Record<NonNullable<Chaos["fault"]>, string> = {
  reset: "have their connection reset",
  empty: "get an empty answer",
  truncated: "get half an answer",
  malformed: "get a malformed chunk",
};

/** "10 % of calls get 503" */
export function chaosText({ percent, statusCode, fault }: Omit<Chaos, "endsAt">): string {
  const calls = percent === 100 ? "All calls" : `${percent} % of calls`;
  return `${calls} ${fault === null ? `get ${statusCode}` : faultDeeds[fault]}`;
}

const time = { hour: "2-digit", minute: "2-digit" } as const;

/** "14:32", or "Wed 14:32" if that is another day, on the reader's clock. */
export function endText(endsAt: Date, now: Date): string {
  const isToday = endsAt.toDateString() === now.toDateString();
  return endsAt.toLocaleString("en-GB", isToday ? time : { weekday: "short", ...time });
}
