import { z } from "zod";
import { describedFilters, FlagUsage, Range, shownDescription } from "@/lib/flag-use/contract";
import { shownFields } from "@/lib/flag-values/contract";
import {
  Description,
  EnvironmentSelector,
  Key,
  Name,
  Salt,
  Success,
  Timestamp,
} from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { shownTargeting } from "@/lib/targeting/answers/contract";

export const FlagGroup = z
  .object({
    id: z.string(),
    projectId: z.string().meta({ description: "the project's public reference id" }),
    name: z.string(),
    key: z.string(),
    prefix: z.string().meta({ description: "begins the ids that are made for its records" }),
    description: z.string().nullable(),
    color: z.string().nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "FlagGroup" });

export const enabledDescription =
  "if false, rollout and rules are ignored, and only an override can turn the flag on for a record";

export const GroupFlag = z
  .object({
    id: z.string(),
    groupId: z.string(),
    name: z.string(),
    key: z.string(),
    defaultEnabled: z.boolean().meta({ description: enabledDescription }),
    defaultPercentage: z.int(),
    ...shownFields,
    ...shownTargeting,
    ...shownDescription,
    salt: Salt,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "GroupFlag" });

const Prefix = z.string({ error: "must be a text" }).regex(/^[a-z0-9]{2,5}$/, {
  error: "must be 2 to 5 lower-case letters or digits",
});
const Color = z
  .string({ error: "must be a hex colour such as #4f46e5" })
  .regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { error: "must be a hex colour such as #4f46e5" })
  .nullable();

export const tag = "Flag groups";
const groups = "/api/projects/:projectId/groups";

export const listGroups = operation({
  id: "listGroups",
  method: "GET",
  path: groups,
  tag,
  summary: "List the flag groups of a project",
  access: "project",
  query: z.object(
    listQuery(FlagGroup, {
      sorts: ["createdAt", "updatedAt", "name", "key"],
      searched: "name, key, prefix and description",
    }),
  ),
  output: z.array(FlagGroup),
  list: true,
});
export const createGroup = operation({
  id: "createGroup",
  method: "POST",
  path: groups,
  tag,
  summary: "Create a flag group",
  access: "project",
  body: z.object({
    name: Name,
    key: Key.optional(),
    prefix: Prefix.optional(),
    description: Description.optional(),
    color: Color.optional(),
  }),
  status: 201,
  output: FlagGroup,
  errors: ["conflict"],
});
export const getGroup = operation({
  id: "getGroup",
  method: "GET",
  path: `${groups}/:groupId` as const,
  tag,
  summary: "Get a flag group",
  access: "project",
  output: FlagGroup,
  versioned: true,
});
export const updateGroup = operation({
  id: "updateGroup",
  method: "PUT",
  path: `${groups}/:groupId` as const,
  tag,
  summary: "Change a flag group",
  access: "project",
  body: z.object({
    name: Name.optional(),
    key: Key.optional(),
    prefix: Prefix.optional(),
    description: Description.optional(),
    color: Color.optional(),
  }),
  output: FlagGroup,
  versioned: true,
  errors: ["conflict", "confirmation_required"],
});
export const deleteGroup = operation({
  id: "deleteGroup",
  method: "DELETE",
  path: `${groups}/:groupId` as const,
  tag,
  summary: "Delete a flag group with its flags, records and overrides",
  access: "project",
  output: Success,
  errors: ["confirmation_required"],
});

export const groupFlags = `${groups}/:groupId/flags` as const;

export const listGroupFlags = operation({
  id: "listGroupFlags",
  method: "GET",
  path: groupFlags,
  tag,
  summary: "List the flags of a group",
  access: "project",
  query: z.object({
    ...listQuery(GroupFlag, {
      sorts: ["createdAt", "updatedAt", "name", "key"],
      searched: "name, key, description and tags",
    }),
    ...describedFilters,
  }),
  output: z.array(GroupFlag),
  list: true,
});
export const getGroupFlag = operation({
  id: "getGroupFlag",
  method: "GET",
  path: `${groupFlags}/:groupFlagId` as const,
  tag,
  summary: "Get a flag of a group",
  access: "project",
  output: GroupFlag,
  versioned: true,
});
export const getGroupFlagUsage = operation({
  id: "getGroupFlagUsage",
  method: "GET",
  path: `${groupFlags}/:groupFlagId/usage` as const,
  tag,
  summary: "Get how often a flag of a group gave which answer",
  access: "project",
  query: z.object({
    range: Range,
    env: EnvironmentSelector.optional().meta({ description: "all environments without it" }),
  }),
  output: FlagUsage,
});
export const deleteGroupFlag = operation({
  id: "deleteGroupFlag",
  method: "DELETE",
  path: `${groupFlags}/:groupFlagId` as const,
  tag,
  summary: "Delete a flag of a group with its overrides",
  access: "project",
  output: Success,
  errors: ["conflict", "confirmation_required"],
});
