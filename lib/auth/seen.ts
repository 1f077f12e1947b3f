import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "@/db/database";
import { isDiskFull } from "@/db/disk-full";
import { sessions, users } from "@/db/schema/auth";

/** How old the time of the last use may get, so that using Fieldkit seldom writes. */
const staleMs = 5 * 60 * 1000;

/** Notes that a session, and with it its person, is in use. Nothing of a row counts as changed by that. */
export async function noteSeen(session: { id: string; userId: string; updatedAt: Date }): Promise<void> {
  const now = new Date();
  const before = new Date(now.getTime() - staleMs);
  const { lastSeenAt, updatedAt, id } = users;
  try {
    if (session.updatedAt < before) {
      await db().update(sessions).set({ updatedAt: now }).where(eq(sessions.id, session.id));
    }
    await db()
      .update(users)
      .set({ lastSeenAt: now, updatedAt: sql`${updatedAt}` })
      .where(and(eq(id, session.userId), or(isNull(lastSeenAt), lt(lastSeenAt, before))));
  } catch (error) {
    // Whoever only reads goes on while nothing can be written.
    if (!isDiskFull(error)) throw error;
  }
}
