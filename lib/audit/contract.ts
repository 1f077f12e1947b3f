import { z } from "zod";
import { anyKeys, Timestamp } from "@/lib/operations/fields";
import { commaSeparated, listQuery, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { query as limits } from "@/lib/platform/budgets/budgets";

export const SubjectKind = z.enum(
  [
    ...["team", "member", "invitation", "project", "key", "mock", "webhook", "request", "environment"],
    ...["flag", "group", "groupFlag", "record", "override", "release", "attachment", "releaseSettings"],
    ...["subscription", "account", "chaos", "collection", "forwarding", "mockFile", "segment"],
    ...["forwardingRule", "delivery", "share", "releaseWebhook", "releaseDelivery"],
  ] as const,
  { error: "must be a kind of thing that the trail knows" },
);
export type SubjectKind = z.output<typeof SubjectKind>;

const Values = anyKeys(
  z.unknown(),
  'fields as the API shows them; a long value is {"omitted": …}',
).nullable();

export const AuditEntry = z
  .object({
    id: z.guid(),
    at: Timestamp,
    actorKind: z.enum(["person", "key", "operator", "link"]),
    actorId: z.string().nullable().meta({ description: "null for the operator and for a mailed link" }),
    actorName: z.string().meta({ description: "as it was then" }),
    clientAddress: z.string().nullable().meta({ description: "shown to admins" }),
    userAgent: z.string().nullable().meta({ description: "shown to admins" }),
    operation: z.string().meta({ description: "id of the operation, as in this document" }),
    subjectKind: SubjectKind,
    subjectId: z.string().nullable(),
    subjectName: z.string().meta({ description: "as it was then" }),
    projectId: z.guid().nullable().meta({ description: "null for what is the team's" }),
    before: Values.meta({ description: "what was changed or deleted; null for what was created" }),
    after: Values.meta({ description: "what it is since; null for what was deleted" }),
    requestId: z.string().nullable(),
    scheduledChangeId: z.string().nullable().meta({
      description: "the step of a schedule that this was, done in the name of who planned it",
    }),
  })
  .meta({ id: "AuditEntry" });

const text = (what: string) =>
  z.string().max(200, { error: "must have at most 200 characters" }).meta({ description: what });
const { namesMax } = limits;
const SubjectId = z.string().max(200, { error: "must have at most 200 characters" });
const Moment = z.iso.datetime({ offset: true, error: "must be an ISO 8601 timestamp" });

const filters = {
  actorId: text("only changes by this person or key").optional(),
  actorKind: AuditEntry.shape.actorKind.optional(),
  subjectKind: SubjectKind.optional(),
  subjectId: z
    .preprocess(
      commaSeparated,
      z.array(SubjectId).max(namesMax, { error: `must be ${namesMax} ids at most` }),
    )
    .optional()
    .meta({ description: "only changes of the things with these ids, with commas in between" }),
  operation: text("only this operation").optional(),
  since: Moment.optional().meta({ description: "only changes from this moment on" }),
  until: Moment.optional().meta({ description: "only changes before this moment" }),
};
export type AuditFilters = z.output<z.ZodObject<typeof filters>>;

const query = z.object({
  ...listQuery(AuditEntry, {
    sorts: ["at"],
    sortedBy: "-at",
    searched: "the names of thing and actor, and the operation",
  }),
  ...filters,
});

/** Entries of one file at most. */
export const exportMax = 10_000;
const exportQuery = z.object({
  ...filters,
  format: z.enum(["csv", "json"], { error: "must be csv or json" }).default("csv"),
  limit: wholeNumber(1, exportMax)
    .optional()
    .meta({ description: `the newest so many, ${exportMax} unless stated` }),
});

const tag = "Audit trail";
const files = ["text/csv", "application/json"] as const;

export const listProjectAuditLog = operation({
  id: "listProjectAuditLog",
  method: "GET",
  path: "/api/projects/:projectId/audit-log",
  tag,
  summary: "List who changed what in a project",
  access: "project",
  query,
  output: z.array(AuditEntry),
  list: true,
});
export const exportProjectAuditLog = operation({
  id: "exportProjectAuditLog",
  method: "GET",
  path: "/api/projects/:projectId/audit-log/export",
  tag,
  summary: "Download who changed what in a project, as CSV or JSON",
  access: "project",
  query: exportQuery,
  output: z.array(AuditEntry),
  produces: files,
  headers: ["Content-Disposition"],
});
export const listTeamAuditLog = operation({
  id: "listTeamAuditLog",
  method: "GET",
  path: "/api/teams/:teamId/audit-log",
  tag,
  summary: "List who changed what in a team and all its projects",
  access: "session",
  query,
  output: z.array(AuditEntry),
  list: true,
});
export const exportTeamAuditLog = operation({
  id: "exportTeamAuditLog",
  method: "GET",
  path: "/api/teams/:teamId/audit-log/export",
  tag,
  summary: "Download who changed what in a team and all its projects, as CSV or JSON",
  access: "session",
  query: exportQuery,
  output: z.array(AuditEntry),
  produces: files,
  headers: ["Content-Disposition"],
});
