import { eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { revokeKeys } from "@/lib/auth/revoke-keys";
import { implement } from "@/lib/operations/implement";
import { noteBefore, noteTrail } from "@/lib/operations/trail";
import { revokeApiKey } from "./contract";
import { requireApiKey } from "./require-api-key";

export const handleRevokeApiKey = implement(revokeApiKey, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const key = await requireApiKey(ctx, project, input.keyId, "no key update");
  noteBefore(ctx, { name: key.name, prefix: key.prefix, revokedAt: key.revokedAt });
  noteTrail(ctx, { unchanged: key.revokedAt !== null });
  await revokeKeys(ctx, eq(apiKeys.id, key.id));
  return { success: true as const };
});
