import { index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
import { projects } from "./projects";

/** How much a restored object adds to one quota. */
type Counted = { name: string; ownerId: string; adding: number };

/** Things that were just deleted and can still be restored. */
export const deletions = pgTable(
  "deletions",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    kind: text("kind", {
      enum: [
        "mock",
        "webhook",
        "flag",
        "group",
        "record",
        "release",
        "collection",
        "segment",
        "forwardingRule",
        "releaseWebhook",
      ],
    }).notNull(),
    itemId: text("item_id").notNull(),
    name: text("name").notNull(),
    /** Id of the person or API key. */
    deletedBy: text("deleted_by").notNull(),
    deletedAt: instant("deleted_at").notNull(),
    counted: json("counted").$type<Counted[]>().notNull().default([]),
    undoableUntil: instant("undoable_until").notNull(),
  },
  (table) => [index().on(table.projectId, table.deletedAt, table.id), index().on(table.undoableUntil)],
);

/** The rows that went with a deletion, in groups of some hundred rows of one table. */
export const deletedRows = pgTable(
  "deleted_rows",
  {
    deletionId: uuid("deletion_id")
      .notNull()
      .references(() => deletions.id, { onDelete: "cascade" }),
    tableName: text("table_name").notNull(),
    position: integer("position").notNull(),
    /** `json`, not `jsonb`, so that the values of `json` columns inside stay as they were written. */
    rows: json("rows").notNull(),
    /** The value of a row's large `bytea` column, which is then not in `rows`: as text it would take twice the room. */
    content: bytea("content"),
  },
  (table) => [primaryKey({ columns: [table.deletionId, table.tableName, table.position] })],
);
