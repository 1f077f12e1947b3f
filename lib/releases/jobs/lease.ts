import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import type { Db } from "@/db/client";
import { releases, type StoredProgress } from "@/db/schema/releases";
import type { ReleaseRow } from "../notes/to-release";

/** How long a generation may take in all, tries and waiting included. */
export const deadlineMs = 10 * 60_000;
/** How long a process may be silent before another one takes over. */
export const leaseMs = 60_000;
export const attemptsMax = 3;

/** A release that this process works on; every write is bound to the token. */
export type Job = { release: ReleaseRow; token: string };

/** Takes the release that has waited longest, if any waits. No two processes take the same one. */
export async function claim(db: Db, now: Date): Promise<Job | undefined> {
  const token = uuidv4();
  const waiting = db
    .select({ id: releases.id })
    .from(releases)
    .where(
      and(
        eq(releases.status, "processing"),
        or(isNull(releases.leaseUntil), lte(releases.leaseUntil, now)),
        gt(releases.deadlineAt, now),
      ),
    )
    .orderBy(asc(releases.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [release] = await db
    .update(releases)
    .set({
      leaseToken: token,
      leaseUntil: new Date(now.getTime() + leaseMs),
      attempt: sql`${releases.attempt} + 1`,
      updatedAt: sql`${releases.updatedAt}`,
    })
    .where(inArray(releases.id, waiting))
    .returning();
  return release && { release, token };
}

/** The release is still this process's to write. */
export const isHeld = ({ release, token }: Job) =>
  and(eq(releases.id, release.id), eq(releases.leaseToken, token), eq(releases.status, "processing"));

/** Says that this process still works on it, and how far it is. False: it is not ours any more. */
export async function heartbeat(db: Db, job: Job, now: Date, progress?: StoredProgress): Promise<boolean> {
  const held = await db
    .update(releases)
    .set({
      leaseUntil: new Date(now.getTime() + leaseMs),
      updatedAt: sql`${releases.updatedAt}`,
      ...(progress && { progress }),
    })
    .where(isHeld(job))
    .returning({ id: releases.id });
  return held.length > 0;
}

/** Lets another process, or a later try, have it from `at` on. A given-back try does not count. */
export async function giveBack(db: Db, job: Job, at: Date | null, counts: boolean): Promise<void> {
  await db
    .update(releases)
    .set({
      leaseToken: null,
      leaseUntil: at,
      updatedAt: sql`${releases.updatedAt}`,
      ...(!counts && { attempt: sql`greatest(0, ${releases.attempt} - 1)` }),
    })
    .where(isHeld(job));
}

/**
 * Lets go of what was held before this process started. Only for a process that has the database for itself:
 * whoever held it is dead, and nobody has to wait for the end of the lease.
 */
export async function freeHeldBefore(db: Db, start: Date): Promise<void> {
  await db
    .update(releases)
    .set({ leaseToken: null, leaseUntil: null, updatedAt: sql`${releases.updatedAt}` })
    .where(
      and(
        eq(releases.status, "processing"),
        isNotNull(releases.leaseToken),
        lt(releases.leaseUntil, new Date(start.getTime() + leaseMs)),
      ),
    );
}

/** Lets go of a release that was away for a while: whoever held it has lost it, or will learn so at its next write. */
export async function free(db: Db, releaseId: string): Promise<void> {
  await db
    .update(releases)
    .set({ leaseToken: null, leaseUntil: null, updatedAt: sql`${releases.updatedAt}` })
    .where(and(eq(releases.id, releaseId), eq(releases.status, "processing")));
}

/** Ends a generation that failed for good; what the release said before is there again. */
export async function fail(db: Db, job: Job, errorMessage: string): Promise<void> {
  await db
    .update(releases)
    .set({ status: "draft", errorMessage, leaseToken: null, leaseUntil: null, progress: null })
    .where(isHeld(job));
}
