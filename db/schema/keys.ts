import { sql } from "drizzle-orm";
import { boolean, index, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "@/lib/platform/key-scopes";
import { users } from "./auth";
import { instant, spaceSeparated, timestamps } from "./columns";
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
    scopes: spaceSeparated<Scope>()("scope").notNull().default(sql`'admin'`),
    /** Whether the key has the role of the person who created it, and ends with their membership. */
    personal: boolean("personal").notNull().default(false),
    /** The only environment that it may ask about. No reference: its deletion revokes the key, which stays in the list. */
    environmentId: text("environment_id"),
    /** Origins of the only pages that may use it; null for any. */
    origins: json("origins").$type<string[]>(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    lastUsedFrom: text("last_used_from"),
    lastUsedAgent: text("last_used_agent"),
    revokedAt: instant("revoked_at"),
    /** The key that replaced this one when it was rolled. */
    successorId: uuid("successor_id"),
    /** Who made or rolled it; null for keys from before this was kept, and when the account is gone. */
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (table) => [
    index().on(table.projectId, table.createdAt, table.id),
    index().on(table.createdBy),
    index().on(table.environmentId),
  ],
);

/** A key on its way to a command line that somebody signs in with: two minutes at most, and gone once it is fetched. */
export const keyCodes = pgTable(
  "key_codes",
  {
    /** SHA-256 of the code, hex. */
    hash: text("hash").primaryKey(),
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    /** Of the secret that the command line keeps to itself, SHA-256 as base64url. */
    challenge: text("challenge").notNull(),
    sealedKey: text("sealed_key").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index().on(table.keyId), index().on(table.expiresAt)],
);
