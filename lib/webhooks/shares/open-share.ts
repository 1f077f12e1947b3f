import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { sharedCaptures } from "@/db/schema/webhooks";
import { AppError, notFound } from "@/lib/operations/errors";
import { shownBody } from "@/lib/operations/shown-body";
import { isToken, type ShareRow, tokenHashOf } from "./shares";

/**
 * What a link shows, to whoever has it, and counts that it was opened.
 * @throws {AppError} `not_found`, also when it was revoked or its inbox deleted; `gone` when its time is over
 */
export async function openShare(db: Db, token: string, now: Date): Promise<ShareRow> {
  if (!isToken(token)) throw notFound("Link");
  const here = eq(sharedCaptures.tokenHash, tokenHashOf(token));
  const [open] = await db
    .update(sharedCaptures)
    .set({ openCount: sql`least(${sharedCaptures.openCount}, 2000000000) + 1`, lastOpenedAt: now })
    .where(and(here, gt(sharedCaptures.expiresAt, now)))
    .returning();
  if (open) return open;
  if ((await db.$count(sharedCaptures, here)) === 0) throw notFound("Link");
  throw new AppError("gone", "The time of this link is over. Ask whoever sent it for a new one.");
}

/** What everybody with the link learns, in the words of a captured request. */
export function sharedView({ rawHeaders, body, signature, ...row }: ShareRow) {
  const shown = body && shownBody(body, false);
  return {
    ...{ method: row.method, path: row.target, rawHeaders },
    body: shown?.body ?? null,
    bodyEncoding: shown?.encoding ?? null,
    size: row.size,
    ip: row.ip,
    receivedAt: row.receivedAt.toISOString(),
    signature: signature && { verdict: signature.verdict },
    masked: row.masked,
    expiresAt: row.expiresAt.toISOString(),
  };
}
export type SharedView = ReturnType<typeof sharedView>;
