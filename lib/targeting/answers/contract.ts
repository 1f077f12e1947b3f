import { z } from "zod";

/** Conditions and rules in answers: apart from requests, whose checks pages that only show flags do without. */

export const operators = [
  ...(["equals", "in", "starts_with", "ends_with", "contains", "exists"] as const),
  ...(["less_than", "less_or_equal", "greater_than", "greater_or_equal"] as const),
  ...(["version_equals", "version_below", "version_from"] as const),
  ...(["before", "after"] as const),
];
export type Operator = (typeof operators)[number];

export const ShownCondition = z
  .object({
    attribute: z.string().optional(),
    operator: z.enum(operators).optional(),
    values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
    segment: z.string().optional(),
    not: z.boolean(),
  })
  .meta({ id: "Condition", description: "about an attribute, or a segment" });

const ShownRule = z
  .object({
    name: z.string().nullable(),
    match: z.enum(["all", "any"]),
    conditions: z.array(ShownCondition),
    percentage: z.number(),
    variant: z.string().nullable(),
  })
  .meta({ id: "TargetingRule" });

const Prerequisite = z
  .object({ flagKey: z.string(), variant: z.string().nullable() })
  .meta({ id: "Prerequisite" });

/** The same in answers. */
export const shownTargeting = {
  rules: z.array(ShownRule),
  prerequisites: z.array(Prerequisite),
};
