import { bigint, index, integer, json, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
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

type Algorithm = "sha1" | "sha256" | "sha512";
/** How requests to an inbox are signed, without the secret. */
export type StoredSignature = { secretTail: string; refuse: boolean } & (
  | { scheme: "github" | "shopify" | "twilio" }
  | { scheme: "stripe" | "slack" | "standard-webhooks" | "svix"; toleranceSeconds: number }
  | { scheme: "hmac"; header: string; algorithm: Algorithm; encoding: "hex" | "base64"; prefix: string }
);

/** What became of a request's signature. */
export type StoredVerdict = {
  verdict: "valid" | "wrong" | "late" | "missing" | "unchecked";
  detail: string;
  refused: boolean;
};

/** What a link to a capture does not show. */
export type StoredMasks = { headers: string[]; query: boolean; ip: boolean; body: boolean };

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
    signature: json("signature").$type<StoredSignature>(),
    /** Sealed. */
    signatureSecret: text("signature_secret"),
    /** Sequence of the newest capture ever made. Locking this row orders the captures of an inbox. */
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
    /** How many captures were ever refused for their signature. They take sequences, and slots of their own. */
    refusedCount: bigint("refused_count", { mode: "number" }).notNull().default(0),
    /** How many captures are kept, which is the size of their ring, and for how many hours. */
    retainedCount: integer("retained_count").notNull().default(50),
    retainedHours: integer("retained_hours").notNull().default(12),
    ...timestamps,
  },
  (table) => [
    index().on(table.projectId, table.createdAt, table.id),
    index("webhooks_by_name").on(table.projectId, sortText(table.name), table.id),
  ],
);

/** What is stored of a captured request, wherever it is. */
const captured = {
  webhookId: uuid("webhook_id")
    .notNull()
    .references(() => webhooks.id, { onDelete: "cascade" }),
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
  /** Null if the inbox had no scheme. */
  signature: json("signature").$type<StoredVerdict>(),
};

/**
 * A ring of rows per inbox, of 50 unless more are retained: capture n takes the slot of capture n - 50, so that nothing
 * has to be deleted to keep the newest 50. Captures that were refused for their signature have a ring of their own, in
 * the slots below 0.
 */
export const capturedRequests = pgTable(
  "captured_requests",
  { ...captured, slot: integer("slot").notNull() },
  (table) => [primaryKey({ columns: [table.webhookId, table.slot] }), index().on(table.receivedAt)],
);

/** Copies of captures that somebody wants to keep, out of the way of the ring. */
export const pinnedCaptures = pgTable(
  "pinned_captures",
  {
    ...captured,
    pinnedAt: instant("pinned_at").notNull(),
    note: text("note"),
    /** The name that whoever wrote it had then. */
    noteBy: text("note_by"),
    noteAt: instant("note_at"),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.sequence] }),
    unique().on(table.webhookId, table.id),
    index().on(table.pinnedAt),
  ],
);

/** Copies of captures for whoever has a link to one, without what its maker masked. */
export const sharedCaptures = pgTable(
  "shared_captures",
  {
    id: uuid("id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text("token_hash").notNull().unique(),
    requestId: uuid("request_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    method: text("method").notNull(),
    /** Path and query below the inbox's own address, which is nobody's business. */
    target: text("target").notNull(),
    rawHeaders: json("raw_headers").$type<[string, string][]>().notNull(),
    /** Null where it was left out. */
    body: bytea("body"),
    size: integer("size").notNull(),
    /** Null where it was masked. */
    ip: text("ip"),
    receivedAt: instant("received_at").notNull(),
    signature: json("signature").$type<StoredVerdict>(),
    /** What was masked, for the list of links and for readers. */
    masked: json("masked").$type<StoredMasks>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    openCount: integer("open_count").notNull().default(0),
    lastOpenedAt: instant("last_opened_at"),
  },
  (table) => [index().on(table.webhookId, table.createdAt, table.id), index().on(table.expiresAt)],
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
