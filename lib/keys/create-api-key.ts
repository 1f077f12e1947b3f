import { requireProjectNow } from "@/lib/auth/access";
import { withTeamOf } from "@/lib/auth/hold-team";
import { holdEnvironment, selectEnvironment } from "@/lib/environments/require-environment";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import type { Fields } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { basicScopeOf, type Scope } from "@/lib/platform/key-scopes";
import { createApiKey } from "./contract";
import { insertApiKey } from "./insert-api-key";

export const handleCreateApiKey = implement(createApiKey, async (ctx, input) => {
  const { id, role } = await requireProjectNow(ctx, { referenceId: input.projectId });
  const fields = await input.fields();
  const { name, expiresAt, personal, environmentKey, origins = null } = fields;
  if (role !== "admin" && !personal) throw membersCreatePersonalKeys();
  const expiry = expiresAt ? new Date(expiresAt) : null;
  const now = ctx.now();
  if (expiry && expiry <= now) throw invalid([{ path: "expiresAt", message: "must be in the future" }]);
  const scopes = scopesOf(fields);
  if (environmentKey != null && basicScopeOf(scopes) !== "evaluate") {
    throw invalid([{ path: "environmentKey", message: "is only for keys with the scope evaluate" }]);
  }
  return withTeamOf(ctx, id, personal ? {} : { role: "admin" }, async (inner, project) => {
    const environment =
      environmentKey == null ? null : await selectEnvironment(inner.db, project.id, environmentKey);
    // Its deletion, which revokes the keys that it finds, comes before this or after it.
    if (environment) await holdEnvironment(inner, environment.id);
    return insertApiKey(inner, project, {
      ...{ name, createdAt: now, expiresAt: expiry, scopes, personal, origins },
      environmentId: environment?.id ?? null,
    });
  });
});

/** @throws {AppError} `invalid_request` */
function scopesOf({ scope, scopes }: Fields<typeof createApiKey>): Scope[] {
  if (scope === undefined) return scopes ?? ["admin"];
  if (scopes) throw invalid([{ path: "scopes", message: "can't be combined with scope" }]);
  return [scope];
}

const membersCreatePersonalKeys = () =>
  new AppError("forbidden", "Requires admin role on this project", {
    hint: 'Members can create personal keys: send "personal": true.',
  });
