import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";
import { TagFilter, Tags } from "@/lib/operations/tags";

/** What both kinds of flags have besides what they decide: words, an owner, and how they were used. */

export const descriptionMax = 2000;

const Description = z
  .string({ error: "must be a text, or null" })
  .trim()
  .max(descriptionMax, { error: `must have at most ${descriptionMax} characters` })
  .nullable();

export const ownerProblem = "must be the user id of a member of the team, or null";
const userId = /^[A-Za-z0-9_-]{1,100}$/;
const OwnerId = z.string({ error: ownerProblem }).regex(userId, { error: ownerProblem }).nullable();

/** In requests that change a flag. */
export const describedFields = {
  description: Description.optional(),
  tags: Tags.optional(),
  ownerId: OwnerId.optional(),
};

/** In answers. */
export const shownDescription = {
  description: z.string().nullable(),
  tags: z.array(z.string()),
  ownerId: z.string().nullable().meta({
    description: "the user id of who looks after it, who may have left the team meanwhile; null: nobody",
  }),
  lastEvaluatedAt: Timestamp.nullable().meta({
    description: "when it was asked for last, to the minute; null: never since answers are counted",
  }),
};

/** In queries of lists. */
export const describedFilters = {
  tag: TagFilter.optional().meta({
    description: "tags, all of which it has, in any letter case: repeated or with commas between",
  }),
  owner: z
    .string()
    .regex(userId, { error: "must be a user id, me, or none" })
    .optional()
    .meta({ description: "the user id of its owner; `me`: the caller; `none`: those without an owner" }),
};

export const usageRanges = ["24h", "30d"] as const;
export type UsageRange = (typeof usageRanges)[number];

export const Range = z
  .enum(usageRanges, { error: `must be one of ${usageRanges.join(", ")}` })
  .default("24h")
  .meta({ description: "24 hours by the hour, or 30 days by the day, the running one included" });

export const FlagUsage = z
  .object({
    range: z.enum(usageRanges),
    buckets: z
      .array(
        z.object({
          at: Timestamp.meta({ description: "when the hour or the day begins, in UTC" }),
          counts: z.record(z.string(), z.int()).meta({
            description: "how often each answer was given: on, off, the key of a variant, override",
          }),
        }),
      )
      .meta({ description: "oldest first; the last one is still running" }),
    total: z.int().meta({ description: "of all buckets" }),
    lastEvaluatedAt: Timestamp.nullable().meta({
      description: "to the minute; null: never since answers are counted",
    }),
    countedSince: Timestamp.meta({ description: "since when its answers are counted" }),
  })
  .meta({ id: "FlagUsage" });
