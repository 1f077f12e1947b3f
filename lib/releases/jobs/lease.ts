import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import type { Db } from "@/db/client";
import { releases, type StoredProgress } from "@/db/schema/releases";
import { releaseColumns } from "../notes/release-columns";
import type { ReleaseRow } from "../notes/to-release";

/** How long a generation may take in all, including retries and waiting. */
export const deadlineMs = 10 * 60_000;
/** How long a process may be silent before another one takes over. */
export const leaseMs = 60_000;
export const attemptsMax = 3;

/** A release that this process works on. Every write requires the token. */
export type Job = { release: ReleaseRow; token: string };

/** Takes the release that has waited longest, if there is one. Two processes never take the same one. */
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
    .returning(releaseColumns);
  return release && { release, token };
}

/** The condition that this process still holds the release. */
export const isHeld = ({ release, token }: Job) =>
  and(eq(releases.id, release.id), eq(releases.leaseToken, token), eq(releases.status, "processing"));

/**
 * Reports that this process still works on the release, and its progress. False means that another process has taken
 * it over.
 */
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

/**
 * Lets another process, or a later try, have the release from `at` on. If it is only given back, the try does not
 * count.
 */
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
 * Frees the releases that were held before this process started. Only for a process that is alone on its database:
 * then the holder is dead, and nobody has to wait for the lease to end.
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

/** Frees a release that has just been restored: its former holder has lost it, or will notice at its next write. */
export async function free(db: Db, releaseId: string): Promise<void> {
  await db
    .update(releases)
    .set({ leaseToken: null, leaseUntil: null, updatedAt: sql`${releases.updatedAt}` })
    .where(and(eq(releases.id, releaseId), eq(releases.status, "processing")));
}

/** Ends a generation that has finally failed. The release has its previous text again. */
export async function fail(db: Db, job: Job, errorMessage: string): Promise<void> {
  await db
    .update(releases)
    .set({ status: "draft", errorMessage, leaseToken: null, leaseUntil: null, progress: null })
    .where(isHeld(job));
}
