import { bigint, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { projects } from "./projects";

/**
 * An answer that a flag gave in an environment. It refers to neither of them, so that a flag that is put back has its
 * counts again; what belongs to no flag any more is pruned.
 */
export const flagUses = pgTable(
  "flag_uses",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["global", "group"] }).notNull(),
    flagId: text("flag_id").notNull(),
    environmentId: text("environment_id").notNull(),
    /** `on`, `off`, the key of a variant, or `override`. */
    answer: text("answer").notNull(),
    /** To the minute. */
    lastEvaluatedAt: instant("last_evaluated_at").notNull(),
  },
  (table) => [
    unique("flag_uses_answer").on(
      table.projectId,
      table.kind,
      table.flagId,
      table.environmentId,
      table.answer,
    ),
  ],
);

/** How often it was given: by the hour for a day, then by the day. Processes add to it about once a minute. */
export const flagUseCounts = pgTable(
  "flag_use_counts",
  {
    useId: bigint("use_id", { mode: "number" })
      .notNull()
      .references(() => flagUses.id, { onDelete: "cascade" }),
    /** When the hour or the day begins, in UTC. */
    start: instant("start").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.useId, table.start] }), index().on(table.start)],
);
