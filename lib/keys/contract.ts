import { z } from "zod";
import { Expiry, Key, Name, Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { basicScopes, normalizedScopes, scopes } from "@/lib/platform/key-scopes";
import { originProblem, readOrigin } from "./origin";

const oneOf = (names: readonly string[]) => ({ error: `must be one of ${names.join(", ")}` });
const BasicScope = z
  .enum(basicScopes, {
    error: `must be one of ${basicScopes.join(", ")}. Send any other as a list in scopes`,
  })
  .meta({
    description:
      "admin: everything an admin of the project can do; read: every GET; evaluate: evaluate flags (SDK endpoint, OFREP, flag check and flag stream)",
  });
const Scope = z.enum(scopes, oneOf(scopes)).meta({
  id: "KeyScope",
  description:
    "admin, read and evaluate as for `scope`; mocks:write, webhooks:write, flags:write and releases:write: read and change that area; flags:read: read flags, enough for local evaluation; audit:read: read the audit log",
});
const Scopes = z
  .array(Scope, { error: "must be a list of scopes" })
  .min(1, { error: "must name at least one scope" })
  .max(scopes.length, { error: `must name at most ${scopes.length} scopes` })
  .transform(normalizedScopes);

/** How many origins a key has at most. */
export const originsMax = 20;
const Origin = z
  .string({ error: originProblem })
  .max(255, { error: "must have at most 255 characters" })
  .transform((text, check) => {
    const read = readOrigin(text);
    if ("origin" in read) return read.origin;
    check.addIssue(read.problem);
    return z.NEVER;
  })
  .meta({ description: "scheme, host and port, without a path" });
const Origins = z
  .array(Origin, { error: "must be a list of origins, or null" })
  .min(1, { error: "must name at least one origin, or be null" })
  .max(originsMax, { error: `must be at most ${originsMax} origins` })
  // Two ways to write one origin are one.
  .transform((origins) => [...new Set(origins)])
  .nullable();

export const ApiKey = z
  .object({
    id: z.guid(),
    projectId: z.guid(),
    name: z.string(),
    prefix: z.string().meta({ description: "the first 10 characters of the key" }),
    scope: BasicScope.optional().meta({
      description: "absent if no single one of admin, read and evaluate describes the key",
    }),
    scopes: z.array(Scope),
    personal: z.boolean().meta({
      description: "whether the key has its creator's role and ends with their membership",
    }),
    environmentKey: z
      .string()
      .nullable()
      .meta({ description: "the only environment the key can evaluate flags in; null: any" }),
    origins: z
      .array(z.string())
      .nullable()
      .meta({ description: "the only web origins that can use the key; null: any" }),
    expiresAt: Timestamp.nullable().meta({ description: "null: never" }),
    lastUsedAt: Timestamp.nullable().meta({ description: "to the minute; null: never used" }),
    lastUsedFrom: z.string().nullable().meta({
      description: "IP address of that use, IPv6 as a /64 network; shown to admins and its owner",
    }),
    lastUsedAgent: z
      .string()
      .nullable()
      .meta({ description: "User-Agent of that use; shown to admins and its owner" }),
    revokedAt: Timestamp.nullable().meta({ description: "null while active" }),
    createdBy: z
      .object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        isMember: z.boolean().meta({ description: "whether they are still a member of the team" }),
      })
      .meta({ id: "KeyCreator" })
      .nullable()
      .meta({
        description: "who created or rolled the key, shown to admins and its owner; null if unknown",
      }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
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

const keyFilters = { state: ApiKeyState.optional(), scope: Scope.optional() };
export type KeyFilters = z.output<z.ZodObject<typeof keyFilters>>;

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
    ...keyFilters,
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
  summary: "List the API keys that a person created in a team's projects",
  access: "session",
  query: z.object({
    ...listQuery(MemberKey, {
      sorts: ["createdAt", "name", "lastUsedAt", "expiresAt"],
      searched: "name and prefix",
    }),
    ...keyFilters,
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
  summary: "Create an API key, which only this response shows",
  access: "session",
  body: z.object({
    name: Name,
    expiresAt: Expiry.optional(),
    scope: BasicScope.optional(),
    scopes: Scopes.optional().meta({
      description: "instead of `scope`; the default is `admin`",
    }),
    personal: z.boolean({ error: "must be a boolean" }).default(false).meta({
      description: "gives the key your role and ends it with your membership",
    }),
    environmentKey: Key.nullable().optional(),
    origins: Origins.optional(),
  }),
  status: 201,
  output: CreatedApiKey,
  errors: ["not_found"],
  secret: true,
});
export const getApiKey = operation({
  id: "getApiKey",
  method: "GET",
  path: `${keys}/:keyId` as const,
  tag,
  summary: "Get an API key, without the key itself",
  access: "session",
  output: ApiKey,
  versioned: true,
  errors: ["forbidden"],
});
export const getOwnKey = operation({
  id: "getOwnKey",
  method: "GET",
  path: "/api/key",
  tag,
  summary: "Get the calling API key and its project",
  access: "key",
  scope: "any",
  output: z
    .object({
      ...ApiKey.pick({
        ...{ id: true, name: true, prefix: true, scope: true, scopes: true },
        ...{ personal: true, expiresAt: true },
      }).shape,
      project: z.object({
        id: z.guid(),
        referenceId: z.string(),
        name: z.string(),
        slug: z.string(),
      }),
      team: z.object({ slug: z.string() }),
      addresses: z.object({
        dashboard: z.string().meta({ description: "the project's page" }),
        streams: z.string().meta({ description: "where WebSockets are opened" }),
        public: z.string().meta({ description: "the project's own host, with its scheme" }),
      }),
    })
    .meta({ id: "OwnKey" }),
  errors: ["not_found"],
});
export const updateApiKey = operation({
  id: "updateApiKey",
  method: "PUT",
  path: `${keys}/:keyId` as const,
  tag,
  summary: "Rename an API key, or change the web origins that can use it",
  access: "session",
  body: z.object({ name: Name.optional(), origins: Origins.optional() }),
  output: ApiKey,
  versioned: true,
});
export const revokeApiKey = operation({
  id: "revokeApiKey",
  method: "DELETE",
  path: `${keys}/:keyId` as const,
  tag,
  summary: "Revoke an API key permanently",
  access: "session",
  output: Success,
});
export const rollApiKey = operation({
  id: "rollApiKey",
  method: "POST",
  path: `${keys}/:keyId/roll` as const,
  tag,
  summary: "Replace an API key with a new one, with an optional grace period",
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
