import { and, eq } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { type ProjectRow, requireAdmin } from "@/lib/auth/access";
import { isVisible } from "@/lib/auth/key-rows";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { keyList } from "./key-list";
import type { ApiKeyRow, ShownKey } from "./to-api-key";

type Project = Pick<ProjectRow, "id" | "role">;

/**
 * The project's key, if the caller can change it: admins change all keys, members their own personal keys.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function requireApiKey(
  ctx: Ctx,
  project: Project,
  keyId: string,
  lock?: Lock,
): Promise<ApiKeyRow> {
  const query = () =>
    ctx.db
      .select()
      .from(apiKeys)
      .where(isKey(ctx, project, keyId));
  const [key] = isGuid(keyId) ? await locking(query(), lock) : [];
  // Members learn that they need another role before they learn whether a key exists.
  if (!key?.personal) requireAdmin(project);
  if (!key) throw notFound("API key");
  return key;
}

/**
 * The project's key with all that the API shows of it.
 * @throws {AppError} `not_found`
 */
export async function requireShownKey(ctx: Ctx, project: Project, keyId: string): Promise<ShownKey> {
  const [key] = isGuid(keyId)
    ? await ctx.db
        .select(keyList.columns)
        .from(apiKeys)
        .where(isKey(ctx, project, keyId))
    : [];
  if (!key) throw notFound("API key");
  return key;
}

const isKey = ({ actor }: Ctx, { id, role }: Project, keyId: string) =>
  and(eq(apiKeys.id, keyId), eq(apiKeys.projectId, id), isVisible(actor, role));
