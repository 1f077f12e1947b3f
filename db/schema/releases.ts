import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, timestamps } from "./columns";
import { projects } from "./projects";

/** How far a generation got; `total` is 0 while it is not known. */
export type StoredProgress = {
  phase: "waiting" | "reading" | "writing" | "checking";
  done: number;
  total: number;
};

/** A range between two places in a repository's history. */
export type StoredRange = {
  repoUrl: string;
  /** Tag, branch or commit as asked for; null: the last tag before `to`. */
  from: string | null;
  /** Null: the tip of the branch. */
  to: string | null;
  /** What that was when the notes were written. */
  resolved: { from: string | null; fromCommit: string | null; to: string; toCommit: string } | null;
};

/** A commit of the range and what became of it. */
export type StoredCommit = {
  sha: string;
  repoUrl: string;
  subject: string;
  author: string;
  /** Address of the commit's page, if it is known. */
  url: string | null;
  /** Why the commit is not in the notes; null when it is. */
  leftOut: string | null;
};

const releaseId = () =>
  uuid("release_id")
    .notNull()
    .references(() => releases.id, { onDelete: "cascade" });

/** A release is its own job: the columns from `attempt` on say who works on it and how long it may take. */
export const releases = pgTable(
  "releases",
  {
    id: uuid("id").primaryKey(),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    content: text("content").notNull(),
    status: text("status", { enum: ["processing", "draft", "published"] }).notNull(),
    fromDate: instant("from_date").notNull(),
    toDate: instant("to_date").notNull(),
    repoUrls: json("repo_urls").$type<string[]>().notNull(),
    /** Null for a range of time. The dates are then those of the first and the last commit, once these are read. */
    ranges: json("ranges").$type<StoredRange[]>(),
    commitCount: integer("commit_count").notNull(),
    errorMessage: text("error_message"),
    publishedAt: instant("published_at"),
    /** When a draft is to be published, and in whose name. No reference: they may go before. */
    publishAt: instant("publish_at"),
    publisherKind: text("publisher_kind", { enum: ["person", "key"] }),
    publisherId: text("publisher_id"),
    publisherName: text("publisher_name"),
    /** Why it could not be published at its time, for people. */
    publishProblem: text("publish_problem"),
    /** `rules`, or the id of the model. */
    generatedBy: text("generated_by"),
    /** Problems of the last generation that succeeded, for people to read. */
    warning: text("warning"),
    /** Number of the newest revision, 0 before the first. */
    revision: integer("revision").notNull(),
    commits: json("commits").$type<StoredCommit[]>().notNull(),
    progress: json("progress").$type<StoredProgress>(),
    attempt: integer("attempt").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: instant("lease_until"),
    /** When a generation ends at the latest, finished or not. The first try brings it nearer. */
    deadlineAt: instant("deadline_at"),
    ...timestamps,
  },
  (table) => [
    index().on(table.projectId, table.createdAt, table.id),
    index("releases_waiting").on(table.status, table.leaseUntil),
    index("releases_to_publish").on(table.publishAt).where(sql`${table.publishAt} is not null`),
  ],
);

/** When a project last had its turn, so that those who wait take turns. */
export const releaseTurns = pgTable("release_turns", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  at: instant("at").notNull(),
});

/** The text of a release after each generation and edit. */
export const releaseRevisions = pgTable(
  "release_revisions",
  {
    releaseId: releaseId(),
    number: integer("number").notNull(),
    title: text("title").notNull(),
    content: text("content").notNull(),
    /** `generated`, `edited` or `restored`. */
    origin: text("origin", { enum: ["generated", "edited"] }).notNull(),
    /** Name of the editor; null for a generation or an API key. */
    author: text("author"),
    /** Of a text that saved itself: whose it is, and since when they write. The next such one may take its place. */
    writerId: text("writer_id"),
    writtenSince: instant("written_since"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.number] })],
);

/** The notes as HTML, made once for each text, because everybody may ask for those of public releases. */
export const releaseHtml = pgTable("release_html", {
  releaseId: releaseId().primaryKey(),
  revision: integer("revision").notNull(),
  /** Of the code that made it. */
  version: integer("version").notNull(),
  html: text("html").notNull(),
  bytes: integer("bytes").notNull(),
  /** The labels of changes in it, by which public pages filter. */
  labels: text("labels").array().notNull().default([]),
});

/** A part of the notes as a model wrote it. Refs are ids of changes. */
export type StoredChunk = {
  items: { section: string; text: string; refs: string[] }[];
  omitted: { ref: string; reason: string }[];
};

