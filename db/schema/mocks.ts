import { boolean, index, integer, json, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { sortText, timestamps } from "./columns";
import { projects } from "./projects";

export const mocks = pgTable(
  "mocks",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    method: text("method", { enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] }).notNull(),
    endpoint: text("endpoint").notNull(),
    responseBody: text("response_body").notNull(),
    /** `json`, not `jsonb`: header order and letter case are sent as configured. */
    responseHeaders: json("response_headers").$type<Record<string, string | string[]>>().notNull(),
    statusCode: integer("status_code").notNull(),
    delayMs: integer("delay_ms").notNull(),
    enabled: boolean("enabled").notNull(),
    ...timestamps,
  },
  (table) => [
    unique().on(table.projectId, table.method, table.endpoint),
    index().on(table.projectId, table.createdAt, table.id),
    index("mocks_by_update").on(table.projectId, table.updatedAt, table.id),
    index("mocks_by_name").on(table.projectId, sortText(table.name), table.id),
    index("mocks_by_endpoint").on(table.projectId, sortText(table.endpoint), table.id),
  ],
);
