import { and, isNull, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apiKeys } from "@/db/schema/keys";
import type { Ctx } from "@/lib/operations/context";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { forgetKeys } from "./known-keys";

/** Revokes the keys that `where` selects. Those that are revoked already keep their `revokedAt`. */
export async function revokeKeys(ctx: Ctx, where: SQL | undefined): Promise<void> {
  ctx.after(await endKeys(ctx.db, ctx.now(), where));
}

/** The same outside of a request. @returns makes every process forget the keys; call it after the commit */
export async function endKeys(db: Db, now: Date, where: SQL | undefined): Promise<() => Promise<void>> {
  const ending = and(where, isNull(apiKeys.revokedAt));
  // In one order, so that two transactions that revoke the same keys don't deadlock.
  await db.select({ id: apiKeys.id }).from(apiKeys).where(ending).orderBy(apiKeys.id).for("no key update");
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(ending)
    .returning({ hash: apiKeys.hash });
  return async () => {
    await forgetKeys(revoked.map(({ hash }) => hash));
    await announceAccessChange();
  };
}
