import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { type ForgeKind, ownerPatterns } from "@/lib/platform/forges/token-owners";
import { RepoUrls, tag } from "../contract";

export const ReleaseSettings = z
  .object({
    slackConfigured: z.boolean(),
    slackTail: z.string().nullable().meta({ description: "the last characters of the Slack address" }),
    githubTokenConfigured: z.boolean(),
    githubTokenTail: z.string().nullable().meta({ description: "the last characters of the token" }),
    githubTokenOwners: z
      .array(z.string())
      .meta({ description: "owners whose repositories the token can read" }),
    gitlabTokenConfigured: z.boolean(),
    gitlabTokenTail: z.string().nullable().meta({ description: "the last characters of the token" }),
    gitlabTokenOwners: z
      .array(z.string())
      .meta({ description: "users and groups whose repositories the token can read" }),
    emailRecipients: z.array(z.string()),
    repoUrls: z.array(z.string()).meta({ description: "offered for the next release" }),
    audience: z.enum(["users", "developers"]).meta({
      description: "for users, documentation, dependencies and maintenance are left out",
    }),
    changelog: z.boolean().meta({ description: "whether published releases have a public page" }),
    accentColor: z
      .string()
      .nullable()
      .meta({ description: "of the public page's links and buttons, #rrggbb" }),
    logo: z.string().nullable().meta({ description: "the version of the public page's logo, if it has one" }),
    subscriptions: z.boolean().meta({ description: "whether readers can subscribe by e-mail" }),
    updatedAt: Timestamp,
  })
  .meta({ id: "ReleaseSettings" });

/** It goes into a header. Its last characters are shown, so a short text would show too much of itself. */
const ForgeToken = z
  .string({ error: "must be a token, or null" })
  .trim()
  .regex(/^([\x21-\x7e]{16,500})?$/, { error: "must have 16 to 500 characters without spaces, or be null" })
  .nullable();

const tokenOwners = (kind: ForgeKind, error: string) =>
  z
    .array(
      z
        .string({ error })
        .trim()
        .toLowerCase()
        .max(255, { error: "must be 255 characters or fewer" })
        .regex(ownerPatterns[kind], { error }),
      { error: "must be a list of owners" },
    )
    .max(50, { error: "must have at most 50 owners" });

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
    githubTokenOwners: tokenOwners("github", "must be a GitHub owner, such as acme").optional(),
    gitlabToken: ForgeToken.optional(),
    gitlabTokenOwners: tokenOwners("gitlab", "must be a GitLab user or group, such as acme/tools").optional(),
    emailRecipients: z
      .array(z.email({ error: "must be an e-mail address" }).max(320), {
        error: "must be a list of e-mail addresses",
      })
      .max(50, { error: "must have at most 50 addresses" })
      .optional(),
    repoUrls: RepoUrls.optional(),
    audience: z.enum(["users", "developers"], { error: "must be users or developers" }).optional(),
    changelog: z.boolean({ error: "must be true or false" }).optional(),
    accentColor: z
      .string({ error: "must be a colour such as #0f766e, or null" })
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, { error: "must be a colour such as #0f766e, or null" })
      .nullable()
      .optional(),
    subscriptions: z.boolean({ error: "must be true or false" }).optional(),
  }),
  output: ReleaseSettings,
  versioned: true,
});

/** Bytes of a logo. */
export const logoBytesMax = 256 * 1024;

export const ReleaseLogo = z
  .object({
    version: z.string().meta({ description: "another one for each picture" }),
    contentType: z.string(),
    size: z.int().meta({ description: "bytes" }),
  })
  .meta({ id: "ReleaseLogo" });

const logo = `${settings}/logo` as const;

export const getReleaseLogo = operation({
  id: "getReleaseLogo",
  method: "GET",
  path: logo,
  tag,
  summary: "Download the logo of the public page",
  access: "project",
  output: z.string(),
  produces: ["*/*"],
  headers: ["Content-Disposition"],
  errors: ["not_found"],
});
export const setReleaseLogo = operation({
  id: "setReleaseLogo",
  method: "POST",
  path: logo,
  tag,
  summary: "Give the public page a logo",
  access: "project",
  // Leaves room for the form around the file.
  upload: { bytesMax: logoBytesMax + 64 * 1024 },
  body: z.object({ file: z.file({ error: "must be one file, with a name" }) }),
  output: ReleaseLogo,
});
export const deleteReleaseLogo = operation({
  id: "deleteReleaseLogo",
  method: "DELETE",
  path: logo,
  tag,
  summary: "Take the logo off the public page",
  access: "project",
  output: Success,
});
