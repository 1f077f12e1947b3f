import type { Release } from "@/components/releases/release-types";

/** "1 Jan – 31 Jan 2026". In UTC, in which plain dates are meant, so that server and browser agree. */
export function rangeText(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const last = day(end, true);
  if (day(start, true) === last) return last;
  return `${day(start, start.getUTCFullYear() !== end.getUTCFullYear())} – ${last}`;
}

function day(date: Date, withYear: boolean): string {
  return date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(withYear && { year: "numeric" }),
    timeZone: "UTC",
  });
}

export type Preset = "since" | "week" | "month" | "custom";
export type Range = { fromDate: string; toDate: string };

/** What the newest notes ended with, as far as it tells where the next ones begin. */
export type LastRange = Pick<Release, "title" | "toDate" | "createdAt">;
type Known = LastRange & Pick<Release, "status" | "revision">;

const dayMs = 24 * 60 * 60_000;

/** The range of a preset, up to now; undefined where the dates are chosen by hand. */
export function presetRange(preset: Preset, last: LastRange | undefined, now: Date): Range | undefined {
  const toDate = now.toISOString();
  const before = (days: number) => ({
    fromDate: new Date(now.getTime() - days * dayMs).toISOString(),
    toDate,
  });
  if (preset === "week") return before(7);
  if (preset === "month") return before(30);
  return preset === "since" && last ? { fromDate: startAfter(last), toDate } : undefined;
}

/** A range that went beyond the moment of its reading has seen nothing of what came later. */
function startAfter({ toDate, createdAt }: LastRange): string {
  const end = Math.min(Date.parse(toDate), Date.parse(createdAt));
  return new Date(end + 1).toISOString();
}

/** The newest release that has read its commits; failed ones and those at work tell nothing yet. */
export function lastRange(releases: readonly Known[]): LastRange | undefined {
  const read = releases.filter(({ status, revision }) => status !== "processing" && revision > 0);
  return read.reduce<Known | undefined>(
    (latest, each) => (latest && latest.toDate >= each.toDate ? latest : each),
    undefined,
  );
}

/** A date as a date field has it, by the clock of UTC, in which the API reads plain dates. */
export const dateField = (date: Date) => date.toISOString().slice(0, 10);
