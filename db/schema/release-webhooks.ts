import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, instant, timestamps } from "./columns";
import { projects } from "./projects";

const projectId = () =>
  uuid("project_id")
    .notNull()
    .references(() => projects.id, { onDelete: "cascade" });

/** Who is told what happens to a project's releases. A webhook is also the lane in which its deliveries go out. */
export const releaseWebhooks = pgTable(
  "release_webhooks",
  {
    id: uuid("id").primaryKey(),
    projectId: projectId(),
    url: text("url").notNull(),
    description: text("description").notNull(),
    events: json("events").$type<string[]>().notNull(),
    enabled: boolean("enabled").notNull(),
    /** Sealed; only its last characters are shown again. */
    secret: text("secret").notNull(),
    secretTail: text("secret_tail").notNull(),
    /** The one before, which signs as well for a while. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
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
  (table) => [index().on(table.projectId, table.createdAt, table.id)],
);

/** What happened to a release, as all of its receivers are told. */
export const releaseEvents = pgTable(
  "release_events",
  {
    /** What receivers get as `webhook-id`. */
    id: uuid("id").primaryKey(),
    projectId: projectId(),
    /** JSON. */
    body: text("body").notNull(),
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index().on(table.projectId, table.createdAt, table.id)],
);

/** One event on its way to one webhook. */
export const releaseWebhookDeliveries = pgTable(
  "release_webhook_deliveries",
  {
    id: uuid("id").primaryKey(),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => releaseWebhooks.id, { onDelete: "cascade" }),
    projectId: uuid("project_id").notNull(),
    /** No reference: it may be kept no longer. */
    eventId: uuid("event_id").notNull(),
    type: text("type").notNull(),
    releaseId: uuid("release_id").notNull(),
    /** Of the release, as it was then. */
    title: text("title").notNull(),
    state: text("state", { enum: ["pending", "delivered", "failed"] }).notNull(),
    tries: integer("tries").notNull(),
    /** Tries since it was sent, or sent again by somebody. */
    roundTries: integer("round_tries").notNull(),
    dueAt: instant("due_at").notNull(),
    /** From when on it is not tried any more. */
    deadlineAt: instant("deadline_at").notNull(),
    endedAt: instant("ended_at"),
    statusCode: integer("status_code"),
    error: text("error"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("release_webhook_deliveries_due")
      .on(table.webhookId, table.dueAt, table.id)
      .where(sql`${table.state} = 'pending'`),
    index().on(table.webhookId, table.createdAt, table.id),
    index().on(table.projectId, table.createdAt),
    index().on(table.eventId),
  ],
);

/** What came of each time that an event was sent to a webhook. */
export const releaseWebhookTries = pgTable(
  "release_webhook_tries",
  {
    deliveryId: uuid("delivery_id").notNull(),
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
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number] }),
    // Its usual name would be longer than Postgres allows.
    foreignKey({
      name: "release_webhook_tries_delivery_fk",
      columns: [table.deliveryId],
      foreignColumns: [releaseWebhookDeliveries.id],
    }).onDelete("cascade"),
  ],
);
