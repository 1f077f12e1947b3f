import { and, isNull, type SQL } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import type { Ctx } from "@/lib/operations/context";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { forgetKeys } from "./known-keys";

/** Revokes the keys that `where` selects. Those that are revoked already keep their `revokedAt`. */
export async function revokeKeys(ctx: Ctx, where: SQL | undefined): Promise<void> {
  const ending = and(where, isNull(apiKeys.revokedAt));
  // Always in one order, so that two who end several of the same keys do not wait for each other.
  await ctx.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(ending)
    .orderBy(apiKeys.id)
    .for("no key update");
  const revoked = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.now() })
    .where(ending)
    .returning({ hash: apiKeys.hash });
  ctx.after(() => forgetKeys(revoked.map(({ hash }) => hash)));
  ctx.after(announceAccessChange);
}
