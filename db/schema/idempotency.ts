import { index, integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Answers kept for a repeat of the same request. `status` is null when the answer may not be shown again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Digest of caller, method and path. */
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    bodyHash: text("body_hash").notNull(),
    status: integer("status"),
    headers: json("headers").$type<Record<string, string>>(),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index().on(table.createdAt)],
);
