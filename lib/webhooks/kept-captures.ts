import { and, eq, gt, notExists, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { capturedRequests, pinnedCaptures, webhooks } from "@/db/schema/webhooks";

/** How long a capture stays pinned. */
export const pinAgeMs = 30 * 24 * 60 * 60 * 1000;

/** Whether a row of the ring is young enough for its inbox. */
export const isRetained = (webhookId: string, now: Date) =>
  sql`${capturedRequests.receivedAt} > ${now.toISOString()}::timestamptz - make_interval(hours => (select ${webhooks.retainedHours} from ${webhooks} where ${webhooks.id} = ${webhookId}))`;

/** Whether a pin still holds. */
export const isPinned = (now: Date) => gt(pinnedCaptures.pinnedAt, new Date(now.getTime() - pinAgeMs));

/**
 * What is kept of an inbox: those in its rings, and those that are pinned. A pinned capture that is also in a ring is
 * here once, as pinned.
 */
export function keptCaptures(db: Db, webhookId: string, now: Date) {
  const pinOf = db
    .select({ one: sql`1` })
    .from(pinnedCaptures)
    .where(
      and(
        eq(pinnedCaptures.webhookId, capturedRequests.webhookId),
        eq(pinnedCaptures.sequence, capturedRequests.sequence),
        isPinned(now),
      ),
    );
  const inRings = db
    .select({
      ...columnsOf(capturedRequests),
      pinnedAt: noTime("pinned_at"),
      note: sql<string | null>`null::text`.as("note"),
      noteBy: sql<string | null>`null::text`.as("note_by"),
      noteAt: noTime("note_at"),
    })
    .from(capturedRequests)
    .where(and(eq(capturedRequests.webhookId, webhookId), isRetained(webhookId, now), notExists(pinOf)));
  const { pinnedAt, note, noteBy, noteAt } = pinnedCaptures;
  const pinned = db
    .select({
      ...columnsOf(pinnedCaptures),
      // How it is read, the other half of the union says.
      pinnedAt: sql<Date | null>`${pinnedAt}`.as("pinned_at"),
      ...{ note, noteBy, noteAt },
    })
    .from(pinnedCaptures)
    .where(and(eq(pinnedCaptures.webhookId, webhookId), isPinned(now)));
  return unionAll(inRings, pinned).as("kept");
}

export type KeptCaptures = ReturnType<typeof keptCaptures>;

const noTime = (name: string) =>
  sql`null::timestamptz`.mapWith(pinnedCaptures.noteAt).as(name) as SQL.Aliased<Date | null>;

function columnsOf(table: typeof capturedRequests | typeof pinnedCaptures) {
  const { webhookId, sequence, id, method, path, rawUrl, rawHeaders, body, ip, receivedAt, signature } =
    table;
  return { webhookId, sequence, id, method, path, rawUrl, rawHeaders, body, ip, receivedAt, signature };
}
