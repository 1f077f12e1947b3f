import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { forgetKeys } from "@/lib/auth/known-keys";
import { implement } from "@/lib/operations/implement";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { revokeApiKey } from "./contract";
import { requireApiKey } from "./require-api-key";

export const handleRevokeApiKey = implement(revokeApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId }, { role: "admin" });
  const key = await requireApiKey(ctx, project.id, input.keyId);
  await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(apiKeys.id, key.id), isNull(apiKeys.revokedAt)));
  ctx.after(() => forgetKeys([key.hash]));
  ctx.after(announceAccessChange);
  return { success: true as const };
});
