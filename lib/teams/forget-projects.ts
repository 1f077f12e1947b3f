import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apiKeys } from "@/db/schema/keys";
import { forgetKeys } from "@/lib/auth/known-keys";
import { forgetProjects } from "@/lib/auth/known-projects";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";

/**
 * Collects the cache keys of projects that are about to be deleted.
 * @returns evicts them in every process; for `ctx.after`
 */
export async function rememberedOf(
  db: Db,
  teamReferenceId: string,
  projects: readonly { id: string; slug: string; referenceId: string }[],
): Promise<() => Promise<void>> {
  const ids = projects.map(({ id }) => id);
  const keys = await db.select({ hash: apiKeys.hash }).from(apiKeys).where(inArray(apiKeys.projectId, ids));
  const labels = projects.map(({ slug }) => hostLabel(teamReferenceId, slug));
  return async () => {
    await Promise.all([
      evictEverywhere("project hosts", labels),
      evictEverywhere("project flags", ids),
      evictEverywhere("global flags", ids),
      forgetProjects(projects),
      forgetKeys(keys.map(({ hash }) => hash)),
    ]);
  };
}
