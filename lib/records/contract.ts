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
import { commaSeparated, listQuery, Truth } from "@/lib/operations/list-fields";
import { longList } from "@/lib/operations/long-list";
import { operation } from "@/lib/operations/operation";
import { query as queryBudget } from "@/lib/platform/budgets/budgets";
import { MetadataFilter } from "./metadata-filter";

export const FlagRecord = z
  .object({
    id: z.string(),
    group: z.object({ id: z.string(), name: z.string() }),
    name: z.string().nullable(),
    metadata: anyKeys(z.unknown(), "as it was sent"),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Record" });

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

const Metadata = z.record(z.string(), z.unknown(), { error: "must be an object" });

const tag = "Records";
const records = "/api/projects/:projectId/groups/:groupId/records";

export const listRecords = operation({
  id: "listRecords",
  method: "GET",
  path: records,
  tag,
  summary: "List the records of a group",
  access: "project",
  query: z.object({
    ...listQuery(FlagRecord, { sorts: ["createdAt", "updatedAt", "name", "id"], searched: "id and name" }),
    metadata: MetadataFilter.optional(),
  }),
  output: z.array(FlagRecord),
  list: true,
});
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
/** A record of an import, as creating takes it, but that an absent field of one that is there keeps its value. */
export const GivenRecord = createRecord.body.extend({ metadata: Metadata.optional() });

const ImportedRecord = z
  .object({
    index: z.int().meta({ description: "place in the request, from 0" }),
    id: z.string().nullable().meta({ description: "null where it is not made yet, or none could be read" }),
    result: z.enum(["created", "updated", "unchanged", "refused"]),
    error: z.string().optional().meta({ description: "why it was refused" }),
  })
  .meta({ id: "ImportedRecord" });

export const importRecords = operation({
  id: "importRecords",
  method: "POST",
  path: `${records}/bulk` as const,
  tag,
  summary: "Create or change many records of a group",
  access: "project",
  query: z.object({
    dryRun: Truth.optional().meta({ description: "true tells what would be done, and does nothing" }),
  }),
  longList: "records",
  body: z.object({ records: longList(GivenRecord, "records") }),
  output: z
    .object({
      dryRun: z.boolean(),
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      records: z
        .array(ImportedRecord)
        .meta({ description: "what became of each, in the order of the request" }),
    })
    .meta({ id: "RecordImport" }),
  // Reading thousands of records takes its time, in which no transaction may be open.
  callsOut: true,
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
