import { z } from "zod";
import { Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery, wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { GivenRange } from "@/lib/releases/ranges/contract";
import { releasePath, releasesPath, tag } from "../contract";

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

const ReleaseRange = z
  .object({
    repoUrl: z.string(),
    from: z.string().nullable().meta({ description: "as asked for; null: the last tag before `to`" }),
    to: z.string().nullable().meta({ description: "as asked for; null: the tip of the branch" }),
    resolved: z
      .object({
        from: z.string().nullable().meta({ description: "null when no single tag is the last one" }),
        fromCommit: z.string().nullable(),
        to: z.string(),
        toCommit: z.string(),
      })
      .nullable()
      .meta({ description: "what that was when the notes were written" }),
  })
  .meta({ id: "ReleaseRange" });

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
    ranges: z
      .array(ReleaseRange)
      .nullable()
      .meta({ description: "ranges between tags, branches or commits; null for a range of time" }),
    commitCount: z.int(),
    errorMessage: z.string().nullable(),
    publishedAt: Timestamp.nullable(),
    publishAt: Timestamp.nullable().meta({ description: "when a draft is published by itself" }),
    publishProblem: z
      .string()
      .nullable()
      .meta({ description: "why it was not published at its time, and what to do" }),
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
    autosaved: z.boolean().meta({ description: "it saved itself while somebody wrote" }),
    createdAt: Timestamp,
  })
  .meta({ id: "ReleaseRevision" });

export const listReleases = operation({
  id: "listReleases",
  method: "GET",
  path: releasesPath,
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
  path: `${releasesPath}/generate` as const,
  tag,
  summary: "Write release notes from the commits of a range of time, or between tags, branches or commits",
  access: "project",
  body: GivenRange,
  status: 201,
  output: Release,
  errors: ["rate_limited"],
});
export const getRelease = operation({
  id: "getRelease",
  method: "GET",
  path: releasePath,
  tag,
  summary: "Get a release",
  access: "project",
  output: Release,
  versioned: true,
});
export const updateRelease = operation({
  id: "updateRelease",
  method: "PUT",
  path: releasePath,
  tag,
  summary: "Change the title or text of a release",
  access: "project",
  body: z.object({
    title: Name.optional(),
    content: z
      .string({ error: "must be a text" })
      .max(500_000, { error: "must have at most 500000 characters" })
      .optional(),
    autosave: z.boolean({ error: "must be true or false" }).optional().meta({
      description:
        "the text saves itself while somebody writes: it takes the place of what it saved in the ten minutes before",
    }),
  }),
  output: Release,
  versioned: true,
  errors: ["conflict"],
});
export const deleteRelease = operation({
  id: "deleteRelease",
  method: "DELETE",
  path: releasePath,
  tag,
  summary: "Delete a release with its attachments",
  access: "project",
  output: Success,
});
export const publishRelease = operation({
  id: "publishRelease",
  method: "POST",
  path: `${releasePath}/publish` as const,
  tag,
  summary: "Publish a release",
  access: "project",
  output: Release,
  errors: ["conflict"],
});
export const unpublishRelease = operation({
  id: "unpublishRelease",
  method: "POST",
  path: `${releasePath}/unpublish` as const,
  tag,
  summary: "Take a published release back; it is a draft again",
  access: "project",
  output: Release,
  errors: ["conflict"],
});
export const cancelRelease = operation({
  id: "cancelRelease",
  method: "POST",
  path: `${releasePath}/cancel` as const,
  tag,
  summary: "End the writing of the notes; the release is a draft with the text that it had",
  access: "project",
  output: Release,
  errors: ["conflict"],
});
export const regenerateRelease = operation({
  id: "regenerateRelease",
  method: "POST",
  path: `${releasePath}/regenerate` as const,
  tag,
  summary: "Write a draft anew from its range; what it says now stays in its revisions",
  access: "project",
  output: Release,
  errors: ["conflict", "rate_limited"],
});
export const exportRelease = operation({
  id: "exportRelease",
  method: "GET",
  path: `${releasePath}/export` as const,
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
  path: `${releasePath}/commits` as const,
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
  path: `${releasePath}/revisions` as const,
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
