import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, sortText, timestamps } from "./columns";
import { projects } from "./projects";

/** One of several responses of a mock. The contract of mocks says what each field means. */
export type StoredResponse = {
  name: string;
  when: { all: StoredCondition[] } | { any: StoredCondition[] } | null;
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: string;
  delayMs: number;
  templated: boolean;
  delayDistribution: DelayDistribution | null;
  bytesPerSecond: number | null;
  fault: Fault | null;
  /** Rows that are older than these fields have none of them. */
  bodyEncoding?: BodyEncoding;
  bodyFileId?: string | null;
  weight: number;
};
type BodyEncoding = "text" | "base64";
type DelayDistribution =
  | { type: "uniform"; minMs: number; maxMs: number }
  | { type: "lognormal"; medianMs: number; sigma: number };
type Fault = "reset" | "empty" | "truncated" | "malformed";
type StoredCondition = {
  in: "method" | "path" | "query" | "header" | "cookie" | "json" | "form" | "body";
  name?: string | undefined;
  equals?: Json | undefined;
  contains?: Json | undefined;
  matches?: string | undefined;
  exists?: boolean | undefined;
  oneOf?: (string | number | boolean | null)[] | undefined;
  not?: boolean | undefined;
  ignoreCase?: boolean | undefined;
};
/** A request that is sent after an answer. The contract of callbacks says what each field means. */
export type StoredCallback = {
  url: string;
  method: "POST" | "PUT" | "PATCH" | "DELETE" | "GET";
  headers: Record<string, string>;
  body: string;
  templated: boolean;
  delayMs: number;
};
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Holds for every mock whose answers have a file, and for few others. */
export const mayHaveFiles = sql`body_file_id is not null or responses::text like '%"bodyFileId":"%'`;

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
    templated: boolean("templated").notNull().default(false),
    delayDistribution: json("delay_distribution").$type<DelayDistribution>(),
    bytesPerSecond: integer("bytes_per_second"),
    fault: text("fault", { enum: ["reset", "empty", "truncated", "malformed"] }),
    bodyEncoding: text("body_encoding", { enum: ["text", "base64"] })
      .notNull()
      .default("text"),
    /** No reference, because responses have none either. */
    bodyFileId: uuid("body_file_id"),
    /** `json` for the same reason. */
    responses: json("responses").$type<StoredResponse[]>().notNull().default([]),
    responseMode: text("response_mode", { enum: ["first", "sequence", "random"] })
      .notNull()
      .default("first"),
    sequenceEnd: text("sequence_end", { enum: ["restart", "last", "own"] })
      .notNull()
      .default("restart"),
    fallback: boolean("fallback").notNull().default(true),
    callbacks: json("callbacks").$type<StoredCallback[]>().notNull().default([]),
    /** Told apart from the lists themselves, whose bodies a list of mocks has no need of. */
    responseCount: integer("response_count").notNull().generatedAlwaysAs(sql`json_array_length(responses)`),
    callbackCount: integer("callback_count").notNull().generatedAlwaysAs(sql`json_array_length(callbacks)`),
    /** Told by the texts: what Postgres keeps them in is compressed, and says little of what they take in memory. */
    contentBytes: integer("content_bytes")
      .notNull()
      .generatedAlwaysAs(
        sql`octet_length(response_body) + octet_length(responses::text) + octet_length(callbacks::text)`,
      ),
    folder: text("folder").notNull().default(""),
    tags: text("tags").array().notNull().default([]),
    enabled: boolean("enabled").notNull(),
    ...timestamps,
  },
  (table) => [
    unique().on(table.projectId, table.method, table.endpoint),
    index().on(table.projectId, table.createdAt, table.id),
    index("mocks_by_update").on(table.projectId, table.updatedAt, table.id),
    index("mocks_by_name").on(table.projectId, sortText(table.name), table.id),
    // Few mocks have files, and who looks for those must not read all others.
    index("mocks_with_files").on(table.projectId).where(mayHaveFiles),
    index("mocks_by_folder").on(table.projectId, sortText(table.folder), table.id),
    index("mocks_by_endpoint").on(table.projectId, sortText(table.endpoint), table.id),
  ],
);

/** What some of a project's calls get for a while. */
export const mockChaos = pgTable("mock_chaos", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  percent: integer("percent").notNull(),
  statusCode: integer("status_code").notNull(),
  fault: text("fault", { enum: ["reset", "empty", "truncated", "malformed"] }),
  endsAt: instant("ends_at").notNull(),
});
