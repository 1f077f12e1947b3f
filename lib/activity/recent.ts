import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { auditEntries } from "@/db/schema/audit";
import { apiKeys } from "@/db/schema/keys";
import { releases } from "@/db/schema/releases";
import type { SubjectKind } from "@/lib/audit/contract";
import { showsKey } from "@/lib/audit/list-audit-log";
import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { withIsoTimes } from "@/lib/operations/present";

/** How many of a kind are shown. */
const recentMax = 10;
/** Characters of a path that are shown. */
const pathCharsMax = 200;

type CaptureRow = {
  id: string;
  webhookId: string;
  webhookName: string;
  method: string;
  path: string;
  receivedMs: number;
};

/** How many of the last places of a ring are looked at: some may be empty, because what was in them was deleted. */
const placesMax = 50;
const hourMs = 60 * 60 * 1000;

/**
 * The newest captures of a project in the last 12 hours, over all inboxes, without their bodies. The newest ten are in
 * the ten inboxes that received last, which the last slots of each ring of what was taken tell: all captures of a project
 * may be very many.
 */
export async function recentCaptures(db: Db, projectId: string, now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const oldest = sql`greatest(${new Date(now.getTime() - 12 * hourMs).toISOString()}::timestamptz, ${moment} - make_interval(hours => retained_hours))`;
  const rows = await rawRows<CaptureRow>(
    db,
    sql`
      with latest as (
        select webhooks.id, webhooks.name, webhooks.retained_hours, webhooks.retained_count as ring,
          webhooks.last_sequence - webhooks.refused_count as taken, max(captured.received_at) as at
        from webhooks join captured_requests captured on captured.webhook_id = webhooks.id and captured.slot in (
          mod(last_sequence - refused_count, retained_count),
          mod(last_sequence - refused_count + retained_count - 1, retained_count),
          mod(last_sequence - refused_count + 2 * retained_count - 2, retained_count))
        where webhooks.project_id = ${projectId} and captured.received_at > ${oldest}
        group by webhooks.id order by at desc limit ${recentMax}
      )
      select captured.id, latest.id as "webhookId", latest.name as "webhookName", captured.method,
        left(captured.path, ${pathCharsMax}) as path,
        (extract(epoch from captured.received_at) * 1000)::float8 as "receivedMs"
      from latest join generate_series(0, ${placesMax - 1}::int) back on back < latest.ring
        join captured_requests captured on captured.webhook_id = latest.id
          and captured.slot = mod(latest.taken + latest.ring - back, latest.ring)
      where captured.received_at > ${oldest}
      order by captured.received_at desc, captured.id desc limit ${recentMax}`,
  );
  return rows.map(({ receivedMs, ...row }) => ({ ...row, receivedAt: new Date(receivedMs).toISOString() }));
}

export async function recentReleases(db: Db, projectId: string) {
  const { id, title, status, createdAt, publishedAt } = releases;
  const rows = await db
    .select({ id, title, status, createdAt, publishedAt })
    .from(releases)
    .where(eq(releases.projectId, projectId))
    .orderBy(desc(createdAt), desc(id))
    .limit(recentMax);
  return rows.map(withIsoTimes);
}

/** Without what was changed, which may be large, and from where. */
export async function recentChanges({ actor, db }: Ctx, project: Pick<ProjectRow, "id" | "role">) {
  const { id, at, actorKind, actorName, operation, subjectKind, subjectId, subjectName } = auditEntries;
  const rows = await db
    .select({ id, at, actorKind, actorName, operation, subjectKind, subjectId, subjectName })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.projectId, project.id),
        showsKey(actor, project.role, eq(apiKeys.projectId, project.id)),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(recentMax);
  return rows.map((row) => ({ ...withIsoTimes(row), subjectKind: row.subjectKind as SubjectKind }));
}
