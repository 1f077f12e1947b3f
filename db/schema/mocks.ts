import { boolean, index, integer, json, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { sortText, timestamps } from "./columns";
import { projects } from "./projects";

/** One of several responses of a mock. The contract of mocks says what each field means. */
export type StoredResponse = {
  name: string;
  when: { all: StoredCondition[] } | { any: StoredCondition[] } | null;
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: string;
  delayMs: number;
  weight: number;
};
type StoredCondition = {
  in: "method" | "path" | "query" | "header" | "cookie" | "json" | "form" | "body";
  [field: string]: unknown;
};

export const mocks = pgTable(
  "mocks",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    method: text("method", { enum: ["GET", "POST", "PUT", "PATCH", "DELETE", "ANY"] }).notNull(),
    endpoint: text("endpoint").notNull(),
    responseBody: text("response_body").notNull(),
    /** `json`, not `jsonb`: header order and letter case are sent as configured. */
    responseHeaders: json("response_headers").$type<Record<string, string | string[]>>().notNull(),
    statusCode: integer("status_code").notNull(),
    delayMs: integer("delay_ms").notNull(),
    /** `json` for the same reason. */
    responses: json("responses").$type<StoredResponse[]>().notNull().default([]),
    responseMode: text("response_mode", { enum: ["first", "sequence", "random"] })
      .notNull()
      .default("first"),
    sequenceEnd: text("sequence_end", { enum: ["restart", "last", "own"] })
      .notNull()
      .default("restart"),
    fallback: boolean("fallback").notNull().default(true),
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
