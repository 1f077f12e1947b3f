import { bigint, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { projects } from "./projects";

/**
 * What of a project has a version: its mocks; its environments, flags, groups and their flags; what evaluations answer in
 * all environments, and what they answer in one of them besides; what its public changelog shows.
 */
export type Versioned = "mocks" | "flags" | "answers" | `answers ${string}` | "releases";

const version = (name: string) => bigint(name, { mode: "bigint" }).notNull();

/**
 * Another number after each change of a project's rows, whoever makes it: triggers of the database keep it. Apart from
 * `projects`, because a project does not change when its mocks do.
 */
export const projectVersions = pgTable(
  "project_versions",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    what: text("what").$type<Versioned>().notNull(),
    version: version("version"),
    /**
     * All changes after this version are in the two lists: which rows were added, changed or deleted, and in which
     * version. Mocks by their ids; flags as `flag:<id>`, flags of groups as `group flag:<id>`, and any change of
     * environments and groups as `parts`.
     */
    completeSince: version("complete_since"),
    changedIds: text("changed_ids").array().notNull(),
    changedIn: bigint("changed_in", { mode: "bigint" }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.what] })],
);

/**
 * What a transaction has changed, until it ends: nobody ever sees rows of another. Without `ids` there are too many or
 * they are not told apart.
 */
export const projectChanges = pgTable("project_changes", {
  projectId: uuid("project_id").notNull(),
  what: text("what").$type<Versioned>().notNull(),
  ids: text("ids").array(),
});
