import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { quickDb } from "@/db/database";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import { isGuid, isKsuid } from "@/lib/operations/ids";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";

export type Role = "admin" | "member";
export type KnownProject = typeof projects.$inferSelect & { teamReferenceId: string };

/** Remembered projects by UUID and by reference id; null means that there is none. */
export const knownProjects = sharedCache<{ project: KnownProject | null }>("projects", {
  max: 20_000,
  load: async (id) => ({ project: await readProject(quickDb(), whereNamed(id)) }),
});

/** Remembered roles by `membership`; null means that the person is no member. */
export const knownRoles = sharedCache<{ role: Role | null }>("members", {
  max: 50_000,
  load: async (key) => {
    const [teamId = "", userId = ""] = key.split(" ");
    return { role: await readRole(quickDb(), teamId, userId) };
  },
});

export const membership = (teamId: string, userId: string) => `${teamId} ${userId}`;

/** Makes a change of a project take effect for the very next request, in every process. */
export const forgetProjects = (changed: readonly { id: string; referenceId: string }[]): Promise<void> =>
  evictEverywhere(
    "projects",
    changed.flatMap(({ id, referenceId }) => [id, referenceId]),
  );

/** The same for a change of somebody's membership. */
export const forgetMember = (teamId: string, userId: string): Promise<void> =>
  evictEverywhere("members", [membership(teamId, userId)]);

function whereNamed(id: string): SQL | undefined {
  if (isGuid(id)) return eq(projects.id, id);
  return isKsuid(id) ? eq(projects.referenceId, id) : undefined;
}

export async function readProject(db: Db, where: SQL | undefined): Promise<KnownProject | null> {
  if (!where) return null;
  const [row] = await db
    .select({ project: projects, teamReferenceId: teams.referenceId })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .where(where);
  return row ? { ...row.project, teamReferenceId: row.teamReferenceId } : null;
}

export async function readRole(db: Db, teamId: string, userId: string): Promise<Role | null> {
  return (await readRoles(db, [{ teamId, userId }])).get(membership(teamId, userId)) ?? null;
}

/** Roles of members, by `membership`. */
export async function readRoles(
  db: Db,
  asked: readonly { teamId: string; userId: string }[],
): Promise<Map<string, Role>> {
  if (asked.length === 0) return new Map();
  const { teamId, userId, role } = teamMembers;
  const members = sql.join(
    asked.map((each) => sql`(${each.teamId}, ${each.userId})`),
    sql`, `,
  );
  const rows = await db
    .select({ teamId, userId, role })
    .from(teamMembers)
    .where(sql`(${teamId}, ${userId}) in (${members})`);
  return new Map(rows.map((row) => [membership(row.teamId, row.userId), row.role]));
}
