import { requireProjectNow } from "@/lib/auth/access";
import { withTeamOf } from "@/lib/auth/hold-team";
import { holdEnvironment, selectEnvironment } from "@/lib/environments/require-environment";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { createApiKey } from "./contract";
import { insertApiKey } from "./insert-api-key";

export const handleCreateApiKey = implement(createApiKey, async (ctx, input) => {
  const { id } = await requireProjectNow(ctx, { referenceId: input.projectId }, { role: "admin" });
  const { name, expiresAt, scope, environmentKey, origins = null } = await input.fields();
  const expiry = expiresAt ? new Date(expiresAt) : null;
  const now = ctx.now();
  if (expiry && expiry <= now) throw invalid([{ path: "expiresAt", message: "must be in the future" }]);
  if (environmentKey != null && scope !== "evaluate") {
    throw invalid([{ path: "environmentKey", message: "is for keys with the scope evaluate" }]);
  }
  return withTeamOf(ctx, id, async (inner, project) => {
    const environment =
      environmentKey == null ? null : await selectEnvironment(inner.db, project.id, environmentKey);
    // Its deletion, which revokes the keys that it finds, comes before this or after it.
    if (environment) await holdEnvironment(inner, environment.id);
    return insertApiKey(inner, project, {
      ...{ name, createdAt: now, expiresAt: expiry, scope, origins },
      environmentId: environment?.id ?? null,
    });
  });
});
