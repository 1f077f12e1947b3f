import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { auditEntries } from "@/db/schema/audit";
import { releases } from "@/db/schema/releases";
import type { SubjectKind } from "@/lib/audit/contract";
import { withIsoTimes } from "@/lib/operations/present";
import { captureAgeMs, capturesMax } from "@/lib/webhooks/captures";

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

/**
 * The newest captures of a project, over all inboxes, without their bodies. The newest ten are in the ten inboxes that
 * received last, which the last slots of each ring of what was taken tell: all captures of a project may be very many.
 */
export async function recentCaptures(db: Db, projectId: string, now: Date) {
  const oldest = new Date(now.getTime() - captureAgeMs).toISOString();
  const rows = await rawRows<CaptureRow>(
    db,
    sql`
      with latest as (
        select webhooks.id, webhooks.name, max(captured.received_at) as at
        from webhooks join captured_requests captured on captured.webhook_id = webhooks.id and captured.slot in (
          mod(last_sequence - refused_count, ${capturesMax}),
          mod(last_sequence - refused_count + ${capturesMax - 1}, ${capturesMax}),
          mod(last_sequence - refused_count + ${capturesMax - 2}, ${capturesMax}))
        where webhooks.project_id = ${projectId} and captured.received_at > ${oldest}::timestamptz
        group by webhooks.id order by at desc limit ${recentMax}
      )
      select captured.id, latest.id as "webhookId", latest.name as "webhookName", captured.method,
        left(captured.path, ${pathCharsMax}) as path,
        (extract(epoch from captured.received_at) * 1000)::float8 as "receivedMs"
      from latest join captured_requests captured on captured.webhook_id = latest.id
      where captured.received_at > ${oldest}::timestamptz and captured.slot < ${capturesMax}
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
export async function recentChanges(db: Db, projectId: string) {
  const { id, at, actorKind, actorName, operation, subjectKind, subjectId, subjectName } = auditEntries;
  const rows = await db
    .select({ id, at, actorKind, actorName, operation, subjectKind, subjectId, subjectName })
    .from(auditEntries)
    .where(eq(auditEntries.projectId, projectId))
    .orderBy(desc(at), desc(id))
    .limit(recentMax);
  return rows.map((row) => ({ ...withIsoTimes(row), subjectKind: row.subjectKind as SubjectKind }));
}
