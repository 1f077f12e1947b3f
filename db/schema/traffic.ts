import { bigint, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { projects } from "./projects";

const count = (name: string) => bigint(name, { mode: "number" }).notNull();

/** What of a project was called from outside, by the hour. Processes add to it about once a minute. */
export const projectTraffic = pgTable(
  "project_traffic",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** When the hour begins, in UTC. */
    hour: instant("hour").notNull(),
    mocks: count("mocks"),
    captures: count("captures"),
    checks: count("checks"),
    errors: count("errors"),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.hour] }), index().on(table.hour)],
);
