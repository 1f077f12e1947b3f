import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth";
import { instant, timestamps } from "./columns";

export const teams = pgTable("teams", {
  id: uuid("id").primaryKey(),
  referenceId: text("reference_id").notNull().unique(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  /** Set on a personal team only; unique, so that an account has exactly one. */
  personalOwnerId: text("personal_owner_id")
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  ...timestamps,
});

export const teamMembers = pgTable(
  "team_members",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    ...timestamps,
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index().on(table.userId),
    index().on(table.teamId, table.createdAt, table.userId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    /** Who made it: it ends with that person's admin role. Null for those from before this was kept. */
    createdBy: text("created_by").references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the link, hex; the token itself is shown once. */
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
    ...timestamps,
  },
  (table) => [index().on(table.teamId, table.createdAt, table.id)],
);
