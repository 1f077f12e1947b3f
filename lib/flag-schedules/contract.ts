import { z } from "zod";
import { BasisPoints } from "@/lib/flag-values/contract";
import { Percentage, Switch, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const stepsMax = 20;
/** Schedules of one flag that have something left to do. */
export const pendingMax = 5;
export const aheadMaxDays = 366;

export const stepStates = ["pending", "done", "cancelled", "failed"] as const;
const State = z.enum(stepStates);

const FlagChange = z
  .object({
    enabled: z.boolean().optional(),
    rollout: z.int().optional(),
    defaultEnabled: z.boolean().optional(),
    defaultPercentage: z.int().optional(),
    rolloutBasisPoints: z.int().optional(),
  })
  .meta({ description: "what it sets, by the names that the flag's own fields have" });

export const FlagSchedule = z
  .object({
    id: z.string().meta({ description: "KSUID" }),
    flagId: z.string().nullable().meta({ description: "null for a flag of a group" }),
    groupFlagId: z.string().nullable().meta({ description: "null for a global flag" }),
    state: State.meta({
      description:
        "`pending` while a step is; else `failed` or `cancelled` if one of its steps is that; else `done`",
    }),
    steps: z.array(
      z.object({
        id: z.string().meta({ description: "KSUID; the trail names it as `scheduledChangeId`" }),
        at: Timestamp,
        change: FlagChange,
        state: State,
        endedAt: Timestamp.nullable().meta({ description: "when it was done, cancelled or given up" }),
        reason: z.string().nullable().meta({ description: "why it failed, or was cancelled" }),
      }),
    ),
    createdBy: z
      .object({ kind: z.enum(["person", "key"]), id: z.string(), name: z.string() })
      .meta({ description: "in whose name it is done" }),
    createdAt: Timestamp,
  })
  .meta({ id: "FlagSchedule" });
export type FlagSchedule = z.output<typeof FlagSchedule>;

const At = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z" })
  .meta({ description: "later than now and than the step before, and at most a year ahead" });

/** The steps of a request, with the names that a kind of flag has for its switch and its percentage. */
function stepsOf<Fields extends z.core.$ZodLooseShape>(fields: Fields, percentage: string) {
  const Step = z
    .object({ at: At, ...fields, rolloutBasisPoints: BasisPoints.optional() })
    .refine((step) => Object.keys(step).some((name) => name !== "at"), { error: "must change something" })
    .refine((step) => !(percentage in step && "rolloutBasisPoints" in step), {
      error: `must have only one of ${percentage} and rolloutBasisPoints`,
    });
  return z
    .array(Step, { error: "must be a list of steps" })
    .min(1, { error: "must have a step" })
    .max(stepsMax, { error: `must have at most ${stepsMax} steps` });
}

const query = z.object({
  ...listQuery(FlagSchedule, { sorts: ["createdAt"], searched: "the name of who planned it" }),
  state: z
    .enum(["pending", "ended"], { error: "must be pending or ended" })
    .optional()
    .meta({ description: "only those with a step that is pending, or only those without" }),
});

export const listSchedules = operation({
  id: "listSchedules",
  method: "GET",
  path: "/api/projects/:projectId/schedules",
  tag: "Flags",
  summary: "List the scheduled changes of all flags of a project",
  access: "project",
  query,
  output: z.array(FlagSchedule),
  list: true,
});

const ofFlag = "/api/projects/:projectId/flags/:flagId/schedules";
const flagTag = "Flags";

export const listFlagSchedules = operation({
  id: "listFlagSchedules",
  method: "GET",
  path: ofFlag,
  tag: flagTag,
  summary: "List the scheduled changes of a global flag",
  access: "project",
  query,
  output: z.array(FlagSchedule),
  list: true,
});
export const createFlagSchedule = operation({
  id: "createFlagSchedule",
  method: "POST",
  path: ofFlag,
  tag: flagTag,
  summary: "Schedule changes of a global flag",
  access: "project",
  body: z.object({
    steps: stepsOf({ enabled: Switch.optional(), rollout: Percentage.optional() }, "rollout"),
  }),
  status: 201,
  output: FlagSchedule,
  errors: ["conflict", "confirmation_required"],
});
export const cancelFlagSchedule = operation({
  id: "cancelFlagSchedule",
  method: "DELETE",
  path: `${ofFlag}/:scheduleId` as const,
  tag: flagTag,
  summary: "Cancel what is left of the scheduled changes of a global flag",
  access: "project",
  output: FlagSchedule,
  errors: ["conflict"],
});

const ofGroupFlag = "/api/projects/:projectId/groups/:groupId/flags/:groupFlagId/schedules";
const groupTag = "Flag groups";

export const listGroupFlagSchedules = operation({
  id: "listGroupFlagSchedules",
  method: "GET",
  path: ofGroupFlag,
  tag: groupTag,
  summary: "List the scheduled changes of a flag of a group",
  access: "project",
  query,
  output: z.array(FlagSchedule),
  list: true,
});
export const createGroupFlagSchedule = operation({
  id: "createGroupFlagSchedule",
  method: "POST",
  path: ofGroupFlag,
  tag: groupTag,
  summary: "Schedule changes of a flag of a group",
  access: "project",
  body: z.object({
    steps: stepsOf(
      { defaultEnabled: Switch.optional(), defaultPercentage: Percentage.optional() },
      "defaultPercentage",
    ),
  }),
  status: 201,
  output: FlagSchedule,
  errors: ["conflict", "confirmation_required"],
});
export const cancelGroupFlagSchedule = operation({
  id: "cancelGroupFlagSchedule",
  method: "DELETE",
  path: `${ofGroupFlag}/:scheduleId` as const,
  tag: groupTag,
  summary: "Cancel what is left of the scheduled changes of a flag of a group",
  access: "project",
  output: FlagSchedule,
  errors: ["conflict"],
});
