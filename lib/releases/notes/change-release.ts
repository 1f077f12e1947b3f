import { eq } from "drizzle-orm";
import { releases } from "@/db/schema/releases";
import type { Ctx } from "@/lib/operations/context";
import { noteBefore } from "@/lib/operations/trail";
import { Release } from "./contract";
import { releaseColumns } from "./release-columns";
import { type ReleaseRow, toRelease } from "./to-release";

/** Changes columns of a release that is locked, and tells the trail what it was. */
export async function changeRelease(
  ctx: Ctx,
  release: ReleaseRow,
  columns: Partial<ReleaseRow>,
): Promise<ReleaseRow> {
  noteBefore(ctx, Release.parse(toRelease(release)));
  const [changed] = await ctx.db
    .update(releases)
    .set(columns)
    .where(eq(releases.id, release.id))
    .returning(releaseColumns);
  if (!changed) throw new Error("a locked release is there until the transaction ends");
  return changed;
}

/** For a release that is already as it is asked to be. */
export function unchanged(ctx: Ctx, release: ReleaseRow) {
  noteBefore(ctx, Release.parse(toRelease(release)));
  return toRelease(release);
}
