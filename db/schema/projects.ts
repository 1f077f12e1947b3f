import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";
import { teams } from "./teams";

export const projects = pgTable(
  "projects",
  {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** KSUID, the project's identifier on flag paths. */
    referenceId: text("reference_id").notNull().unique(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description"),
    ...timestamps,
  },
  (table) => [unique().on(table.teamId, table.slug), index().on(table.teamId, table.createdAt, table.id)],
);
