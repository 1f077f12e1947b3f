import type { Release } from "@/components/releases/release-types";

/** "1 Jan – 31 Jan 2026". In UTC, like all plain dates here, so that server and browser agree. */
export function rangeText(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const last = day(end, true);
  if (day(start, true) === last) return last;
  return `${day(start, start.getUTCFullYear() !== end.getUTCFullYear())} – ${last}`;
}

/** "v1.2.0 to v1.3.0", or the days; of a single repository only, since others have other tags. */
export function releaseRange({
  ranges,
  fromDate,
  toDate,
}: Pick<Release, "ranges" | "fromDate" | "toDate">): string {
  const [range] = ranges ?? [];
  if (!range || (ranges ?? []).length > 1) return rangeText(fromDate, toDate);
  const { from, to, resolved } = range;
  const short = (name: string) => (/^[0-9a-f]{40,64}$/.test(name) ? name.slice(0, 7) : name);
  return `${short(resolved?.from ?? from ?? "the last tag")} to ${short(resolved?.to ?? to ?? "the newest commit")}`;
}

function day(date: Date, withYear: boolean): string {
  return date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(withYear && { year: "numeric" }),
    timeZone: "UTC",
  });
}

export type Preset = "since" | "week" | "month" | "custom" | "places";
export type Range = { fromDate: string; toDate: string };

/** The fields of the newest release that tell where the next one begins. */
export type LastRange = Pick<Release, "title" | "toDate" | "createdAt">;
type Known = LastRange & Pick<Release, "status" | "revision">;

const dayMs = 24 * 60 * 60_000;

/** The range of a preset, up to now; undefined if it is chosen by hand. */
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

/** If a range ended after its commits were read, later commits are missing, so the next range starts at the reading. */
function startAfter({ toDate, createdAt }: LastRange): string {
  const end = Math.min(Date.parse(toDate), Date.parse(createdAt));
  return new Date(end + 1).toISOString();
}

/** The range of the newest release that has read its commits; failed and running ones have not. */
export function lastRange(releases: readonly Known[]): LastRange | undefined {
  const read = releases.filter(({ status, revision }) => status !== "processing" && revision > 0);
  return read.reduce<Known | undefined>(
    (latest, each) => (latest && latest.toDate >= each.toDate ? latest : each),
    undefined,
  );
}

/** A date for `<input type="date">`, in UTC, as the API reads plain dates. */
export const dateField = (date: Date) => date.toISOString().slice(0, 10);
