import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth";
import { instant } from "./columns";
import { projects } from "./projects";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the whole key, hex; the key itself is shown once. */
    hash: text("hash").notNull().unique(),
    prefix: text("prefix").notNull(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    /** The key that replaced this one when it was rolled. */
    successorId: uuid("successor_id"),
    /** Who made or rolled it; null for keys from before this was kept, and when the account is gone. */
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at")
      .notNull()
      .$defaultFn(() => new Date()),
  },
  (table) => [index().on(table.projectId, table.createdAt, table.id), index().on(table.createdBy)],
);
