import { v7 as uuidv7 } from "uuid";
import { apiKeys } from "@/db/schema/keys";
import { requireUser } from "@/lib/auth/access";
import { keyHash, keyPrefix, newKey } from "@/lib/auth/key-text";
import { forgetKeys } from "@/lib/auth/known-keys";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { requireShownKey } from "./require-api-key";
import { type ApiKeyRow, toApiKey } from "./to-api-key";

type NewApiKey = Pick<ApiKeyRow, "name" | "createdAt" | "expiresAt" | "scope" | "environmentId" | "origins">;

/**
 * Makes and stores a key. Only the returned value ever shows it. `ctx` is that of `withTeamOf`, so that an admin who is
 * removed meanwhile either makes it before or not at all.
 */
export async function insertApiKey(ctx: Ctx, { id: projectId }: { id: string }, fields: NewApiKey) {
  const { id: userId } = requireUser(ctx);
  const key = newKey();
  const [row] = await withinQuotas(ctx, [{ name: "apiKeys", ownerId: projectId }], ({ db }) =>
    db
      .insert(apiKeys)
      .values({
        ...{ id: uuidv7(), projectId, hash: keyHash(key), prefix: keyPrefix(key), createdBy: userId },
        ...{ ...fields, updatedAt: fields.createdAt },
      })
      .returning(),
  );
  if (!row) throw new AppError("internal", "The key was not stored.");
  // The cache may remember that this key is unknown.
  ctx.after(() => forgetKeys([row.hash]));
  return { ...toApiKey(await requireShownKey(ctx, projectId, row.id)), key };
}
