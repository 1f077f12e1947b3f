import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { createApiKey } from "./contract";
import { insertApiKey } from "./insert-api-key";

export const handleCreateApiKey = implement(createApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId }, { role: "admin" });
  const { name, expiresAt } = await input.fields();
  const expiry = expiresAt ? new Date(expiresAt) : null;
  const now = ctx.now();
  if (expiry && expiry <= now) throw invalid([{ path: "expiresAt", message: "must be in the future" }]);
  return transaction(ctx, (inner) =>
    insertApiKey(inner, project, { name, createdAt: now, expiresAt: expiry }),
  );
});
