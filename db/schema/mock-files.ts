import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, sortText } from "./columns";
import { projects } from "./projects";

/** Files that mocks answer as their bodies. What is in a file never changes, so that it can be remembered for long. */
export const mockFiles = pgTable(
  "mock_files",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    /** Of the content, hex. */
    sha256: text("sha256").notNull(),
    content: bytea("content").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index().on(table.projectId, table.createdAt, table.id),
    index("mock_files_by_name").on(table.projectId, sortText(table.name), table.id),
  ],
);
