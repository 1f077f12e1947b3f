import { z } from "zod";
import { RepoUrl, RepoUrls } from "../contract";

const dateProblem = "must be an ISO 8601 date such as 2026-01-31, or a timestamp";
const RangeDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: dateProblem });

/** Plain dates are whole days in UTC, the last one included. */
export function rangeStart(date: string): Date {
  return new Date(date);
}
export function rangeEnd(date: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T23:59:59.999Z` : date);
}

const Ref = z
  .string({ error: "must be the name of a tag or a branch, or the whole hash of a commit" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(250, { error: "must have at most 250 characters" })
  .regex(/^[^\s~^:?*[\\\p{Cc}]+$/u, {
    error: "must be the name of a tag or a branch, or the whole hash of a commit",
  });

export const GivenRefRange = z.object(
  {
    repoUrl: RepoUrl,
    from: Ref.optional().meta({
      description:
        "the last commit before the range; without it the range begins behind the last tag before `to`",
    }),
    to: Ref.optional().meta({
      description: "the last commit of the range; without it the tip of the branch",
    }),
  },
  { error: "must be an object with repoUrl, from and to" },
);

const listProblem = "must be a list of ranges with repoUrl, from and to";
/** Dates and repositories, or a range for each repository. */
export const GivenRange = z
  .object({
    fromDate: RangeDate.optional(),
    toDate: RangeDate.optional(),
    repoUrls: RepoUrls.min(1, { error: "must have at least one address" }).optional(),
    ranges: z
      .array(GivenRefRange, { error: listProblem })
      .min(1, { error: "must have at least one range" })
      .max(20, { error: "must have at most 20 ranges" })
      .optional()
      .meta({ description: "instead of fromDate, toDate and repoUrls" }),
  })
  .superRefine(({ ranges, ...times }, { addIssue }) => {
    const { fromDate, toDate, repoUrls } = times;
    const problem = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (ranges) {
      if (fromDate ?? toDate ?? repoUrls)
        problem("ranges", "cannot be used together with dates and repoUrls");
      const urls = new Set(ranges.map(({ repoUrl }) => repoUrl));
      if (urls.size < ranges.length) problem("ranges", "must name each repository once");
      return;
    }
    if (fromDate === undefined) problem("fromDate", dateProblem);
    if (toDate === undefined) problem("toDate", dateProblem);
    if (repoUrls === undefined) problem("repoUrls", "must be a list of addresses of repositories");
    if (fromDate && toDate && rangeStart(fromDate) > rangeEnd(toDate))
      problem("toDate", "must not be before fromDate");
  });
