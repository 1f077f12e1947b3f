import { and, eq, sql } from "drizzle-orm";
import { db, quickDb } from "@/db/database";
import { mockProxies } from "@/db/schema/mock-calls";
import { mockChaos } from "@/db/schema/mocks";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { hostLabel, isHostLabel } from "@/lib/platform/hosts/project-host";

/** What some calls of a project's mocks get for a while. */
export type Chaos = Pick<typeof mockChaos.$inferSelect, "percent" | "statusCode" | "fault" | "endsAt">;

/** Where a project's misses are sent on to. */
export type MissProxy = Pick<
  typeof mockProxies.$inferSelect,
  "baseUrl" | "timeoutMs" | "recording" | "recordedHeaders" | "recordedBodies"
>;

/** What is remembered of a host label; `projectId` null means that no project has this host. */
export type ProjectHost = { projectId: string | null; chaos: Chaos | null; proxy: MissProxy | null };

/** Chaos and forwarding are remembered here, because whoever answers a call has looked here anyway. */
export const projectHosts = sharedCache<ProjectHost>("project hosts", {
  max: 20_000,
  load: readHost,
});

/** Makes a change of what is remembered of a project's host take effect for the very next request, in every process. */
export async function forgetProjectHost(projectId: string): Promise<void> {
  const [found] = await db()
    .select({ referenceId: teams.referenceId, slug: projects.slug })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .where(eq(projects.id, projectId));
  if (found) await evictEverywhere("project hosts", [hostLabel(found.referenceId, found.slug)]);
}

async function readHost(label: string): Promise<ProjectHost> {
  const none = { projectId: null, chaos: null, proxy: null };
  if (!isHostLabel(label)) return none;
  const [referenceId, slug] = [label.slice(0, 8), label.slice(9)];
  const { percent, statusCode, fault, endsAt } = mockChaos;
  const { baseUrl, timeoutMs, recording, recordedHeaders, recordedBodies } = mockProxies;
  const [found] = await quickDb()
    .select({
      projectId: projects.id,
      chaos: { percent, statusCode, fault, endsAt },
      proxy: { baseUrl, timeoutMs, recording, recordedHeaders, recordedBodies },
    })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .leftJoin(mockChaos, and(eq(mockChaos.projectId, projects.id), sql`${endsAt} > now()`))
    .leftJoin(mockProxies, and(eq(mockProxies.projectId, projects.id), eq(mockProxies.enabled, true)))
    .where(and(eq(teams.referenceId, referenceId), eq(projects.slug, slug)));
  return found ?? none;
}
