import { and, eq, gt, notExists, sql } from "drizzle-orm";
import { releaseDeliveries, releaseRevisions } from "@/db/schema/releases";
import type { Ctx } from "@/lib/operations/context";
import type { ReleaseRow } from "./to-release";

/** How long texts that save themselves stand for one revision. */
export const sessionMs = 10 * 60_000;

type Of = Pick<ReleaseRow, "id" | "revision">;

const newestOf = ({ id, revision }: Of) =>
  and(eq(releaseRevisions.releaseId, id), eq(releaseRevisions.number, revision));

/** Whose text saves itself; a key's does not. */
export const writerOf = ({ actor }: Ctx): string | undefined =>
  actor.kind === "user" ? actor.user.id : undefined;

/**
 * Since when a person writes whose text has just saved itself as the newest revision: the next one takes its place, unless
 * it was sent.
 */
export async function autosavedSince(
  { db, now }: Pick<Ctx, "db" | "now">,
  of: Of,
  writerId: string,
): Promise<Date | undefined> {
  const { releaseId, number, writtenSince } = releaseRevisions;
  const sent = db
    .select({ one: sql`1` })
    .from(releaseDeliveries)
    .where(and(eq(releaseDeliveries.releaseId, releaseId), eq(releaseDeliveries.revision, number)));
  const [found] = await db
    .select({ since: writtenSince })
    .from(releaseRevisions)
    .where(
      and(
        newestOf(of),
        eq(releaseRevisions.writerId, writerId),
        gt(writtenSince, new Date(now().getTime() - sessionMs)),
        notExists(sent),
      ),
    );
  return found?.since ?? undefined;
}

/** Removes a revision that a newer one stands for. Numbers go on: HTML and what was sent are known by them. */
export async function dropRevision({ db }: Pick<Ctx, "db">, of: Of): Promise<void> {
  await db.delete(releaseRevisions).where(newestOf(of));
}

/** What was published stays in the history, whatever is written once it is taken back. */
export async function keepRevision({ db }: Pick<Ctx, "db">, of: Of): Promise<void> {
  await db.update(releaseRevisions).set({ writtenSince: null }).where(newestOf(of));
}
