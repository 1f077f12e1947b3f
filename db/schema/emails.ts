import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Emails about accounts and teams, with what became of them. */
export const emails = pgTable(
  "emails",
  {
    id: uuid("id").primaryKey(),
    /** The reason for the email, such as `invitation <id>`. A status is that of a topic's newest email. */
    topic: text("topic").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The encrypted message, because links in it are secrets; null once it is sent or has failed. */
    sealedMessage: text("sealed_message"),
    state: text("state", {
      enum: ["not_configured", "needs_verification", "queued", "sent", "failed"],
    }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Why the last attempt failed. */
    error: text("error"),
    /** When the next attempt is due. During an attempt, the time from which another process can repeat it. */
    dueAt: instant("due_at").notNull(),
    /** After this time the link in the message has expired, and no attempt starts. */
    untilAt: instant("until_at").notNull(),
    createdAt: instant("created_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index().on(table.state, table.dueAt),
    index().on(table.topic, table.createdAt),
    index().on(table.createdAt),
  ],
);
