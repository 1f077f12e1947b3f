import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { flags, groupFlags } from "./flags";
import { projects } from "./projects";

/** What a step sets: fields of the operation that changes such a flag, as a request sends them. */
type FlagChange = {
  enabled?: boolean;
  rollout?: number;
  defaultEnabled?: boolean;
  defaultPercentage?: number;
  rolloutBasisPoints?: number;
};

/** Changes of one flag that somebody planned together: a single one, a ramp, or its end. */
export const flagSchedules = pgTable(
  "flag_schedules",
  {
    /** KSUID. */
    id: text("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** One of these two: a global flag, or one of a group. */
    flagId: text("flag_id"),
    groupFlagId: text("group_flag_id").references(() => groupFlags.id, { onDelete: "cascade" }),
    /** Who planned it, in whose name it is done. No references: both may go before it is done. */
    actorKind: text("actor_kind", { enum: ["person", "key"] }).notNull(),
    actorId: text("actor_id").notNull(),
    /** What they were called then. */
    actorName: text("actor_name").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    // The name tells which parent is missing, see `vanishedParent`.
    foreignKey({
      name: "flag_schedules_flags_id_fk",
      columns: [table.projectId, table.flagId],
      foreignColumns: [flags.projectId, flags.id],
    }).onDelete("cascade"),
    index().on(table.projectId, table.flagId, table.createdAt, table.id),
    index().on(table.groupFlagId, table.createdAt, table.id),
  ],
);

export const scheduledChanges = pgTable(
  "scheduled_changes",
  {
    /** KSUID. */
    id: text("id").primaryKey(),
    scheduleId: text("schedule_id")
      .notNull()
      .references(() => flagSchedules.id, { onDelete: "cascade" }),
    /** Its place in the schedule, from 0. */
    position: integer("position").notNull(),
    at: instant("at").notNull(),
    change: jsonb("change").$type<FlagChange>().notNull(),
    state: text("state", { enum: ["pending", "done", "cancelled", "failed"] })
      .notNull()
      .default("pending"),
    /** When it was done, cancelled or given up. */
    endedAt: instant("ended_at"),
    /** Why it failed or was cancelled, for people. */
    reason: text("reason"),
    /** How often it could not be done for reasons that may pass, and when it is tried again. */
    tries: integer("tries").notNull().default(0),
    retryAt: instant("retry_at"),
  },
  (table) => [
    unique("scheduled_changes_position").on(table.scheduleId, table.position),
    index("scheduled_changes_due").on(table.at).where(sql`${table.state} = 'pending'`),
  ],
);
