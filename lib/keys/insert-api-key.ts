import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { apiKeys } from "@/db/schema/keys";
import { type ProjectRow, requireUser } from "@/lib/auth/access";
import { keyHash, keyPrefix, newKey } from "@/lib/auth/key-text";
import { forgetKeys } from "@/lib/auth/known-keys";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { requireShownKey } from "./require-api-key";
import { type ApiKeyRow, toApiKey } from "./to-api-key";

type NewApiKey = Pick<
  ApiKeyRow,
  "name" | "createdAt" | "expiresAt" | "scopes" | "personal" | "environmentId" | "origins"
>;

/**
 * Creates and stores a key. Only the returned value ever shows it. `ctx` is that of `withTeamOf`, so that a person who loses
 * the role at the same time creates it before that or not at all.
 */
export async function insertApiKey(ctx: Ctx, project: Pick<ProjectRow, "id" | "role">, fields: NewApiKey) {
  const { id: userId } = requireUser(ctx);
  const { id: projectId } = project;
  if (fields.personal) await requireRoomForPersonalKey(ctx, projectId, userId);
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
  return { ...toApiKey(await requireShownKey(ctx, project, row.id), project.role), key };
}

/** Per person and project, ended keys included. */
export const personalKeysMax = 100;

/**
 * Deletes the oldest ended personal keys of a person who has too many, so that members can't use up the project's quota.
 * @throws {AppError} `quota_exceeded` if too many are active
 */
async function requireRoomForPersonalKey(ctx: Ctx, projectId: string, userId: string): Promise<void> {
  const { personal, createdBy, revokedAt, expiresAt } = apiKeys;
  const keys = await ctx.db
    .select({
      id: apiKeys.id,
      hasEnded: sql<boolean>`${revokedAt} is not null or coalesce(${expiresAt} <= ${ctx.now().toISOString()}, false)`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, projectId), eq(createdBy, userId), personal))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));
  const tooMany = keys.length + 1 - personalKeysMax;
  if (tooMany <= 0) return;
  const ended = keys.filter(({ hasEnded }) => hasEnded).slice(0, tooMany);
  if (ended.length < tooMany) {
    throw new AppError(
      "quota_exceeded",
      `You have ${personalKeysMax} active personal keys in this project, the maximum. Revoke one first.`,
    );
  }
  await ctx.db.delete(apiKeys).where(
    inArray(
      apiKeys.id,
      ended.map(({ id }) => id),
    ),
  );
}
