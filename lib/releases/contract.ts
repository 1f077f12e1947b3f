import { z } from "zod";
import { Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const ReleaseProgress = z
  .object({
    phase: z.enum(["waiting", "reading", "writing", "checking"]),
    done: z.int(),
    total: z.int().meta({ description: "0 while it is not known" }),
  })
  .meta({ id: "ReleaseProgress" });

const ReleaseStatus = z.enum(["processing", "draft", "published"], {
  error: "must be one of processing, draft, published",
});

export const Release = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    title: z.string(),
    content: z.string().meta({ description: "Markdown; empty while processing" }),
    status: ReleaseStatus,
    fromDate: Timestamp,
    toDate: Timestamp,
    repoUrls: z.array(z.string()),
    commitCount: z.int(),
    errorMessage: z.string().nullable(),
    publishedAt: Timestamp.nullable(),
    generatedBy: z.string().nullable().meta({ description: "`rules`, or the id of the model" }),
    warning: z
      .string()
      .nullable()
      .meta({ description: "what went less than well when the notes were written, and what to do" }),
    progress: ReleaseProgress.nullable().meta({ description: "while processing" }),
    revision: z.int().meta({ description: "number of the newest revision, 0 before the first" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: "Release" });

export const ReleaseCommit = z
  .object({
    sha: z.string(),
    repoUrl: z.string(),
    subject: z.string(),
    author: z.string(),
    url: z.string().nullable(),
    leftOut: z.string().nullable().meta({ description: "why it is not in the notes; null: it is" }),
  })
  .meta({ id: "ReleaseCommit" });

export const ReleaseRevision = z
  .object({
    number: z.int(),
    title: z.string(),
    content: z.string(),
    origin: z.enum(["generated", "edited"]),
    author: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "ReleaseRevision" });

export const ReleaseAttachment = z
  .object({
    id: z.guid(),
    releaseId: z.guid(),
    name: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: "bytes" }),
    createdAt: Timestamp,
  })
  .meta({ id: "ReleaseAttachment" });

/** Limits in bytes for one attachment, and for all of a release together. */
export const attachmentBytesMax = 5 * 1024 * 1024;
export const attachmentsBytesMax = 20 * 1024 * 1024;

export const ReleaseSettings = z
  .object({
    slackConfigured: z.boolean(),
    slackTail: z.string().nullable().meta({ description: "the last characters of the Slack address" }),
    githubTokenConfigured: z.boolean(),
    githubTokenTail: z.string().nullable().meta({ description: "the last characters of the token" }),
    gitlabTokenConfigured: z.boolean(),
    gitlabTokenTail: z.string().nullable().meta({ description: "the last characters of the token" }),
    emailRecipients: z.array(z.string()),
    repoUrls: z.array(z.string()).meta({ description: "offered for the next release" }),
    audience: z.enum(["users", "developers"]).meta({
      description: "for users, documentation, dependencies and maintenance are left out",
    }),
    changelog: z.boolean().meta({ description: "whether published releases have a public page" }),
    updatedAt: Timestamp,
  })
  .meta({ id: "ReleaseSettings" });

const dateProblem = "must be an ISO 8601 date such as 2026-01-31, or a timestamp";
const RangeDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: dateProblem });

