import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseChunks, releases } from "@/db/schema/releases";
import type { Checkpoints } from "../writing/write-notes";
import { isHeld, type Job } from "./lease";

/** What a model has written for a release, kept for a later try for as long as this process holds the release. */
export function checkpointsOf(db: Db, job: Job, now: () => Date): Checkpoints {
  const releaseId = job.release.id;
  return {
    async find(digest) {
      const [row] = await db
        .select({ written: releaseChunks.written })
        .from(releaseChunks)
        .where(and(eq(releaseChunks.releaseId, releaseId), eq(releaseChunks.digest, digest)));
      return row?.written;
    },
    keep: (digest, written) =>
      db.transaction(async (tx) => {
        const held = await tx.select({ id: releases.id }).from(releases).where(isHeld(job)).for("update");
        if (held.length === 0) return;
        await tx
          .insert(releaseChunks)
          .values({ releaseId, digest, written, createdAt: now() })
          .onConflictDoNothing();
      }),
  };
}

/** Deletes the checkpoints once the notes are done, so that writing them anew asks the model again. */
export async function dropCheckpoints(db: Db, releaseId: string): Promise<void> {
  await db.delete(releaseChunks).where(eq(releaseChunks.releaseId, releaseId));
}
