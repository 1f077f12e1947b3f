import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { ShownValue } from "@/lib/flag-values/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ShownCondition } from "@/lib/targeting/answers/contract";
import { reasons, reasonText, Why } from "../contract";

/** The fields of an update that can change the result for a subject. */
export const FlagDraft = updateGroupFlag.body.pick({
  defaultEnabled: true,
  defaultPercentage: true,
  rolloutBasisPoints: true,
  onValue: true,
  offValue: true,
  variants: true,
  rules: true,
  prerequisites: true,
});
export type FlagDraft = z.output<typeof FlagDraft>;

export const explainFlag = operation({
  id: "explainFlag",
  method: "POST",
  path: "/api/projects/:projectId/groups/:groupId/flags/:groupFlagId/explain",
  tag: "Flag groups",
  summary: "Explain the result of a group flag for a subject",
  access: "project",
  safe: true,
  body: z.object({
    targetingKey: z
      .string({ error: "must be a text that tells subjects apart, such as the id of a record" })
      .max(500, { error: "must have at most 500 characters" })
      .optional(),
    context: z.record(z.string(), z.unknown(), { error: "must be an object" }).default({}),
    environmentKey: EnvironmentSelector.optional(),
    ...FlagDraft.shape,
  }),
  output: z
    .object({
      version: z.enum(["saved", "draft"]).meta({
        description: "`draft` if the request has fields of the flag, which replace the saved ones",
      }),
      targetingKey: z.string().nullable(),
      isRecord: z.boolean().meta({ description: "whether the group has a record of this id" }),
      environment: EnvironmentName,
      enabled: z.boolean(),
      value: ShownValue,
      variant: z.string().meta({ description: "`on`, `off`, the key of a variant, or `override`" }),
      reason: z.enum(reasons).meta({ description: reasonText }),
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
