import { z } from "zod";
import { Expiry, Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const ApiKey = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    name: z.string(),
    prefix: z.string().meta({ description: "the first 10 characters of the key" }),
    expiresAt: Timestamp.nullable().meta({ description: "null: never" }),
    lastUsedAt: Timestamp.nullable().meta({ description: "to the minute; null: never used" }),
    revokedAt: Timestamp.nullable().meta({ description: "null while active" }),
    createdBy: z
      .object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        isMember: z.boolean().meta({ description: "whether they still belong to the team" }),
      })
      .nullable()
      .meta({ description: "who made or rolled it, shown to admins; null where that is not known" }),
    createdAt: Timestamp,
  })
  .meta({ id: "ApiKey" });

export const MemberKey = ApiKey.extend({
  project: z.object({ referenceId: z.string(), name: z.string() }),
}).meta({ id: "MemberKey" });

export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: "the key, shown here and never again" }),
}).meta({ id: "CreatedApiKey" });

export type ApiKeyState = z.output<typeof ApiKeyState>;
export const ApiKeyState = z.enum(["active", "expired", "revoked"], {
  error: "must be one of active, expired, revoked",
});

const graceMinutesMax = 7 * 24 * 60;
const graceProblem = `must be a whole number of minutes from 0 to ${graceMinutesMax}`;

const tag = "API keys";
const keys = "/api/projects/:projectId/api-keys";

export const listApiKeys = operation({
  id: "listApiKeys",
  method: "GET",
  path: keys,
  tag,
  summary: "List the API keys of a project, revoked and expired ones too",
  access: "session",
  query: z.object({
    ...listQuery(ApiKey, {
      sorts: ["createdAt", "name", "lastUsedAt", "expiresAt"],
      searched: "name and prefix",
    }),
    state: ApiKeyState.optional(),
  }),
  output: z.array(ApiKey),
  list: true,
  errors: ["forbidden"],
});
export const listMemberKeys = operation({
  id: "listMemberKeys",
  method: "GET",
  path: "/api/teams/:teamId/members/:userId/keys",
  tag,
  summary: "List the API keys that somebody made in a team's projects",
  access: "session",
  query: z.object({
    ...listQuery(MemberKey, {
      sorts: ["createdAt", "name", "lastUsedAt", "expiresAt"],
      searched: "name and prefix",
    }),
    state: ApiKeyState.optional(),
  }),
  output: z.array(MemberKey),
  list: true,
  errors: ["forbidden"],
});
export const createApiKey = operation({
  id: "createApiKey",
  method: "POST",
  path: keys,
  tag,
  summary: "Create an API key; the answer is the only place that shows it",
  access: "session",
  body: z.object({ name: Name, expiresAt: Expiry.optional() }),
  status: 201,
  output: CreatedApiKey,
  secret: true,
});
export const revokeApiKey = operation({
  id: "revokeApiKey",
  method: "DELETE",
  path: `${keys}/:keyId` as const,
  tag,
  summary: "Revoke an API key, for good and from the next request on",
  access: "session",
  output: Success,
});
export const rollApiKey = operation({
  id: "rollApiKey",
  method: "POST",
  path: `${keys}/:keyId/roll` as const,
  tag,
  summary: "Make a successor of an API key; the old one holds for some minutes more",
  access: "session",
  body: z.object({
    graceMinutes: z
      .int({ error: graceProblem })
      .min(0, { error: graceProblem })
      .max(graceMinutesMax, { error: graceProblem })
      .default(0),
  }),
  status: 201,
  output: CreatedApiKey,
  errors: ["conflict"],
  secret: true,
});
