import { and, eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { keyList } from "./key-list";
import type { ApiKeyRow, ShownKey } from "./to-api-key";

/**
 * The key, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireApiKey(
  { db }: Ctx,
  projectId: string,
  keyId: string,
  lock?: Lock,
): Promise<ApiKeyRow> {
  const isIt = and(eq(apiKeys.id, keyId), eq(apiKeys.projectId, projectId));
  const [key] = isGuid(keyId) ? await locking(db.select().from(apiKeys).where(isIt), lock) : [];
  if (!key) throw notFound("API key");
  return key;
}

/**
 * The same with all that the API shows of it.
 * @throws {AppError} `not_found`
 */
export async function requireShownKey(ctx: Ctx, projectId: string, keyId: string): Promise<ShownKey> {
  const [key] = isGuid(keyId)
    ? await ctx.db
        .select(keyList.columns)
        .from(apiKeys)
        .where(and(eq(apiKeys.id, keyId), eq(apiKeys.projectId, projectId)))
    : [];
  if (!key) throw notFound("API key");
  return key;
}
