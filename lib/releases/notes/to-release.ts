import type { releases } from "@/db/schema/releases";
import { withIsoTimes } from "@/lib/operations/present";
import { pagesOf } from "../facts/links";

/** The commits are read only by their own list. */
export type ReleaseRow = Omit<typeof releases.$inferSelect, "commits">;
/** The columns that the API shows: not those of the job. */
type ShownRow = Omit<ReleaseRow, "attempt" | "leaseToken" | "leaseUntil" | "deadlineAt" | PublisherField>;
type PublisherField = "publisherKind" | "publisherId" | "publisherName";

/** A release as the API shows it. */
export function toRelease(row: ShownRow) {
  const isProcessing = row.status === "processing";
  return {
    ...withIsoTimes(row),
    content: isProcessing ? "" : row.content,
    warning: isProcessing ? null : row.warning,
    progress: isProcessing ? (row.progress ?? { phase: "waiting" as const, done: 0, total: 0 }) : null,
  };
}

/** The title of new notes: the tags that they are about, or the days of their range in words. */
export function titleOf(
  { ranges, fromDate, toDate }: Pick<ReleaseRow, "ranges" | "fromDate" | "toDate">,
  tags: readonly string[],
): string {
  if (tags.length === 1) return (tags[0] ?? "").slice(0, titleLengthMax);
  if (tags.length > 1 && ranges) {
    const all = ranges.map(({ repoUrl }, place) => `${pagesOf(repoUrl).name} ${tags[place]}`);
    return all.join(", ").slice(0, titleLengthMax);
  }
  return titleOfDays(fromDate, toDate);
}

const titleLengthMax = 100;

function titleOfDays(from: Date, to: Date): string {
  const day = (date: Date, withYear: boolean) =>
    date.toLocaleDateString("en-GB", {
      day: "numeric",
      month: "short",
      ...(withYear && { year: "numeric" }),
      timeZone: "UTC",
    });
  if (from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10))
    return `Release notes, ${day(to, true)}`;
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear();
  return `Release notes, ${day(from, !sameYear)} to ${day(to, true)}`;
}
