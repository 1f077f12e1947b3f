import { eq, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import type { Ctx } from "@/lib/operations/context";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { clearEverywhere, evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { digestOfToken } from "./session-digest";

/** Ends the sessions that `where` selects, for the next request in every process. Returns from where they were. */
export async function endSelectedSessions(
  ctx: Ctx,
  where: SQL | undefined,
): Promise<{ userAgent: string | null; ipAddress: string | null }[]> {
  const { token, userAgent, ipAddress } = sessions;
  const ended = await ctx.db.delete(sessions).where(where).returning({ token, userAgent, ipAddress });
  ctx.after(() => forgetTokens(ended));
  return ended;
}

/**
 * Collects somebody's sessions, because they are about to go or something about their person changes.
 * @returns makes every process read them anew; for `ctx.after`
 */
export async function rememberedSessions(db: Db, userId: string): Promise<() => Promise<void>> {
  const held = await db.select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, userId));
  return () => forgetTokens(held);
}

/** Invalidates these sessions in every process, and makes streams check their access. */
export async function forgetTokens(held: readonly { token: string }[]): Promise<void> {
  if (held.length > digestsMax) await clearEverywhere("sessions");
  else
    await evictEverywhere(
      "sessions",
      held.map(({ token }) => digestOfToken(token)),
    );
  await announceAccessChange();
}

/** An account can have any number of sessions. Above this, clearing the cache costs less than finding their entries. */
const digestsMax = 1000;
