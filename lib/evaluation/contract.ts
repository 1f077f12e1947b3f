import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { ShownValue, VariantName } from "@/lib/flag-values/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const reasons = ["DISABLED", "TARGETING_MATCH", "SPLIT", "STATIC", "DEFAULT"] as const;
export const reasonText = "`DEFAULT`: a rollout or variant couldn't be assigned without a targeting key";
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
        reason: z.enum(reasons).optional().meta({ description: reasonText }),
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
