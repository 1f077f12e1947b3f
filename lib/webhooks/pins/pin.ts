import { and, eq, sql } from "drizzle-orm";
import { capturedRequests, pinnedCaptures, webhooks } from "@/db/schema/webhooks";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { withinQuotas } from "@/lib/operations/quota";
import { sizeOf } from "@/lib/webhooks/capture-room";
import { type CaptureRow, type Pin, requireCapture } from "@/lib/webhooks/captures";
import { isPinned, isRetained } from "@/lib/webhooks/kept-captures";
import { pinsMax } from "./contract";

/** Whose capture it is. */
type Place = { projectId: string; webhookId: string; requestId: string };
/** What is written on it, if anything is to be. */
type Note = Pick<Pin, "note" | "noteBy" | "noteAt">;

/**
 * Pins a capture, if it is not pinned already, and writes a note on it. The copy is one statement's: a capture whose
 * place in the ring a newer one takes at that moment is either pinned whole or not found.
 * @throws {AppError} `not_found`, `conflict` when too many are pinned, `quota_exceeded`
 */
export async function pin(ctx: Ctx, place: Place, note?: Note): Promise<{ before: CaptureRow; pin: Pin }> {
  const before = await requireCapture(ctx.db, place.webhookId, place.requestId, ctx.now());
  if (before.pin && !note) return { before, pin: before.pin };
  const bytes = before.pin ? 0 : sizeOf(before);
  const quota = { name: "captureBytes", ownerId: place.projectId, adding: bytes } as const;
  const pinned = await withinQuotas(ctx, [quota], (inner) =>
    transaction(inner, async (locked) => {
      await lockPins(locked, place.webhookId);
      if (!before.pin) await copyToPins(locked, place);
      return changePin(locked, place, note);
    }),
  );
  return { before, pin: pinned };
}

/**
 * Pins of one inbox wait for each other, so that none slips past their number. The inbox's row is not locked against
 * captures, only against its deletion.
 */
async function lockPins({ db }: Ctx, webhookId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pins ${webhookId}`}, 0))`);
  const [inbox] = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
    .for("key share");
  if (!inbox) throw notFound("Webhook");
}

async function copyToPins({ db, now }: Ctx, { webhookId, requestId }: Place): Promise<void> {
  // A pin whose time is over is in the way of a new one, and of the number of pins.
  await db
    .delete(pinnedCaptures)
    .where(and(eq(pinnedCaptures.webhookId, webhookId), sql`not (${isPinned(now())})`));
  const amount = await db.$count(pinnedCaptures, eq(pinnedCaptures.webhookId, webhookId));
  const { webhookId: inboxId, sequence, id, method, path, rawUrl, rawHeaders } = capturedRequests;
  const { body, ip, receivedAt, signature } = capturedRequests;
  const pinnedAt = sql`${now().toISOString()}::timestamptz`.as("pinned_at");
  const none = {
    note: sql`null`.as("note"),
    noteBy: sql`null`.as("note_by"),
    noteAt: sql`null`.as("note_at"),
  };
  const copied = await db
    .insert(pinnedCaptures)
    .select(
      db
        .select({
          ...{ webhookId: inboxId, sequence, id, method, path, rawUrl, rawHeaders },
          ...{ body, ip, receivedAt, signature, pinnedAt, ...none },
        })
        .from(capturedRequests)
        .where(and(eq(inboxId, webhookId), eq(sql`${id}::text`, requestId), isRetained(webhookId, now()))),
    )
    .onConflictDoNothing()
    .returning({ id: pinnedCaptures.id });
  if (copied.length > 0 && amount >= pinsMax) {
    throw new AppError(
      "conflict",
      `This inbox has ${pinsMax} pinned requests, which is the most. Unpin one of them first.`,
    );
  }
}

/** The pin as it is afterwards, whoever made it. */
async function changePin({ db }: Ctx, { webhookId, requestId }: Place, change?: Note): Promise<Pin> {
  const where = and(eq(pinnedCaptures.webhookId, webhookId), eq(sql`${pinnedCaptures.id}::text`, requestId));
  const { pinnedAt, note, noteBy, noteAt } = pinnedCaptures;
  const shown = { pinnedAt, note, noteBy, noteAt };
  const [row] = change
    ? await db.update(pinnedCaptures).set(change).where(where).returning(shown)
    : await db.select(shown).from(pinnedCaptures).where(where);
  if (!row) throw notFound("Request");
  return row;
}
