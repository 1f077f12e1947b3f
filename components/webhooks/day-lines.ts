import type { CapturedRequest } from "@/lib/webhooks/contract";

type Dated = Pick<CapturedRequest, "id" | "receivedAt">;

/**
 * The days of a list that is newest first: a line for the first capture of each, by its id. None when all are of today.
 * @param now null on the server, which does not know the reader's days
 */
export function dayLines(requests: readonly Dated[], now: number | null): Map<string, string> {
  const lines = new Map<string, string>();
  if (now === null) return lines;
  const today = dayOf(new Date(now));
  let before: number | undefined;
  for (const { id, receivedAt } of requests) {
    const day = dayOf(new Date(receivedAt));
    if (day !== before) lines.set(id, nameOf(day, today));
    before = day;
  }
  return lines.size === 1 && before === today ? new Map() : lines;
}

/** The beginning of a day on the reader's clock, in milliseconds since 1970. */
const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

function nameOf(day: number, today: number): string {
  // Days with a change of the clock have 23 or 25 hours.
  const age = Math.round((today - day) / 86_400_000);
  if (age === 0) return "Today";
  if (age === 1) return "Yesterday";
  return new Date(day).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
}
