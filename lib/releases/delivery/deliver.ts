import { and, eq, or, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Db } from "@/db/client";
import { releaseDeliveries } from "@/db/schema/releases";
import { AppError } from "@/lib/operations/errors";
import type { ChannelKind } from "./contract";

type Delivery = {
  releaseId: string;
  revision: number;
  channel: ChannelKind;
  recipient: string;
  /** Whether the message says that it is a draft. */
  isDraft: boolean;
};

type Details = {
  /** The message was handed over, but nobody said whether it was taken. */
  isUnknown?: boolean;
  /** Another attempt would be refused, too. */
  isFinal?: boolean;
  /** The next recipient's message would fail alike. */
  isForAll?: boolean;
};

/** An expected failure to send, on any channel. The message is for the caller. */
export class DeliveryError extends AppError {
  constructor(
    message: string,
    readonly details: Details = {},
  ) {
    super("bad_gateway", message);
  }
}

/** Stored with a delivery that was sent before the release was published. */
export const draftMark = "draft";

/**
 * Sends to one recipient unless this revision reached them before. The row is claimed first, so that neither a retry
 * nor a double click sends twice. A failure frees it for the next try, unless it is unknown whether the message
 * arrived. Recipients of the draft get the published release too.
 * @param send gets the delivery's id, which stays the same for the next try; fails with the other side's reason
 * @returns false when it had been sent already
 * @throws {AppError} `conflict` while it is being sent, and whatever `send` throws
 */
export async function deliverOnce(
  db: Db,
  delivery: Delivery,
  now: () => Date,
  send: (id: string) => Promise<void>,
): Promise<boolean> {
  const id = await claim(db, delivery, now());
  if (id === undefined) {
    if (await wasSent(db, delivery)) return false;
    throw new AppError(
      "conflict",
      "This text is being sent already. Should it never arrive, change the release and send it again.",
    );
  }
  const settle = (fields: { state: "sending" | "sent" | "failed"; detail: string | null }) =>
    db
      .update(releaseDeliveries)
      .set({ ...fields, updatedAt: now() })
      .where(eq(releaseDeliveries.id, id));
  try {
    await send(id);
  } catch (error) {
    const isUnknown = error instanceof DeliveryError && error.details.isUnknown;
    const detail = error instanceof Error ? error.message.slice(0, 500) : null;
    await settle({ state: isUnknown ? "sending" : "failed", detail });
    throw error;
  }
  await settle({ state: "sent", detail: delivery.isDraft ? draftMark : null });
  return true;
}

/** Claims the delivery and returns its id; undefined if another request has claimed it or it is done. */
async function claim(db: Db, { isDraft, ...delivery }: Delivery, now: Date): Promise<string | undefined> {
  const claimed = { state: "sending" as const, detail: null, updatedAt: now };
  const { id, releaseId, revision, channel, recipient, state, detail } = releaseDeliveries;
  const wentOutAsDraft = and(eq(state, "sent"), eq(detail, draftMark));
  const [row] = await db
    .insert(releaseDeliveries)
    .values({ id: uuidv7(), ...delivery, ...claimed })
    .onConflictDoUpdate({
      target: [releaseId, revision, channel, recipient],
      // After a draft, the published release is another message and needs another id.
      set: { ...claimed, id: sql`case when ${state} = 'sent' then excluded.id else ${id} end` },
      setWhere: isDraft ? eq(state, "failed") : or(eq(state, "failed"), wentOutAsDraft),
    })
    .returning({ id });
  return row?.id;
}

async function wasSent(db: Db, { releaseId, revision, channel, recipient }: Delivery): Promise<boolean> {
  const [row] = await db
    .select({ state: releaseDeliveries.state })
    .from(releaseDeliveries)
    .where(
      and(
        eq(releaseDeliveries.releaseId, releaseId),
        eq(releaseDeliveries.revision, revision),
        eq(releaseDeliveries.channel, channel),
        eq(releaseDeliveries.recipient, recipient),
      ),
    );
  return row?.state === "sent";
}
