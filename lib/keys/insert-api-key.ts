import { v7 as uuidv7 } from "uuid";
import { apiKeys } from "@/db/schema/keys";
import { keyHash, keyPrefix, newKey } from "@/lib/auth/key-text";
import { forgetKeys } from "@/lib/auth/known-keys";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { toApiKey } from "./to-api-key";

type NewApiKey = { projectId: string; name: string; createdAt: Date; expiresAt: Date | null };

/** Makes and stores a key. Only the returned value ever shows it. */
export async function insertApiKey(ctx: Ctx, fields: NewApiKey) {
  const key = newKey();
  const [row] = await withinQuotas(ctx, [{ name: "apiKeys", ownerId: fields.projectId }], ({ db }) =>
    db
      .insert(apiKeys)
      .values({ id: uuidv7(), hash: keyHash(key), prefix: keyPrefix(key), ...fields })
      .returning(),
  );
  if (!row) throw new AppError("internal", "The key was not stored.");
  // The cache may remember that this key is unknown.
  ctx.after(() => forgetKeys([row.hash]));
  return { ...toApiKey(row), key };
}
