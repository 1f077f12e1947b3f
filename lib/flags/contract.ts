import { z } from "zod";
import { EnvironmentName } from "@/lib/environments/contract";
import {
  describedFields,
  describedFilters,
  FlagUsage,
  Range,
  shownDescription,
} from "@/lib/flag-use/contract";
import {
  BasisPoints,
  ShownValue,
  shownFields,
  Type,
  VariantName,
  valueFields,
} from "@/lib/flag-values/contract";
import {
  ClientId,
  EnvironmentSelector,
  Key,
  Name,
  Percentage,
  Salt,
  Success,
  Switch,
  Timestamp,
} from "@/lib/operations/fields";
import { listQuery, Truth } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const Flag = z
  .object({
    id: z.string(),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    name: z.string(),
    key: z.string(),
    enabled: z.boolean(),
    rollout: z.int().meta({ description: "percentage, 0 to 100" }),
    ...shownFields,
    ...shownDescription,
    salt: Salt,
    environment: EnvironmentName,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Flag" });

export const FlagCheck = z
  .object({
    enabled: z.boolean().meta({ description: "the final decision, rollout included" }),
    rollout: z.int(),
    source: z.enum(["cache", "global"]),
    environment: EnvironmentName,
    value: ShownValue.optional(),
    variant: VariantName.optional(),
  })
  .meta({ id: "FlagCheck" });

export const FlagKey = z
  .object({
    key: z.string(),
    name: z.string().meta({ description: "that of the oldest flag with this key" }),
    createdAt: Timestamp.meta({ description: "when the oldest flag with this key was made" }),
    flags: z.array(Flag).meta({ description: "one for each environment that has the key" }),
  })
  .meta({ id: "FlagKey" });

export const staleReasons = ["not_evaluated", "fully_rolled_out"] as const;

export const StaleFlag = z
  .object({
    id: z.string().meta({ description: "of the row in this list" }),
    kind: z.enum(["global", "group"]),
    key: z.string(),
    name: z.string(),
    groupId: z.string().nullable(),
    groupName: z.string().nullable(),
    flags: z
      .array(z.object({ id: z.string(), environmentKey: z.string().nullable() }))
      .meta({ description: "of a global flag one for each environment that has its key" }),
    reason: z.enum(staleReasons),
    since: Timestamp.meta({ description: "since when that holds" }),
    lastEvaluatedAt: Timestamp.nullable(),
    message: z.string().meta({ description: "the reason, and what to do" }),
  })
  .meta({ id: "StaleFlag" });

const tag = "Flags";
const flags = "/api/projects/:projectId/flags";

export const listFlags = operation({
  id: "listFlags",
  method: "GET",
  path: flags,
  tag,
  summary: "List the global flags of an environment",
  access: "project",
  query: z.object({
    ...listQuery(Flag, {
      sorts: ["createdAt", "updatedAt", "name", "key", "rollout"],
      searched: "name, key, description and tags",
    }),
    env: EnvironmentSelector.optional(),
    enabled: Truth.optional(),
    ...describedFilters,
  }),
  output: z.array(Flag),
  list: true,
});
export const listFlagKeys = operation({
  id: "listFlagKeys",
  method: "GET",
  path: "/api/projects/:projectId/flag-keys",
  tag,
  summary: "List the keys of the global flags, each with its flag in every environment",
  access: "project",
  query: z.object({
    ...listQuery(FlagKey, {
      sorts: ["createdAt", "name", "key"],
      searched: "name, key, description and tags",
    }),
    key: z.string().max(200).optional().meta({ description: "only this key" }),
    enabled: Truth.optional().meta({
      description: "true: switched on in some environment; false: in none",
    }),
    ...describedFilters,
  }),
  output: z.array(FlagKey),
  list: true,
});
export const listStaleFlags = operation({
  id: "listStaleFlags",
  method: "GET",
  path: "/api/projects/:projectId/stale-flags",
  tag,
  summary: "List the flags that nobody asks for, or that everybody has the same of",
  access: "project",
  query: z.object({
    ...listQuery(StaleFlag, { sorts: ["since", "name", "key"], sortedBy: "since", searched: "name and key" }),
    reason: z.enum(staleReasons, { error: `must be one of ${staleReasons.join(", ")}` }).optional(),
  }),
  output: z.array(StaleFlag),
  list: true,
});
export const createFlag = operation({
  id: "createFlag",
  method: "POST",
  path: flags,
  tag,
  summary: "Create a global flag",
  access: "project",
  body: z.object({
    name: Name,
    id: ClientId.optional(),
    key: Key.optional(),
    enabled: Switch.default(false),
    rollout: Percentage.optional().meta({ description: "100 if neither is given" }),
    rolloutBasisPoints: BasisPoints.nullable().optional(),
    type: Type.default("boolean"),
    ...valueFields,
    ...describedFields,
    environmentKey: EnvironmentSelector.optional(),
  }),
  status: 201,
  output: Flag,
  errors: ["conflict", "confirmation_required"],
});
export const getFlag = operation({
  id: "getFlag",
  method: "GET",
  path: `${flags}/:flagId` as const,
  tag,
  summary: "Get a global flag",
  access: "project",
  output: Flag,
  versioned: true,
});
export const updateFlag = operation({
  id: "updateFlag",
  method: "PUT",
  path: `${flags}/:flagId` as const,
  tag,
  summary: "Change a global flag",
  access: "project",
  body: z.object({
    name: Name.optional(),
    enabled: Switch.optional(),
    rollout: Percentage.optional(),
    rolloutBasisPoints: BasisPoints.nullable().optional(),
    type: Type.optional(),
    ...valueFields,
    ...describedFields,
  }),
  output: Flag,
  versioned: true,
  errors: ["conflict", "confirmation_required"],
});
export const deleteFlag = operation({
  id: "deleteFlag",
  method: "DELETE",
  path: `${flags}/:flagId` as const,
  tag,
  summary: "Delete a global flag",
  access: "project",
  output: Success,
  errors: ["confirmation_required"],
});
export const getFlagUsage = operation({
  id: "getFlagUsage",
  method: "GET",
  path: `${flags}/:flagId/usage` as const,
  tag,
  summary: "Get how often a global flag gave which answer",
  access: "project",
  query: z.object({ range: Range }),
  output: FlagUsage,
});
export const checkFlag = operation({
  id: "checkFlag",
  isCheck: true,
  scope: "evaluate",
  method: "GET",
  path: `${flags}/check/:flagKey` as const,
  tag,
  summary: "Decide whether a global flag is on",
  access: "project",
  query: z.object({
    env: EnvironmentSelector.optional(),
    targetingKey: z
      .string()
      .min(1, { error: "must not be empty" })
      .max(500, { error: "must have at most 500 characters" })
      .optional(),
  }),
  output: FlagCheck,
});
