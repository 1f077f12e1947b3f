import { z } from "zod";
import { Environment } from "@/lib/environments/contract";
import { Flag } from "@/lib/flags/contract";
import { EnvironmentSelector, Key, Name, Switch } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

/** What a flag has in one environment, and what it is called there. */
export const FlagSettings = Flag.omit({
  projectId: true,
  environment: true,
  lastEvaluatedAt: true,
  createdAt: true,
}).meta({ id: "FlagSettings" });

/** What flags of one key are compared by, and what a promotion brings along. */
export const movedFields = [
  ...(["enabled", "rollout", "type", "onValue", "offValue", "variants", "valueSchema"] as const),
  ...(["name", "description", "tags", "ownerId"] as const),
] as const;
export const MovedField = z.enum(movedFields);
export type MovedField = z.output<typeof MovedField>;

export const comparisonStates = ["same", "different", "only_from", "only_to"] as const;
const stateFilters = [...comparisonStates, "changed", "all"] as const;

const Differences = z.array(MovedField).meta({
  description: "fields that differ; `rollout` in small steps, too. None where one of them has no such flag",
});

export const FlagComparison = z
  .object({
    key: z.string(),
    name: z.string().meta({ description: "that of `from`, else that of `to`" }),
    state: z.enum(comparisonStates),
    from: FlagSettings.nullable(),
    to: FlagSettings.nullable(),
    differences: Differences,
  })
  .meta({ id: "FlagComparison" });

const tag = "Flags";

export const compareEnvironments = operation({
  id: "compareEnvironments",
  method: "GET",
  path: "/api/projects/:projectId/environment-comparison",
  tag,
  summary: "List the keys of global flags of two environments, and how they differ",
  access: "project",
  query: z.object({
    ...listQuery(FlagComparison, { sorts: ["key", "name"], sortedBy: "key", searched: "name and key" }),
    from: EnvironmentSelector,
    to: EnvironmentSelector,
    state: z
      .enum(stateFilters, { error: `must be one of ${stateFilters.join(", ")}` })
      .optional()
      .meta({ description: "`changed`: all that are not the same; `all`, as without it: these, too" }),
  }),
  output: z.array(FlagComparison),
  list: true,
});

/** Flags of one promotion at most: each is locked, and leaves an entry in the trail. */
export const promotedMax = 500;

export const promotionResults = ["created", "updated", "unchanged", "refused"] as const;

/** The same before a flag has an id, and whether it was written or would be. */
const PromotedSettings = FlagSettings.omit({ id: true, updatedAt: true }).meta({ id: "PromotedSettings" });

const PromotedFlag = z
  .object({
    key: z.string(),
    result: z.enum(promotionResults),
    reason: z.string().nullable().meta({ description: "why it is refused" }),
    differences: Differences,
    before: PromotedSettings.nullable().meta({ description: "in `to`; null where it has no such flag" }),
    after: PromotedSettings.nullable().meta({ description: "in `to`; null where it is refused" }),
  })
  .meta({ id: "PromotedFlag" });

export const Promotion = z
  .object({
    dryRun: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    version: z.string().meta({ description: "of all that decides what this does: send it as `expected`" }),
    flags: z.array(PromotedFlag).meta({ description: "in the order of `keys`" }),
  })
  .meta({ id: "Promotion" });

export const promoteFlags = operation({
  id: "promoteFlags",
  method: "POST",
  path: "/api/projects/:projectId/environment-promotions",
  tag,
  summary: "Bring global flags from one environment to another",
  access: "project",
  body: z.object({
    from: EnvironmentSelector,
    to: EnvironmentSelector,
    keys: z
      .array(Key, { error: "must be a list of keys" })
      .min(1, { error: "must name a flag" })
      .max(promotedMax, { error: `must have at most ${promotedMax} keys` })
      .refine((keys) => new Set(keys).size === keys.length, { error: "must not name a key twice" }),
    dryRun: Switch.default(false).meta({ description: "whether it only says what would happen" }),
    expected: z
      .string({ error: "must be the version of a preview" })
      .max(100, { error: "must be the version of a preview" })
      .optional()
      .meta({ description: "`version` of the preview: 409 if anything has changed since" }),
  }),
  output: Promotion,
  errors: ["conflict", "confirmation_required"],
});

export const copyEnvironment = operation({
  id: "copyEnvironment",
  method: "POST",
  path: "/api/projects/:projectId/environments/:environmentId/copy",
  tag: "Environments",
  summary: "Create an environment with what another one has",
  access: "project",
  body: z.object({
    name: Name,
    key: Key.optional(),
    overrides: Switch.default(true).meta({ description: "whether records get what they have in the other" }),
  }),
  status: 201,
  output: Environment,
  errors: ["conflict"],
});
