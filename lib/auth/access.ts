import { and, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "@/db/database";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import type { Actor, Ctx, KeyActor, UserActor } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid, isKsuid } from "@/lib/operations/ids";
import type { Scope } from "@/lib/operations/operation";
import { scopesFor } from "@/lib/operations/scope";
import {
  type KnownProject,
  knownProjects,
  knownRoles,
  membership,
  type Role,
  readProject,
  readRole,
  readRoles,
} from "./known-projects";

export type TeamRow = typeof teams.$inferSelect & { role: Role };
export type ProjectRow = KnownProject & { role: Role };

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
 * The project, with the caller's role on it. A key of the project acts as its admin. Both are remembered; where the path
 * names the team, and below a lock, they are read as they are now.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`.
 */
export async function requireProject(ctx: Ctx, id: ProjectId, need?: { role: "admin" }): Promise<ProjectRow> {
  const { actor } = ctx;
  if (ctx.readsNow || "teamId" in id) return requireProjectNow(ctx, id, need);
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  const name = nameOf(id);
  // Inside a transaction, what is not in memory is read by its own connection: another one might wait for it.
  if (ctx.db !== db() && !isKnown(actor, name)) return requireProjectNow(ctx, id, need);
  const project = name && (await knownProjects().get(name)).project;
  if (!project) throw notFound("Project");
  const asked = { ...need, scopes: ctx.scopes };
  if (actor.kind === "key") return judged(actor, project, null, asked);
  const { role } = await knownRoles().get(membership(project.teamId, actor.user.id));
  return judged(actor, project, role, asked);
}

/** Whether everything that `requireProject` asks for is in memory. */
function isKnown(actor: KeyActor | UserActor, name: string | undefined): boolean {
  const project = name && knownProjects().peek(name)?.project;
  if (!project) return false;
  return actor.kind === "key" || knownRoles().peek(membership(project.teamId, actor.user.id)) !== undefined;
}

/** The project of either name. Takes what `requireProject` will ask for into memory, unless a transaction is open. */
export async function knowProject(
  { actor, db: own }: Pick<Ctx, "actor" | "db">,
  id: string,
): Promise<KnownProject | null> {
  if (actor.kind === "anonymous" || !(isGuid(id) || isKsuid(id))) return null;
  const name = isGuid(id) ? id.toLowerCase() : id;
  if (own !== db()) {
    return knownProjects().peek(name)?.project ?? readProject(own, whereNamed(idOf(name)));
  }
  const { project } = await knownProjects().get(name);
  if (project && actor.kind === "user") await knownRoles().get(membership(project.teamId, actor.user.id));
  return project;
}

/** The same, read as it is now. */
export async function requireProjectNow(
  { actor, db, scopes }: Pick<Ctx, "actor" | "db" | "scopes">,
  id: ProjectId,
  need?: { role: "admin" },
): Promise<ProjectRow> {
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  const project = nameOf(id) && (await readProject(db, whereNamed(id)));
  if (!project) throw notFound("Project");
  const role = actor.kind === "key" ? null : await readRole(db, project.teamId, actor.user.id);
  return judged(actor, project, role, { ...need, scopes });
}

/** Of those that may not read their projects, as things are now, why. By two queries for all. */
export async function projectRefusals<Asked extends { actor: Actor; projectId: string }>(
  { db }: Pick<Ctx, "db">,
  asked: readonly Asked[],
): Promise<Map<Asked, AppError>> {
  if (asked.length === 0) return new Map();
  const ids = [...new Set(asked.map(({ projectId }) => projectId))];
  const found = await db
    .select({ id: projects.id, teamId: projects.teamId })
    .from(projects)
    .where(inArray(projects.id, ids));
  const byId = new Map(found.map((project) => [project.id, project]));
  const roles = await readRoles(
    db,
    asked.flatMap(({ actor, projectId }) => {
      const project = byId.get(projectId);
      return project && actor.kind === "user" ? { teamId: project.teamId, userId: actor.user.id } : [];
    }),
  );
  const refusals = new Map<Asked, AppError>();
  for (const each of asked) {
    const { actor, projectId } = each;
    const project = byId.get(projectId);
    const role =
      project && actor.kind === "user" ? roles.get(membership(project.teamId, actor.user.id)) : undefined;
    try {
      if (!project) throw notFound("Project");
      judged(actor, project, role ?? null, { scopes: reading });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.set(each, error);
    }
  }
  return refusals;
}

/**
 * The same for a key and without waiting, if the project is in memory; undefined otherwise.
 * @throws {AppError} `forbidden`
 */
export function projectInMemory(
  actor: KeyActor,
  referenceId: string,
  scopes: readonly Scope[],
): ProjectRow | undefined {
  const project = knownProjects().peek(referenceId)?.project;
  return project ? judged(actor, project, null, { scopes }) : undefined;
}

const reading = scopesFor({ method: "GET" });

type Need = { role?: "admin"; scopes: readonly Scope[] | undefined };

/** @param memberRole the caller's role in the project's team, if it is a person */
function judged<Project extends { id: string }>(
  actor: Actor,
  project: Project,
  memberRole: Role | null,
  need: Need,
): Project & { role: Role } {
  const isOwnKey = actor.kind === "key" && actor.key.projectId === project.id;
  const role = isOwnKey ? "admin" : memberRole;
  if (!role) throw new AppError("forbidden", "API key does not have access to this project");
  requireScope(actor, need.scopes);
  if (need.role) requireAdmin({ role });
  return { ...project, role };
}

/**
 * Checks that a key's scope is one of these. People have all that their role has.
 * @throws {AppError} `forbidden`
 */
export function requireScope(actor: Actor, scopes: readonly Scope[] = ["admin"]): void {
  if (actor.kind !== "key" || scopes.includes(actor.key.scope)) return;
  throw new AppError("forbidden", "Requires another scope");
}

/** By what a project is remembered; undefined if nothing can have this name. */
function nameOf(id: ProjectId): string | undefined {
  if ("referenceId" in id) return isKsuid(id.referenceId) ? id.referenceId : undefined;
  if (!isGuid(id.uuid) || (id.teamId !== undefined && !isGuid(id.teamId))) return undefined;
  return id.uuid.toLowerCase();
}

const idOf = (name: string): ProjectId => (isGuid(name) ? { uuid: name } : { referenceId: name });

function whereNamed(id: ProjectId): SQL | undefined {
  if ("referenceId" in id) return eq(projects.referenceId, id.referenceId);
  const inTeam = id.teamId === undefined ? undefined : eq(projects.teamId, id.teamId);
  return and(eq(projects.id, id.uuid), inTeam);
}

/** @throws {AppError} `forbidden` */
export function requireAdmin({ role }: { role: Role }): void {
  if (role !== "admin") throw new AppError("forbidden", "Requires admin role on this project");
}
