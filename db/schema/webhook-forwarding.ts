import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, timestamps } from "./columns";
import { webhooks } from "./webhooks";

/** Which captures a rule forwards: those that meet all of it. */
export type StoredForwardingFilter = {
  methods: string[];
  path: string | null;
  headers: { name: string; match: "equals" | "contains"; value: string }[];
  validOnly: boolean;
  bodyContains: string | null;
};

/** A header that a rule sets, or removes where there is no tail. The values are sealed. */
export type StoredForwardingHeader = { name: string; valueTail: string | null };

/** Where an inbox's captures are sent on to. A rule is also the lane in which its deliveries go out, one after the other. */
export const forwardingRules = pgTable(
  "forwarding_rules",
  {
    id: uuid("id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    url: text("url").notNull(),
    enabled: boolean("enabled").notNull(),
    filter: json("filter").$type<StoredForwardingFilter>().notNull(),
    headers: json("headers").$type<StoredForwardingHeader[]>().notNull(),
    /** Values of headers by name, as sealed JSON. */
    headerValues: text("header_values"),
    keepPath: boolean("keep_path").notNull(),
    retries: boolean("retries").notNull(),
    /** Why it was paused by itself. */
    pausedReason: text("paused_reason"),
    /** Since when tries fail without a success in between. */
    failingSince: instant("failing_since"),
    lastDeliveredAt: instant("last_delivered_at"),
    lastFailedAt: instant("last_failed_at"),
    lastError: text("last_error"),
    /** Who sends its deliveries at present: every write of theirs requires the token. */
    leaseToken: uuid("lease_token"),
    leaseUntil: instant("lease_until"),
    /** When it last had its turn. */
    turnAt: instant("turn_at"),
    ...timestamps,
  },
  (table) => [index().on(table.webhookId, table.createdAt, table.id)],
);

/** Copies of captures that are to be forwarded, because an inbox keeps fewer and for a shorter time. */
export const forwardedCaptures = pgTable(
  "forwarded_captures",
  {
    /** The capture's. */
    id: uuid("id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    projectId: uuid("project_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    rawUrl: text("raw_url").notNull(),
    rawHeaders: json("raw_headers").$type<[string, string][]>().notNull(),
    body: bytea("body").notNull(),
    /** What it counts for in the quota. */
    bytes: integer("bytes").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index().on(table.projectId, table.webhookId, table.bytes), index().on(table.webhookId)],
);

/** One capture on its way to the address of one rule. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey(),
    ruleId: uuid("rule_id")
      .notNull()
      .references(() => forwardingRules.id, { onDelete: "cascade" }),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    projectId: uuid("project_id").notNull(),
    /** The capture, which may be kept no longer. */
    requestId: uuid("request_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    state: text("state", { enum: ["pending", "delivered", "failed", "cancelled", "skipped"] }).notNull(),
    /** How many captures it stands for: of those that are skipped only the newest has a row. */
    captures: integer("captures").notNull().default(1),
    tries: integer("tries").notNull().default(0),
    /** Tries since it was sent, or sent again by somebody. */
    roundTries: integer("round_tries").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    /** From when on it is not tried any more. */
    deadlineAt: instant("deadline_at").notNull(),
    endedAt: instant("ended_at"),
    statusCode: integer("status_code"),
    error: text("error"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.ruleId, table.dueAt, table.sequence)
      .where(sql`${table.state} = 'pending'`),
    index().on(table.webhookId, table.createdAt, table.id),
    index().on(table.ruleId, table.createdAt, table.id),
    index().on(table.requestId),
    index().on(table.projectId, table.createdAt),
  ],
);

/** What came of each time that a delivery was sent. */
export const deliveryTries = pgTable(
  "delivery_tries",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    /** 1, 2, 3, …, on over repeats. */
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    statusCode: integer("status_code"),
    error: text("error"),
    /** The beginning of what was answered; null for tries before the last few. */
    answer: bytea("answer"),
    answerTruncated: boolean("answer_truncated").notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
