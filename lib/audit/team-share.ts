import { lt, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "@/db/client";
import { db } from "@/db/database";
import { deleteInBatches } from "@/db/delete-in-batches";
import { auditEntries } from "@/db/schema/audit";
import type { Ctx } from "@/lib/operations/context";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";

/** How long an entry is kept, at most. */
export const keptMs = 400 * 24 * 60 * 60 * 1000;

/** What a team may write before its share is looked at again. */
const between = { entries: 1000, bytes: 4 * 1024 * 1024 };

type Written = { entries: number; bytes: number };
const written = lazily(() =>
  singleton("written trails", () => new LRUCache<string, Written>({ max: 10_000 })),
);

/** What comes after a write. The few entries of whoever has none are left to those who do. */
export type Wrote = Partial<Pick<Ctx, "after" | "background">>;

/** Counts what was written, and has the oldest entries of a team go when there may be too many. */
export function noteBytes({ after, background }: Wrote, teamId: string, bytes: number): void {
  if (!after || !background) return;
  const sum = written().get(teamId) ?? { entries: 0, bytes: 0 };
  sum.entries += 1;
  sum.bytes += bytes;
  const isMuch = sum.entries >= between.entries || sum.bytes >= between.bytes;
  written().set(teamId, isMuch ? { entries: 0, bytes: 0 } : sum);
  if (isMuch) after(() => background(() => keepShare(db(), teamId)));
}

/** Deletes a team's oldest entries beyond its share. */
export async function keepShare(db: Db, teamId: string): Promise<void> {
  const bounds = { entries: quotaOf("auditEntries"), bytes: quotaOf("auditBytes") };
  await deleteInBatches(
    db,
    auditEntries,
    sql`${auditEntries.id} in (select id from (
      select id, row_number() over newest as entries, sum(bytes) over newest as bytes
      from ${auditEntries} where team_id = ${teamId} window newest as (order by at desc, id desc)
    ) counted where entries > ${bounds.entries} or bytes > ${bounds.bytes})`,
  );
}

/** Removes entries that are older than 400 days or exceed their team's quota. */
export async function pruneTrail(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, auditEntries, lt(auditEntries.at, new Date(now.getTime() - keptMs)));
  for (const teamId of await teamsBeyondShare(db, now)) await keepShare(db, teamId);
}

/** How far back teams are looked for that wrote something, in ms: longer than the time between two prunings. */
const lookedBackMs = 60 * 60 * 1000;

/** Among the teams that wrote something lately; in the first pass of a process, which may have been away, among all. */
async function teamsBeyondShare(db: Db, now: Date): Promise<string[]> {
  const looked = singleton("look at the shares of all teams", () => ({ isDone: false }));
  const since = looked.isDone ? now.getTime() - lookedBackMs : 0;
  const rows = await db
    .select({ teamId: auditEntries.teamId })
    .from(auditEntries)
    .where(
      sql`${auditEntries.teamId} in (select team_id from ${auditEntries} lately where lately.at > ${new Date(since).toISOString()}::timestamptz)`,
    )
    .groupBy(auditEntries.teamId)
    .having(
      sql`count(*) > ${quotaOf("auditEntries")} or sum(${auditEntries.bytes}) > ${quotaOf("auditBytes")}`,
    );
  looked.isDone = true;
  return rows.map(({ teamId }) => teamId);
}
