import { bigint, boolean, index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
import { mocks } from "./mocks";
import { projects } from "./projects";

/** Of each project whose mocks were called. Locking this row orders its calls. */
export const mockCallLogs = pgTable("mock_call_logs", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** Sequence of the newest call ever logged. */
  lastSequence: bigint("last_sequence", { mode: "number" }).notNull(),
});

/**
 * A ring of 200 rows per project, as captures have one of 50: call n takes the slot of call n - 200. Bodies are cut
 * off; their sizes are not.
 */
export const mockCalls = pgTable(
  "mock_calls",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    slot: integer("slot").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    id: uuid("id").notNull(),
    /** A `call` of the project's host, or a `callback` that a mock sent after one. */
    kind: text("kind", { enum: ["call", "callback"] }).notNull(),
    /** What answered. Null for a callback. */
    outcome: text("outcome", { enum: ["mock", "collection", "proxy", "chaos", "miss", "failure"] }),
    /** Of a callback: the call that caused it. */
    callId: uuid("call_id"),
    method: text("method").notNull(),
    /** Path and query as sent, below `/api/mock`; of a callback its address without the query. */
    target: text("target").notNull(),
    ip: text("ip").notNull(),
    /** `json`, not `jsonb`: keeps order and repeated names. */
    requestHeaders: json("request_headers").$type<[string, string][]>().notNull(),
    requestBody: bytea("request_body").notNull(),
    /** Null where the body was not read. */
    requestSize: integer("request_size"),
    /** What answered, as it was then; the mock may be gone. */
    mockId: uuid("mock_id"),
    mockName: text("mock_name"),
    responseName: text("response_name"),
    /** Why nothing matched, or what failed. */
    reason: text("reason"),
    /** Null where there was no answer. */
    statusCode: integer("status_code"),
    fault: text("fault"),
    responseHeaders: json("response_headers").$type<[string, string][]>().notNull(),
    responseBody: bytea("response_body").notNull(),
    responseSize: integer("response_size"),
    durationMs: integer("duration_ms").notNull(),
    /** How often a callback was tried. */
    attempts: integer("attempts").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.slot] }), index().on(table.receivedAt)],
);

/** How often a mock answered, and when it did last. Apart from the mocks, because nothing of them changes with it. */
export const mockHits = pgTable("mock_hits", {
  mockId: uuid("mock_id")
    .primaryKey()
    .references(() => mocks.id, { onDelete: "cascade" }),
  hits: bigint("hits", { mode: "number" }).notNull(),
  lastCalledAt: instant("last_called_at").notNull(),
});

/** Where a project's misses are forwarded to. */
export const mockProxies = pgTable("mock_proxies", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  enabled: boolean("enabled").notNull(),
  baseUrl: text("base_url").notNull(),
  timeoutMs: integer("timeout_ms").notNull(),
  /** Whether each forwarded answer becomes a mock. */
  recording: boolean("recording").notNull(),
  /** Names of headers of answers that a recorded mock keeps, in lower case. */
  recordedHeaders: text("recorded_headers").array().notNull(),
  recordedBodies: boolean("recorded_bodies").notNull(),
});
