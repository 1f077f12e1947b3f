import { and, eq } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import { sharedCache } from "@/lib/platform/cache/shared-cache";

/** The remembered project of a host label; `projectId` null means that no project has this host. */
export const projectHosts = sharedCache<{ projectId: string | null }>("project hosts", {
  max: 20_000,
  load: readHost,
});

async function readHost(label: string) {
  const [, referenceId, slug] = /^([a-z0-9]{8})-([a-z0-9-]{1,54})$/.exec(label) ?? [];
  if (!referenceId || !slug) return { projectId: null };
  const [found] = await quickDb()
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .where(and(eq(teams.referenceId, referenceId), eq(projects.slug, slug)));
  return { projectId: found?.id ?? null };
}
