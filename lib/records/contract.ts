import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import { BasisPoints, OverrideValue, ShownValue, shownFields } from "@/lib/flag-values/contract";
import {
  anyKeys,
  ClientId,
  EnvironmentSelector,
  Name,
  Percentage,
  Success,
  Switch,
  Timestamp,
} from "@/lib/operations/fields";
import { commaSeparated, listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { query as queryBudget } from "@/lib/platform/budgets/budgets";

export const FlagRecord = z
  .object({
    id: z.string(),
    group: z.object({ id: z.string(), name: z.string() }),
    name: z.string().nullable(),
    metadata: anyKeys(z.unknown(), "as it was sent"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "FlagRecord" });

export const Override = z
  .object({
    recordId: z.string(),
    groupFlagId: z.string(),
    flagKey: z.string(),
    environment: EnvironmentName,
    enabled: z.boolean().nullable().meta({ description: "null: the group flag's default" }),
    rollout: z.int().nullable().meta({ description: "null: the group flag's default" }),
    rolloutBasisPoints: shownFields.rolloutBasisPoints,
    value: ShownValue.nullable().meta({
      description: "while it is on, instead of the flag's; null: the flag's",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Override" });

export const Metadata = z.record(z.string(), z.unknown(), { error: "must be an object" });

export const tag = "Records";
export const records = "/api/projects/:projectId/groups/:groupId/records";

export const createRecord = operation({
  id: "createRecord",
  method: "POST",
  path: records,
  tag,
  summary: "Create a record in a group",
  access: "project",
  body: z.object({
    id: ClientId.optional(),
    name: Name.nullable().optional(),
    metadata: Metadata.default({}),
  }),
  status: 201,
  output: FlagRecord,
  errors: ["conflict"],
});
export const getRecord = operation({
  id: "getRecord",
  method: "GET",
  path: `${records}/:recordId` as const,
  tag,
  summary: "Get a record",
  access: "project",
  output: FlagRecord,
  versioned: true,
});
export const updateRecord = operation({
  id: "updateRecord",
  method: "PUT",
  path: `${records}/:recordId` as const,
  tag,
  summary: "Change a record, or create it with its id",
  access: "project",
  body: z.object({ name: Name.nullable().optional(), metadata: Metadata.optional() }),
  output: FlagRecord,
  versioned: true,
  creates: createRecord.id,
  errors: ["conflict"],
});
export const deleteRecord = operation({
  id: "deleteRecord",
  method: "DELETE",
  path: `${records}/:recordId` as const,
  tag,
  summary: "Delete a record with its overrides",
  access: "project",
  output: Success,
});

const value = `${records}/:recordId/values/:groupFlagId` as const;

export const setOverride = operation({
  id: "setOverride",
  method: "PUT",
  path: value,
  tag,
  summary: "Set or clear what a record gets for a flag in one environment",
  access: "project",
  body: z
    .object({
      enabled: Switch.nullable().optional(),
      rollout: Percentage.nullable().optional(),
      rolloutBasisPoints: BasisPoints.nullable().optional(),
      value: OverrideValue.optional(),
      environmentKey: EnvironmentSelector.optional(),
    })
    .refine(({ environmentKey: _, ...given }) => Object.values(given).some((field) => field !== undefined), {
      path: ["enabled"],
      error: "or rollout is required",
    }),
  output: z.union([Override, Success]),
  errors: ["conflict", "confirmation_required"],
});
export const clearOverride = operation({
  id: "clearOverride",
  method: "DELETE",
  path: value,
  tag,
  summary: "Clear what a record gets for a flag in one environment",
  access: "project",
  query: z.object({ env: EnvironmentSelector.optional() }),
  output: Success,
  errors: ["confirmation_required"],
});
export const listOverrides = operation({
  id: "listOverrides",
  method: "GET",
  path: "/api/projects/:projectId/records/:recordId/values",
  tag,
  summary: "List the overrides of a record as they are set, before the rollout's roll",
  access: "project",
  query: z.object({
    ...listQuery(Override, { sorts: ["createdAt", "flagKey"], searched: "key and name of the flag" }),
    env: EnvironmentSelector.optional(),
    groupFlagId: z
      .preprocess(
        commaSeparated,
        z
          .array(z.string())
          .max(queryBudget.namesMax, { error: `must be at most ${queryBudget.namesMax} ids` }),
      )
      .optional()
      .meta({ description: "only those of these flags, their ids with commas in between" }),
  }),
  output: z.array(Override),
  list: true,
});
