import { z } from "zod";
import { AuditEntry } from "@/lib/audit/contract";
import { Timestamp } from "@/lib/operations/fields";
import { commaSeparated } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

const Count = z.int();
const counts = {
  mocks: Count.meta({ description: "requests that a mock answered, whatever its status" }),
  captures: Count.meta({ description: "requests that an inbox captured" }),
  checks: Count.meta({
    description: "questions about flags that were answered: the check, the SDK endpoint, OFREP",
  }),
  errors: Count.meta({
    description:
      "answers of 400 and above that Fieldkit itself gave: nothing matched, or it was refused. Not those of mocks",
  }),
};
export const Traffic = z.object(counts).meta({ id: "Traffic" });

const Hour = z
  .object({ start: Timestamp.meta({ description: "when the hour begins, in UTC" }), ...counts })
  .meta({ id: "TrafficHour" });

const Step = z.object({
  made: z.boolean().meta({ description: "whether there is one" }),
  used: z.boolean().meta({ description: "whether one was ever called" }),
  example: z.string().nullable().meta({
    description: "what a call names: a mock's method and path, an inbox's reference id, a global flag's key",
  }),
});

const RecentCapture = z
  .object({
    id: z.guid(),
    webhookId: z.guid(),
    webhookName: z.string(),
    method: z.string(),
    path: z.string().meta({ description: "what follows the inbox's address, its beginning" }),
    receivedAt: Timestamp,
  })
  .meta({ id: "RecentCapture" });

const RecentRelease = z
  .object({
    id: z.guid(),
    title: z.string(),
    status: z.enum(["processing", "draft", "published"]),
    createdAt: Timestamp,
    publishedAt: Timestamp.nullable(),
  })
  .meta({ id: "RecentRelease" });

const RecentChange = AuditEntry.pick({
  id: true,
  at: true,
  actorKind: true,
  actorName: true,
  operation: true,
  subjectKind: true,
  subjectId: true,
  subjectName: true,
}).meta({ id: "RecentChange" });

export const ProjectActivity = z
  .object({
    hours: z.array(Hour).meta({ description: "the running hour and the 23 before it, oldest first" }),
    totals: Traffic.meta({ description: "of these hours" }),
    steps: z.object({ mock: Step, webhook: Step, flag: Step }),
    captures: z.array(RecentCapture).meta({ description: "the newest ten, newest first" }),
    releases: z.array(RecentRelease).meta({ description: "the newest ten, newest first" }),
    changes: z.array(RecentChange).meta({ description: "the newest ten, newest first" }),
  })
  .meta({ id: "ProjectActivity" });

export const TeamTraffic = z
  .object({
    projectId: z.guid(),
    totals: Traffic.meta({ description: "of the last 24 hours" }),
    requests: z.array(Count).meta({
      description:
        "all that was counted but errors, by hour: the running one and the 23 before it, oldest first",
    }),
  })
  .meta({ id: "TeamTraffic" });

const tag = "Activity";

export const getProjectActivity = operation({
  id: "getProjectActivity",
  method: "GET",
  path: "/api/projects/:projectId/activity",
  tag,
  summary: "Get what goes on in a project: counts by the hour, and what happened lately",
  access: "project",
  output: ProjectActivity,
});

/** Projects of one question at most: those of a page of the list. */
export const projectsMax = 100;

export const getTeamActivity = operation({
  id: "getTeamActivity",
  method: "GET",
  path: "/api/teams/:teamId/activity",
  tag,
  summary: "Get how often projects of a team were called",
  access: "session",
  query: z.object({
    projectIds: z
      .preprocess(
        commaSeparated,
        z
          .array(z.guid({ error: "must be ids of projects, with commas in between" }))
          .max(projectsMax, { error: `must be ${projectsMax} ids at most` }),
      )
      .optional()
      .meta({ description: "ids with commas in between; projects of other teams are left out" }),
  }),
  output: z.array(TeamTraffic),
});
