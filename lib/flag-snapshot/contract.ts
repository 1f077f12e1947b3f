import { z } from "zod";
import { ShownValue, ShownVariant } from "@/lib/flag-values/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { ShownCondition, shownTargeting } from "@/lib/targeting/answers/contract";

const SnapshotFlag = z
  .object({
    key: z.string(),
    enabled: z.boolean(),
    rollout: z.int().meta({ description: "percentage" }),
    rolloutBasisPoints: z.int().nullable(),
    salt: z.string(),
    values: z
      .object({ on: ShownValue, off: ShownValue })
      .nullable()
      .meta({ description: "null for a boolean flag, which is true or false" }),
    variants: z.array(ShownVariant).nullable(),
    targeting: z.object(shownTargeting).nullable(),
  })
  .meta({ id: "SnapshotFlag" });

const SnapshotRecord = z
  .object({
    id: z.string(),
    group: z.string().meta({ description: "the key of its group" }),
    metadata: z
      .record(z.string(), z.unknown())
      .meta({ description: "those fields that rules and segments ask for" }),
    overrides: z
      .record(
        z.string(),
        z.object({
          enabled: z.boolean().nullable(),
          rollout: z.int().nullable(),
          rolloutBasisPoints: z.int().nullable(),
          value: ShownValue.optional(),
        }),
      )
      .meta({ description: "by the key of the flag, in this environment" }),
  })
  .meta({ id: "SnapshotRecord" });

export const FlagSnapshot = z
  .object({
    format: z.literal(1).meta({ description: "what an older reader must not read has another number" }),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    environment: z.string().meta({ description: "the environment's key" }),
    groups: z.array(
      z.object({
        key: z.string(),
        prefix: z.string(),
        flags: z.array(SnapshotFlag),
      }),
    ),
    flags: z.array(SnapshotFlag).meta({ description: "the environment's global flags" }),
    segments: z.array(
      z.object({
        key: z.string(),
        match: z.enum(["all", "any"]),
        conditions: z.array(ShownCondition),
      }),
    ),
    records: z.array(SnapshotRecord),
    isComplete: z.boolean().meta({
      description: "whether `records` has every record that is decided otherwise than somebody of its id",
    }),
  })
  .meta({ id: "FlagSnapshot" });

export const getFlagSnapshot = operation({
  id: "getFlagSnapshot",
  method: "GET",
  path: "/api/sdk/snapshot",
  tag: "SDK",
  summary: "Get all that decides flags in an environment",
  access: "key",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: FlagSnapshot,
  errors: ["not_found"],
  conditional: true,
});

/** Answers that one call reports at most. */
export const reportedMax = 1000;

const keyText = z.string({ error: "must be a key" }).min(1, { error: "must be a key" }).max(128, {
  error: "must be a key of at most 128 characters",
});
const countText = "must be a whole number from 1 to 1000000000";
const ReportedUse = z.object({
  flag: keyText.meta({ description: "the key of the flag" }),
  group: keyText.optional().meta({ description: "the key of its group; left out for a global flag" }),
  answer: keyText.meta({ description: "`on`, `off`, the key of a variant, or `override`" }),
  count: z.int({ error: countText }).min(1, { error: countText }).max(1_000_000_000, { error: countText }),
});

export const reportFlagUses = operation({
  id: "reportFlagUses",
  method: "POST",
  path: "/api/sdk/uses",
  tag: "SDK",
  summary: "Count answers that a program has decided itself",
  access: "key",
  scope: "read",
  body: z.object({
    env: EnvironmentSelector.optional(),
    uses: z
      .array(ReportedUse, { error: "must be a list" })
      .min(1, { error: "must have an answer" })
      .max(reportedMax, { error: `must have at most ${reportedMax} answers` }),
  }),
  output: z
    .object({ counted: z.int().meta({ description: "how many of them are of flags that exist" }) })
    .meta({ id: "FlagUsesCounted" }),
  errors: ["not_found"],
  // Counts are no configuration.
  trail: false,
});