/** Plain dates are whole days in UTC, the last one included. */
export function rangeStart(date: string): Date {
  return new Date(date);
}
export function rangeEnd(date: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T23:59:59.999Z` : date);
}

export const RepoUrls = z
  .array(
    z
      .string({ error: "must be the address of a repository" })
      .trim()
      .min(1, { error: "must not be empty" })
      .max(2000, { error: "must have at most 2000 characters" }),
    { error: "must be a list of addresses of repositories" },
  )
  .max(20, { error: "must have at most 20 addresses" });

const tag = "Releases";
const releases = "/api/projects/:projectId/releases";
const release = `${releases}/:releaseId` as const;

export const listReleases = operation({
  id: "listReleases",
  method: "GET",
  path: releases,
  tag,
  summary: "List the releases of a project",
  access: "project",
  query: z.object({
    ...listQuery(Release, {
      sorts: ["createdAt", "updatedAt", "publishedAt", "toDate", "title"],
      searched: "the title",
    }),
    status: ReleaseStatus.optional(),
  }),
  output: z.array(Release),
  list: true,
});
export const generateRelease = operation({
  id: "generateRelease",
  method: "POST",
  path: `${releases}/generate` as const,
  tag,
  summary: "Write release notes from the commits of a range of time",
  access: "project",
  body: z
    .object({
      fromDate: RangeDate,
      toDate: RangeDate,
      repoUrls: RepoUrls.min(1, { error: "must have at least one address" }),
    })
    .refine(({ fromDate, toDate }) => rangeStart(fromDate) <= rangeEnd(toDate), {
      path: ["toDate"],
      error: "must not be before fromDate",
    }),
  status: 201,
  output: Release,
  errors: ["rate_limited"],
});
export const getRelease = operation({
  id: "getRelease",
  method: "GET",
  path: release,
  tag,
  summary: "Get a release",
  access: "project",
  output: Release,
  versioned: true,
});
export const updateRelease = operation({
  id: "updateRelease",
  method: "PUT",
  path: release,
  tag,
  summary: "Change the title or text of a release",
  access: "project",
  body: z.object({
    title: Name.optional(),
    content: z
      .string({ error: "must be a text" })
      .max(500_000, { error: "must have at most 500000 characters" })
      .optional(),
  }),
  output: Release,
  versioned: true,
  errors: ["conflict"],
});
export const deleteRelease = operation({
  id: "deleteRelease",
  method: "DELETE",
  path: release,
  tag,
  summary: "Delete a release with its attachments",
  access: "project",
  output: Success,
});
export const publishRelease = operation({
  id: "publishRelease",
  method: "POST",
  path: `${release}/publish` as const,
  tag,
  summary: "Publish a release",
  access: "project",
  output: Release,
  errors: ["conflict"],
});
export const regenerateRelease = operation({
  id: "regenerateRelease",
  method: "POST",
  path: `${release}/regenerate` as const,
  tag,
  summary: "Write a draft anew from its range; what it says now stays in its revisions",
  access: "project",
  output: Release,
  errors: ["conflict", "rate_limited"],
});
export const exportRelease = operation({
  id: "exportRelease",
  method: "GET",
  path: `${release}/export` as const,
  tag,
  summary: "Download a release as Markdown",
  access: "project",
  output: z.string(),
  produces: ["text/markdown"],
  headers: ["Content-Disposition"],
});
export const listReleaseCommits = operation({
  id: "listReleaseCommits",
  method: "GET",
  path: `${release}/commits` as const,
  tag,
  summary: "List the commits of the range, with the reason where one is left out of the notes",
  access: "project",
  query: z.object(
    listQuery(ReleaseCommit, { sorts: ["place"], sortedBy: "place", searched: "subject, author and hash" }),
  ),
  output: z.array(ReleaseCommit),
  list: true,
});
export const listReleaseRevisions = operation({
  id: "listReleaseRevisions",
  method: "GET",
  path: `${release}/revisions` as const,
  tag,
  summary: "List what a release said before, newest first",
  access: "project",
  query: z.object({
    ...listQuery(ReleaseRevision, { sorts: ["number"], sortedBy: "-number", searched: "title and author" }),
    number: wholeNumber(1, 999_999_999).optional().meta({ description: "only this one" }),
  }),
  output: z.array(ReleaseRevision),
  list: true,
});

/** It goes into a header. Its last characters are shown, so a short text would show too much of itself. */
const ForgeToken = z
  .string({ error: "must be a token, or null" })
  .trim()
  .regex(/^([\x21-\x7e]{16,500})?$/, { error: "must have 16 to 500 characters without spaces, or be null" })
  .nullable();

const settings = "/api/projects/:projectId/release-settings";

export const getReleaseSettings = operation({
  id: "getReleaseSettings",
  method: "GET",
  path: settings,
  tag,
  summary: "Get the release settings of a project; secrets are never shown",
  access: "project",
  output: ReleaseSettings,
  versioned: true,
});
export const updateReleaseSettings = operation({
  id: "updateReleaseSettings",
  method: "PUT",
  path: settings,
  tag,
  summary: "Change the release settings of a project",
  access: "project",
  body: z.object({
    slackWebhookUrl: z
      .string({ error: "must be the address of an incoming webhook, or null" })
      .trim()
      .max(2000, { error: "must have at most 2000 characters" })
      .nullable()
      .optional(),
    githubToken: ForgeToken.optional(),
    gitlabToken: ForgeToken.optional(),
    emailRecipients: z
      .array(z.email({ error: "must be an e-mail address" }).max(320), {
        error: "must be a list of e-mail addresses",
      })
      .max(50, { error: "must have at most 50 addresses" })
      .optional(),
    repoUrls: RepoUrls.optional(),
    audience: z.enum(["users", "developers"], { error: "must be users or developers" }).optional(),
    changelog: z.boolean({ error: "must be true or false" }).optional(),
  }),
  output: ReleaseSettings,
  versioned: true,
});
export const getReleaseRecipients = operation({
  id: "getReleaseRecipients",
  method: "GET",
  path: "/api/projects/:projectId/release-recipients",
  tag,
  summary: "Tell which recipients get release e-mails, and which have not agreed or have ended them",
  access: "project",
  output: z.object({
    recipients: z.array(
      z.object({
        email: z.string(),
        state: z.enum(["open", "unasked", "pending", "confirmed", "refused"]).meta({
          description: "`open`: gets them without being asked; `unasked`: is asked by the next sending",
        }),
      }),
    ),
  }),
});
export const sendReleaseToSlack = operation({
  id: "sendReleaseToSlack",
  method: "POST",
  path: `${release}/send-slack` as const,
  tag,
  summary: "Send a release to the project's Slack channel, once per revision as a draft and once published",
  access: "project",
  output: Success,
  errors: ["conflict", "bad_gateway"],
  callsOut: true,
});
export const sendReleaseByEmail = operation({
  id: "sendReleaseByEmail",
  method: "POST",
  path: `${release}/send-email` as const,
  tag,
  summary: "Send a release with its attachments to the project's e-mail recipients",
  access: "project",
  output: Success,
  errors: ["conflict", "rate_limited", "bad_gateway"],
  callsOut: true,
});
/** By channel: the operation that sends a release there. */
export const sendRelease = { slack: sendReleaseToSlack, email: sendReleaseByEmail };
export type ChannelKind = keyof typeof sendRelease;

export const sendReleaseTest = operation({
  id: "sendReleaseTest",
  method: "POST",
  path: `${release}/send-test` as const,
  tag,
  summary: "Send a release to yourself, as its recipients would get it",
  access: "project",
  output: Success,
  errors: ["conflict", "rate_limited", "bad_gateway"],
  callsOut: true,
});

const attachments = `${release}/attachments` as const;

export const listReleaseAttachments = operation({
  id: "listReleaseAttachments",
  method: "GET",
  path: attachments,
  tag,
  summary: "List the attachments of a release",
  access: "project",
  query: z.object(
    listQuery(ReleaseAttachment, { sorts: ["createdAt", "name", "size"], searched: "the name" }),
  ),
  output: z.array(ReleaseAttachment),
  list: true,
});
export const addReleaseAttachment = operation({
  id: "addReleaseAttachment",
  method: "POST",
  path: attachments,
  tag,
  summary: "Attach a file to a release",
  access: "project",
  // Leaves room for the form around the file.
  upload: { bytesMax: attachmentBytesMax + 64 * 1024 },
  body: z.object({ file: z.file({ error: "must be one file, with a name" }) }),
  status: 201,
  output: ReleaseAttachment,
});
export const getReleaseAttachment = operation({
  id: "getReleaseAttachment",
  method: "GET",
  path: `${attachments}/:attachmentId` as const,
  tag,
  summary: "Download an attachment",
  access: "project",
  output: z.string(),
  produces: ["*/*"],
  headers: ["Content-Disposition"],
});
export const deleteReleaseAttachment = operation({
  id: "deleteReleaseAttachment",
  method: "DELETE",
  path: `${attachments}/:attachmentId` as const,
  tag,
  summary: "Delete an attachment",
  access: "project",
  output: Success,
});

const subscription = "/api/release-subscriptions/:subscription";

export const showReleaseSubscription = operation({
  id: "showReleaseSubscription",
  method: "GET",
  path: subscription,
  tag,
  summary: "The page behind the link in every release e-mail, where its recipient can end them",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
});
export const endReleaseSubscription = operation({
  id: "endReleaseSubscription",
  method: "POST",
  path: subscription,
  tag,
  summary: "End the release e-mails to a recipient, as RFC 8058 asks with one click",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
});
export const showReleaseConfirmation = operation({
  id: "showReleaseConfirmation",
  method: "GET",
  path: `${subscription}/confirm` as const,
  tag,
  summary: "The page behind the link that asks a recipient whether they want release e-mails",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
});
export const confirmReleaseSubscription = operation({
  id: "confirmReleaseSubscription",
  method: "POST",
  path: `${subscription}/confirm` as const,
  tag,
  summary: "Allow release e-mails to a recipient, at first or again",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
});
