import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { ShownValue, VariantName } from "@/lib/flag-values/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ShownCondition } from "@/lib/targeting/answers/contract";

export const reasons = ["DISABLED", "TARGETING_MATCH", "SPLIT", "STATIC"] as const;
export type Reason = (typeof reasons)[number];

/** What decided, where it was not the flag's own rollout. */
export const Why = {
  rule: z.string().optional().meta({ description: "the name of the rule that decided" }),
  prerequisite: z.string().optional().meta({
    description: "the key of the flag that the subject would need to have, and has not",
  }),
};

export const ResolvedFlags = z
  .object({
    recordId: z.string(),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    environment: EnvironmentName.nullable(),
    flags: z.record(
      z.string(),
      z.object({
        enabled: z.boolean().meta({ description: "the final decision, rollout included" }),
        rollout: z.int(),
        source: z.enum(["record", "group-default"]),
        value: ShownValue.optional(),
        variant: VariantName.optional(),
        reason: z.enum(reasons).optional(),
        ...Why,
      }),
    ),
  })
  .meta({ id: "ResolvedFlags" });

export const resolveFlags = operation({
  id: "resolveFlags",
  isCheck: true,
  scope: "evaluate",
  method: "GET",
  path: "/api/flags/:recordId",
  tag: "SDK",
  summary: "Resolve all flags of a record",
  access: "key",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: ResolvedFlags,
  cors: true,
  conditional: true,
});

export const explainFlag = operation({
  id: "explainFlag",
  method: "POST",
  path: "/api/projects/:projectId/groups/:groupId/flags/:groupFlagId/explain",
  tag: "Flag groups",
  summary: "Say what a subject gets for a flag of a group, and why",
  access: "project",
  safe: true,
  body: z.object({
    targetingKey: z
      .string({ error: "must be a text that tells subjects apart, such as the id of a record" })
      .max(500, { error: "must have at most 500 characters" })
      .optional(),
    context: z.record(z.string(), z.unknown(), { error: "must be an object" }).default({}),
    environmentKey: EnvironmentSelector.optional(),
  }),
  output: z
    .object({
      targetingKey: z.string().nullable(),
      isRecord: z.boolean().meta({ description: "whether the group has a record of this id" }),
      environment: EnvironmentName,
      enabled: z.boolean(),
      value: ShownValue,
      variant: z.string().meta({ description: "`on`, `off`, the key of a variant, or `override`" }),
      reason: z.enum(reasons),
      source: z.enum(["record", "group-default"]),
      rollout: z.int(),
      ...Why,
      prerequisites: z.array(
        z.object({ flagKey: z.string(), variant: z.string().nullable(), met: z.boolean() }),
      ),
      override: z
        .object({ enabled: z.boolean().nullable(), rollout: z.number().nullable(), hasValue: z.boolean() })
        .nullable()
        .meta({ description: "the record's; its switch and rollout stand in for the rules" }),
      rules: z.array(
        z.object({
          name: z.string(),
          holds: z.boolean(),
          decides: z.boolean(),
          conditions: z.array(
            ShownCondition.extend({
              holds: z.boolean(),
              found: z.string().optional().meta({
                description:
                  "the subject's attribute, in a text of at most 200 characters; absent if it has none",
              }),
            }),
          ),
        }),
      ),
      bucket: z
        .int()
        .nullable()
        .meta({ description: "place in the rollout in hundredths of a percent; the flag is on below it" }),
      variantBucket: z.int().nullable().meta({ description: "the same among the variants" }),
    })
    .meta({ id: "FlagExplanation" }),
});
