import { z } from "zod";
import { Flag } from "@/lib/flags/contract";
import { EnvironmentSelector } from "@/lib/operations/fields";
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
  ...(["enabled", "rollout", "type", "onValue", "offValue", "variants"] as const),
  ...(["name", "description", "tags", "ownerId"] as const),
] as const;
export const MovedField = z.enum(movedFields);
export type MovedField = z.output<typeof MovedField>;

export const comparisonStates = ["same", "different", "only_from", "only_to"] as const;
const stateFilters = [...comparisonStates, "changed"] as const;

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
      .meta({ description: "`changed`: all that are not the same" }),
  }),
  output: z.array(FlagComparison),
  list: true,
});
