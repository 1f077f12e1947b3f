import {
  and,
  asc,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { releases, releaseTurns, type StoredProgress } from "@/db/schema/releases";
import { releaseColumns } from "../notes/release-columns";
import type { ReleaseRow } from "../notes/to-release";

/** How long a generation may take from its first try on, including retries. */
export const deadlineMs = 10 * 60_000;
/** How long a release may wait for its first try. */
export const waitingMs = 24 * 60 * 60_000;
/** How long a process may be silent before another one takes over. */
export const leaseMs = 60_000;
export const attemptsMax = 3;

/** A release that this process works on. Every write requires the token. */
export type Job = { release: ReleaseRow; token: string; teamId: string };

/**
 * Takes the release whose turn it is, if there is one. Two processes never take the same one.
 * @param fullTeams teams of which this process takes no more for now
 */
export function claim(db: Db, now: Date, fullTeams: readonly string[] = []): Promise<Job | undefined> {
  return db.transaction(async (tx) => {
    const [next] = await tx
      .select({ id: releases.id, projectId: releases.projectId, teamId: projects.teamId })
      .from(releases)
      .innerJoin(projects, eq(projects.id, releases.projectId))
      .where(
        and(
          eq(releases.status, "processing"),
          or(isNull(releases.leaseUntil), lte(releases.leaseUntil, now)),
          gt(releases.deadlineAt, now),
          fullTeams.length > 0 ? notInArray(projects.teamId, [...fullTeams]) : undefined,
        ),
      )
      .orderBy(...turn(now))
      .limit(1)
      .for("update", { of: releases, skipLocked: true });
    if (!next) return undefined;
    const { id, projectId, teamId } = next;
    const token = uuidv4();
    const deadline = new Date(now.getTime() + deadlineMs).toISOString();
    const [release] = await tx
      .update(releases)
      .set({
        leaseToken: token,
        leaseUntil: new Date(now.getTime() + leaseMs),
        // Later tries keep what the first one set.
        deadlineAt: sql`least(${releases.deadlineAt}, ${deadline}::timestamptz)`,
        attempt: sql`${releases.attempt} + 1`,
        updatedAt: sql`${releases.updatedAt}`,
      })
      .where(eq(releases.id, id))
      .returning(releaseColumns);
    await tx
      .insert(releaseTurns)
      .values({ projectId, at: now })
      .onConflictDoUpdate({ target: releaseTurns.projectId, set: { at: now } });
    return release && { release, token, teamId };
  });
}

/**
 * Whose turn it is: teams of which nothing is being written, then whoever waited longest for a turn, the team first and
 * its project second. Of a project's own releases, fresh ones go before those that failed once.
 */
function turn(now: Date): SQL[] {
  const isServed = sql`exists (
    select 1 from ${releases} held join ${projects} of_held on of_held.id = held.project_id
    where of_held.team_id = ${projects.teamId} and held.status = 'processing'
      and held.lease_token is not null and held.lease_until > ${now.toISOString()}::timestamptz)`;
  const ofTeam = sql`(
    select max(turns.at) from ${releaseTurns} turns join ${projects} served on served.id = turns.project_id
    where served.team_id = ${projects.teamId})`;
  const ofProject = sql`(select at from ${releaseTurns} turns where turns.project_id = ${releases.projectId})`;
  return [
    asc(isServed),
    sql`${ofTeam} asc nulls first`,
    sql`${ofProject} asc nulls first`,
    asc(releases.attempt),
    asc(releases.createdAt),
  ];
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

/** When the next release is due for a later try, after what nobody held fails; null if none is. */
export async function nextTryAt(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(releases.leaseUntil) })
    .from(releases)
    .where(
      and(
        eq(releases.status, "processing"),
        isNull(releases.leaseToken),
        gt(releases.leaseUntil, now),
        gt(releases.deadlineAt, releases.leaseUntil),
      ),
    );
  return row?.at ?? null;
}

/** How many releases wait for a process to take them, and since when the oldest does. */
export async function waitingJobs(db: Db, now: Date): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(releases.updatedAt) })
    .from(releases)
    .where(
      and(eq(releases.status, "processing"), or(isNull(releases.leaseUntil), lte(releases.leaseUntil, now))),
    );
  return row ?? { count: 0, oldestAt: null };
}
