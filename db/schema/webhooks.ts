import { bigint, index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, sortText, timestamps } from "./columns";
import type { StoredResponse } from "./mocks";
import { projects } from "./projects";

export type StoredInboxResponse = {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: string;
  delayMs: number;
  // Answers that are older than the fields that follow have none of them.
} & Partial<
  Pick<StoredResponse, "bodyEncoding" | "templated" | "delayDistribution" | "bytesPerSecond" | "fault">
>;

export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    referenceId: text("reference_id").notNull().unique(),
    name: text("name").notNull(),
    description: text("description"),
    expiresAt: instant("expires_at"),
    response: json("response").$type<StoredInboxResponse>(),
    /** Those that an inbox completes which nobody has set up. */
    handshakes: text("handshakes", {
      enum: ["slack", "meta", "microsoft-graph", "dropbox", "cloudevents", "twilio"],
    })
      .array()
      .notNull()
      .default(["slack", "meta", "microsoft-graph", "dropbox", "cloudevents"]),
    metaVerifyToken: text("meta_verify_token"),
    /** Sequence of the newest capture ever made. Locking this row orders the captures of an inbox. */
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index().on(table.projectId, table.createdAt, table.id),
    index("webhooks_by_name").on(table.projectId, sortText(table.name), table.id),
  ],
);

/**
 * A ring of 50 rows per inbox: capture n takes the slot of capture n - 50, so that nothing has to be deleted to keep
 * the newest 50.
 */
export const capturedRequests = pgTable(
  "captured_requests",
  {
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    slot: integer("slot").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    id: uuid("id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    rawUrl: text("raw_url").notNull(),
    /** `json`, not `jsonb`: keeps order and repeated names. */
    rawHeaders: json("raw_headers").$type<[string, string][]>().notNull(),
    body: bytea("body").notNull(),
    ip: text("ip").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.slot] }), index().on(table.receivedAt)],
);

/** Single-use tickets that open a stream where neither cookie nor header can be sent. */
export const streamTickets = pgTable(
  "stream_tickets",
  {
    /** SHA-256 of the ticket, hex. */
    hash: text("hash").primaryKey(),
    /** What is listened to: an inbox, or the calls of a project's mocks. */
    webhookId: uuid("webhook_id").references(() => webhooks.id, { onDelete: "cascade" }),
    projectId: uuid("project_id").references(() => projects.id, { onDelete: "cascade" }),
    /** Who made the ticket: the stream ends when their access ends. */
    holder: json("holder").$type<{ userId: string; sessionId: string } | { keyId: string }>().notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