/** What a model has written so far for a running generation, so that a later try does not ask again. */
export const releaseChunks = pgTable(
  "release_chunks",
  {
    releaseId: releaseId(),
    /** Of everything that the model was asked with. */
    digest: text("digest").notNull(),
    written: json("written").$type<StoredChunk>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.digest] })],
);

export const releaseAttachments = pgTable(
  "release_attachments",
  {
    id: uuid("id").primaryKey(),
    releaseId: releaseId(),
    name: text("name").notNull(),
    contentType: text("content_type").notNull(),
    size: integer("size").notNull(),
    content: bytea("content").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index().on(table.releaseId, table.createdAt, table.id)],
);

export const releaseSettings = pgTable("release_settings", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** Sealed; only its last characters are ever shown. */
  slackWebhookUrl: text("slack_webhook_url"),
  slackTail: text("slack_tail"),
  /** Sealed, too. Each reads the repositories of its owners only, which are in lower case. */
  githubToken: text("github_token"),
  githubTokenTail: text("github_token_tail"),
  githubTokenOwners: text("github_token_owners").array().notNull().default([]),
  gitlabToken: text("gitlab_token"),
  gitlabTokenTail: text("gitlab_token_tail"),
  gitlabTokenOwners: text("gitlab_token_owners").array().notNull().default([]),
  emailRecipients: json("email_recipients").$type<string[]>().notNull(),
  repoUrls: json("repo_urls").$type<string[]>().notNull(),
  audience: text("audience", { enum: ["users", "developers"] }).notNull(),
  /** Whether published releases have a public page. */
  changelog: boolean("changelog").notNull(),
  /** The colour of its links and buttons, `#rrggbb`. */
  accentColor: text("accent_color"),
  /** Whether its readers may have new releases sent. */
  subscriptions: boolean("subscriptions").notNull().default(false),
  ...timestamps,
});

/** The picture at the top of a public page. Apart from the settings, which are read where nobody looks at it. */
export const releaseLogos = pgTable("release_logos", {
  projectId: uuid("project_id")
    .primaryKey()
    .references(() => projects.id, { onDelete: "cascade" }),
  /** Of its bytes; a part of its address. */
  version: text("version").notNull(),
  contentType: text("content_type").notNull(),
  content: bytea("content").notNull(),
});

/** Who got which revision: a row is claimed before anything is sent, so that nothing is sent twice. */
export const releaseDeliveries = pgTable(
  "release_deliveries",
  {
    id: uuid("id").primaryKey(),
    releaseId: releaseId(),
    revision: integer("revision").notNull(),
    channel: text("channel", { enum: ["slack", "email"] }).notNull(),
    /** An e-mail address, or a digest of the Slack address. */
    recipient: text("recipient").notNull(),
    state: text("state", { enum: ["sending", "sent", "failed"] }).notNull(),
    /** Why it failed, or `draft` when it went out as one. */
    detail: text("detail"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    unique("release_deliveries_once").on(table.releaseId, table.revision, table.channel, table.recipient),
  ],
);

/** Releases whose email hasn't reached all recipients, with who sent it and when it is tried again. */
export const releaseEmailRetries = pgTable(
  "release_email_retries",
  {
    releaseId: uuid("release_id")
      .primaryKey()
      .references(() => releases.id, { onDelete: "cascade" }),
    /** Retries end when the text or the status has changed. */
    revision: integer("revision").notNull(),
    status: text("status").notNull(),
    attempts: integer("attempts").notNull(),
    /** During an attempt, the time from which another process can repeat it. */
    dueAt: instant("due_at").notNull(),
    actorKind: text("actor_kind", { enum: ["person", "key"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
  },
  (table) => [index().on(table.dueAt)],
);

/** What people said of a project's release e-mails. `pending`: they were asked. Who is not here said nothing. */
export const releaseRecipients = pgTable(
  "release_recipients",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    id: uuid("id").notNull().defaultRandom(),
    /** In lower case. */
    address: text("address").notNull(),
    state: text("state", { enum: ["pending", "confirmed", "refused"] }).notNull(),
    /** When they subscribed on the public page, if they did. */
    subscribedAt: instant("subscribed_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.address] }),
    index("release_subscribers").on(table.projectId, table.subscribedAt, table.address),
  ],
);

/** Mail where no mail service is configured, for the operator to read. */
export const outboxMails = pgTable(
  "outbox_mails",
  {
    id: uuid("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    attachments: json("attachments").$type<{ name: string; size: number }[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index().on(table.createdAt)],
);
