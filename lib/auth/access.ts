import { and, eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import type { Ctx } from "@/lib/http/context";
import { AppError, notFound } from "@/lib/http/errors";
import type { UserActor } from "./actor";

export type Role = "admin" | "member";
export type TeamRow = typeof teams.$inferSelect & { role: Role };
export type ProjectRow = typeof projects.$inferSelect & { role: Role; teamReferenceId: string };

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path's id can be a row's at all; a malformed one is as unknown as any other. */
export const isGuid = (id: string) => guid.test(id);

/** @throws {AppError} `unauthorized` */
export function requireUser(ctx: Ctx): UserActor["user"] {
  if (ctx.actor.kind !== "user") throw new AppError("unauthorized", "Unauthorized");
  return ctx.actor.user;
}

/**
 * The team, with the caller's role in it. A stranger's team is as unknown as one that does not exist.
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
  if (need && row.role !== need.role) throw adminNeeded();
  return { ...row.team, role: row.role };
}

/**
 * The project, with the caller's role on it.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`.
 */
export async function requireProject(
  ctx: Ctx,
  id: { uuid: string; teamId?: string },
  need?: { role: "admin" },
): Promise<ProjectRow> {
  const user = requireUser(ctx);
  if (!isGuid(id.uuid)) throw notFound("Project");
  const [row] = await ctx.db
    .select({ project: projects, teamReferenceId: teams.referenceId, role: teamMembers.role })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, projects.teamId), eq(teamMembers.userId, user.id)))
    .where(eq(projects.id, id.uuid));
  if (!row || (id.teamId !== undefined && row.project.teamId !== id.teamId)) throw notFound("Project");
  if (!row.role) throw new AppError("forbidden", "API key does not have access to this project");
  if (need && row.role !== need.role) throw adminNeeded();
  return { ...row.project, role: row.role, teamReferenceId: row.teamReferenceId };
}

function adminNeeded(): AppError {
  return new AppError("forbidden", "Requires admin role on this project");
}
