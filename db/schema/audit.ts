import { index, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { teams } from "./teams";

/** Who changed what, and how: one row for each operation that changed something, written in its transaction. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** No reference, so that the deletion of a project stays in its team's trail. */
    projectId: uuid("project_id"),
    at: instant("at").notNull(),
    actorKind: text("actor_kind", { enum: ["person", "key", "operator", "link"] }).notNull(),
    /** No reference either: an entry outlives the account and the key. Null for the operator and for a mailed link. */
    actorId: text("actor_id"),
    /** What the actor was called then. */
    actorName: text("actor_name").notNull(),
    clientAddress: text("client_address"),
    userAgent: text("user_agent"),
    /** Id of the operation. */
    operation: text("operation").notNull(),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id"),
    subjectName: text("subject_name").notNull(),
    /** The fields that were changed or deleted, as they were. */
    before: json("before").$type<Record<string, unknown>>(),
    /** The fields that were changed or created, as they are since. */
    after: json("after").$type<Record<string, unknown>>(),
    /** What the entry counts for in its team's share. */
    bytes: integer("bytes").notNull(),
    requestId: text("request_id"),
    /** The scheduled change that this was, done later in its planner's name. */
    scheduledChangeId: text("scheduled_change_id"),
  },
  (table) => [
    index().on(table.teamId, table.at, table.id),
    index().on(table.projectId, table.at, table.id),
    index().on(table.projectId, table.subjectKind, table.subjectId, table.at, table.id),
    index().on(table.at),
  ],
);
