import { eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { rateLimits } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { compositeKey } from "@/lib/platform/composite-key";
import { env } from "@/lib/platform/env/env";
import { type Rate, rateOf } from "@/lib/platform/quotas/quota-of";
import type { RateName } from "@/lib/platform/quotas/quotas";

/**
 * Counts one attempt, before it is made, so that parallel attempts can't pass together. Returns how many the window has.
 * @throws {AppError} `rate_limited` with `Retry-After` in seconds.
 */
export async function countAttempt(
  ctx: Pick<Ctx, "db" | "now">,
  key: string,
  { max, windowMs, always = false }: Rate,
): Promise<number> {
  if (!env().rateLimit && !always) return 0;
  const now = ctx.now();
  const resetAt = new Date(now.getTime() + windowMs);
  const elapsed = lt(rateLimits.resetAt, now);
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, count: 1, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${elapsed} then 1 else ${rateLimits.count} + 1 end`,
        resetAt: sql`case when ${elapsed} then excluded.reset_at else ${rateLimits.resetAt} end`,
      },
    })
    .returning();
  if (row && row.count > max) {
    const seconds = Math.max(1, Math.ceil((row.resetAt.getTime() - now.getTime()) / 1000));
    throw new AppError("rate_limited", `Too many attempts. Try again in ${seconds} seconds.`, {
      headers: { "retry-after": String(seconds) },
    });
  }
  return row?.count ?? 0;
}

/** An ID, or a kind of owner and its ID. */
type Owner = [string] | [kind: string, id: string];

/** Takes back one attempt that turned out to be good. */
export async function uncountAttempt(ctx: Ctx, key: string): Promise<void> {
  const fewer = sql`greatest(${rateLimits.count} - 1, 0)`;
  await ctx.db.update(rateLimits).set({ count: fewer }).where(eq(rateLimits.key, key));
}

/**
 * Counts one attempt of a rate's owner: the id of a project or a person, or an address.
 * @throws {AppError} `rate_limited`
 */
export const countRate = (ctx: Pick<Ctx, "db" | "now">, name: RateName, ...owner: Owner) =>
  countAttempt(ctx, rateKey(name, ...owner), rateOf(name));

/** Counts one attempt, and tells whether there was room for it. */
export const hasRate = (ctx: Pick<Ctx, "db" | "now">, name: RateName, ...owner: Owner) =>
  hasRoom(ctx, rateKey(name, ...owner), rateOf(name));

/** The same under a key of one's own. */
export async function hasRoom(ctx: Pick<Ctx, "db" | "now">, key: string, rate: Rate): Promise<boolean> {
  try {
    await countAttempt(ctx, key, rate);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

export const rateKey = (name: RateName, ...owner: Owner) => compositeKey(name, ...owner);

/** Forgets the attempts counted under a key, after a success. */
export async function clearAttempts(ctx: Ctx, key: string): Promise<void> {
  if (env().rateLimit) await ctx.db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Removes windows that are over. */
export async function pruneLimits(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, rateLimits, lt(rateLimits.resetAt, now));
}
