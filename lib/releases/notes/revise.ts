import { and, eq, type SQL, sql } from "drizzle-orm";
import { releaseRevisions, releases } from "@/db/schema/releases";
import type { Ctx } from "@/lib/operations/context";
import { releaseColumns } from "./release-columns";
import type { ReleaseRow } from "./to-release";

type Text = { title: string; content: string };
type Changes = Text & Partial<Omit<typeof releases.$inferInsert, "commits">> & { commits?: SQL };
type Revision = {
  origin: "generated" | "edited";
  author: string | null;
  /** Whoever writes, where the text saves itself. */
  writer?: Writer | undefined;
};
type Writer = { id: string; since: Date };

/**
 * Gives a release a new text and keeps it as a revision, inside a transaction.
 * @param condition must still hold for the release
 * @returns the release, or undefined if the condition no longer holds
 */
export async function revise(
  { db, now }: Pick<Ctx, "db" | "now">,
  release: Pick<ReleaseRow, "id">,
  changes: Changes,
  { origin, author, writer }: Revision,
  condition?: Parameters<typeof and>[0],
): Promise<ReleaseRow | undefined> {
  const [revised] = await db
    .update(releases)
    .set({ ...changes, revision: sql`${releases.revision} + 1` })
    .where(and(eq(releases.id, release.id), condition))
    .returning(releaseColumns);
  if (!revised) return undefined;
  await db.insert(releaseRevisions).values({
    releaseId: revised.id,
    number: revised.revision,
    title: revised.title,
    content: revised.content,
    origin,
    author,
    ...(writer && { writerId: writer.id, writtenSince: writer.since }),
    createdAt: now(),
  });
  return revised;
}
