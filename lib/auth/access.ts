import { and, eq, type SQL, sql } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import type { Ctx, UserActor } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid, isKsuid } from "@/lib/operations/ids";

export type Role = "admin" | "member";
export type TeamRow = typeof teams.$inferSelect & { role: Role };
export type ProjectRow = typeof projects.$inferSelect & { role: Role; teamReferenceId: string };

/** @throws {AppError} `unauthorized` */
export function requireUser(ctx: Ctx): UserActor["user"] {
  if (ctx.actor.kind !== "user") throw new AppError("unauthorized", "Unauthorized");
  return ctx.actor.user;
}

/**
 * The team, with the caller's role in it. For strangers it does not exist.
 * @throws {AppError} `unauthorized`, `not_found`, and `forbidden` when `role` asks for more.
 */
export async function requireTeam(ctx: Ctx, teamId: string, need?: { role: "admin" }): Promise<TeamRow> {
  const user = requireUser(ctx);
  if (!isGuid(teamId)) throw notFound("Team");
  const [row] = await ctx.db
    .select({ team: teams, role: teamMembers.role })
    .from(teams)
    .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, user.id)))
    .where(eq(teams.id, teamId));
  if (!row) throw notFound("Team");
  if (need) requireAdmin(row);
  return { ...row.team, role: row.role };
}

/** A project's UUID, within a team where the path names one, or its public reference id. */
export type ProjectId = { uuid: string; teamId?: string } | { referenceId: string };

/**
 * The project, with the caller's role on it. A key of the project acts as its admin.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`.
 */
export async function requireProject(ctx: Ctx, id: ProjectId, need?: { role: "admin" }): Promise<ProjectRow> {
  const { actor } = ctx;
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  const named = whereNamed(id);
  if (!named) throw notFound("Project");
  const isCaller = actor.kind === "user" ? eq(teamMembers.userId, actor.user.id) : sql`false`;
  const [row] = await ctx.db
    .select({ project: projects, teamReferenceId: teams.referenceId, memberRole: teamMembers.role })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, projects.teamId), isCaller))
    .where(named);
  if (!row) throw notFound("Project");
  const { project, memberRole, teamReferenceId } = row;
  const isOwnKey = actor.kind === "key" && actor.key.projectId === project.id;
  const role = isOwnKey ? "admin" : memberRole;
  if (!role) throw new AppError("forbidden", "API key does not have access to this project");
  if (need) requireAdmin({ role });
  return { ...project, role, teamReferenceId };
}

function whereNamed(id: ProjectId): SQL | undefined {
  if ("referenceId" in id) {
    return isKsuid(id.referenceId) ? eq(projects.referenceId, id.referenceId) : undefined;
  }
  if (!isGuid(id.uuid) || (id.teamId !== undefined && !isGuid(id.teamId))) return undefined;
  const inTeam = id.teamId === undefined ? undefined : eq(projects.teamId, id.teamId);
  return and(eq(projects.id, id.uuid), inTeam);
}

/** @throws {AppError} `forbidden` */
export function requireAdmin({ role }: { role: Role }): void {
  if (role !== "admin") throw new AppError("forbidden", "Requires admin role on this project");
}
