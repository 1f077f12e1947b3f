import { and, eq, inArray, type SQL } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { teamMembers, teams } from "@/db/schema/teams";
import type { Actor, Ctx, KeyActor, UserActor } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid, isKsuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { noteTrail } from "@/lib/operations/trail";
import type { Scope } from "@/lib/platform/key-scopes";
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
import { personOf } from "./person-of";

export type TeamRow = typeof teams.$inferSelect & { role: Role };
export type ProjectRow = KnownProject & { role: Role };

/** @throws {AppError} `unauthorized` */
export function requireUser(ctx: Ctx): UserActor["user"] {
  if (ctx.actor.kind !== "user") throw new AppError("unauthorized", "Unauthorized");
  return ctx.actor.user;
}

/** What a caller needs, and how the row is locked that it is judged by. */
type Access = { role?: "admin"; lock?: Lock };

/**
 * The team, with the caller's role in it. For strangers it does not exist.
 * @throws {AppError} `unauthorized`, `not_found`, and `forbidden` when `role` asks for more.
 */
export async function requireTeam(ctx: Ctx, teamId: string, { role, lock }: Access = {}): Promise<TeamRow> {
  const user = requireUser(ctx);
  if (!isGuid(teamId)) throw notFound("Team");
  const ofUser = and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, user.id));
  const query = ctx.db
    .select({ team: teams, role: teamMembers.role })
    .from(teams)
    .innerJoin(teamMembers, ofUser)
    .where(eq(teams.id, teamId));
  const [row] = await locking(query, lock, teams);
  if (!row) throw notFound("Team");
  if (role) requireAdmin(row);
  return { ...row.team, role: row.role };
}

/**
 * A project's ID in a path: its reference ID or its UUID, within a team where the path names one. Paths on which the
 * specification refuses the UUID take the reference ID only.
 */
export type ProjectId = { id: string; teamId?: string } | { referenceId: string };

/**
 * The project, with the caller's role on it. A key acts as an admin, a personal key with its owner's role. In a transaction the project is read
 * as it is now and locked, by default so that it stays, in its team and with its key columns, until the end. Otherwise
 * project and role are remembered, unless the path names the team.
 * @throws {AppError} `unauthorized`, `not_found`, `forbidden`.
 */
export async function requireProject(ctx: Ctx, id: ProjectId, need: Access = {}): Promise<ProjectRow> {
  const project = await judgedProject(ctx, id, need);
  noteTrail(ctx, { project: { id: project.id, teamId: project.teamId } });
  return project;
}

async function judgedProject(ctx: Ctx, id: ProjectId, need: Access): Promise<ProjectRow> {
  const { actor } = ctx;
  if (ctx.inTransaction) return requireLockedProject(ctx, id, need);
  if ("teamId" in id) return requireProjectNow(ctx, id, need);
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  const name = nameOf(id);
  const project = name && (await knownProjects().get(name)).project;
  if (!project) throw projectNotFound(id);
  const asked = { ...need, scopes: ctx.scopes };
  const personId = personOf(actor);
  if (personId === null) return judged(actor, project, null, asked);
  const { role } = await knownRoles().get(membership(project.teamId, personId));
  return judged(actor, project, role, asked);
}

/** One statement locks the project and reads the caller's role. */
async function requireLockedProject(
  { actor, db, scopes }: Ctx,
  id: ProjectId,
  { lock = "key share", ...need }: Access,
): Promise<ProjectRow> {
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  if (!nameOf(id)) throw projectNotFound(id);
  const ofUser = and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, personOf(actor) ?? ""));
  const read = () =>
    db
      .select({ project: projects, teamReferenceId: teams.referenceId, role: teamMembers.role })
      .from(projects)
      .innerJoin(teams, eq(teams.id, projects.teamId))
      .leftJoin(teamMembers, ofUser)
      .where(whereNamed(id))
      .for(lock, { of: projects });
  // If the project was moved while this waited for its lock, the first read finds nothing.
  const row = (await read())[0] ?? (await read())[0];
  if (!row) throw notFound("Project");
  const { project, teamReferenceId, role } = row;
  return judged(actor, { ...project, teamReferenceId }, role, { ...need, scopes });
}

/** The same, read as it is now and not locked. */
export async function requireProjectNow(
  { actor, db, scopes }: Pick<Ctx, "actor" | "db" | "scopes">,
  id: ProjectId,
  { role: needed }: Pick<Access, "role"> = {},
): Promise<ProjectRow> {
  if (actor.kind === "anonymous") throw new AppError("unauthorized", "Unauthorized");
  const project = nameOf(id) && (await readProject(db, whereNamed(id)));
  if (!project) throw projectNotFound(id);
  const personId = personOf(actor);
  const role = personId === null ? null : await readRole(db, project.teamId, personId);
  return judged(actor, project, role, { ...(needed && { role: needed }), scopes });
}

/** Of those that may not read their projects, as things are now, why. By two queries for all. */
export async function projectRefusals<
  Asked extends { actor: Actor; projectId: string; scopes: readonly Scope[] },
>({ db }: Pick<Ctx, "db">, asked: readonly Asked[]): Promise<Map<Asked, AppError>> {
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
      const [project, userId] = [byId.get(projectId), personOf(actor)];
      return project && userId !== null ? { teamId: project.teamId, userId } : [];
    }),
  );
  const refusals = new Map<Asked, AppError>();
  for (const each of asked) {
    const { actor, projectId, scopes } = each;
    const [project, personId] = [byId.get(projectId), personOf(actor)];
    const role = project && personId !== null ? roles.get(membership(project.teamId, personId)) : undefined;
    try {
      if (!project) throw notFound("Project");
      judged(actor, project, role ?? null, { scopes });
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
  if (!project) return undefined;
  const personId = personOf(actor);
  if (personId === null) return judged(actor, project, null, { scopes });
  const known = knownRoles().peek(membership(project.teamId, personId));
  return known && judged(actor, project, known.role, { scopes });
}

type Need = { role?: "admin"; scopes: readonly Scope[] | undefined };

/** @param memberRole the role of `personOf` the caller in the project's team */
function judged<Project extends { id: string }>(
  actor: Actor,
  project: Project,
  memberRole: Role | null,
  need: Need,
): Project & { role: Role } {
  const isForeign = actor.kind === "key" && actor.key.projectId !== project.id;
  const role = actor.kind === "key" && !actor.key.personal ? "admin" : memberRole;
  if (!role || isForeign) throw new AppError("forbidden", "API key does not have access to this project");
  requireScope(actor, need.scopes);
  if (need.role) requireAdmin({ role });
  return { ...project, role };
}

/**
 * Checks that a key has one of these scopes. People need none.
 * @throws {AppError} `forbidden`, with a hint that names the scopes
 */
export function requireScope(actor: Actor, scopes: readonly Scope[] = ["admin"]): void {
  if (actor.kind !== "key" || hasScope(actor, scopes)) return;
  const has = new Intl.ListFormat("en", { type: "conjunction" }).format(actor.key.scopes);
  const needs = new Intl.ListFormat("en", { type: "disjunction" }).format(scopes.toReversed());
  const hint = `This operation needs a key with the scope ${needs}. This key has ${has}.`;
  throw new AppError("forbidden", "Requires another scope", { hint });
}

export const hasScope = ({ key }: KeyActor, scopes: readonly Scope[]): boolean =>
  key.scopes.some((scope) => scopes.includes(scope));

/** By what a project is remembered; undefined if nothing can have this name. */
function nameOf(id: ProjectId): string | undefined {
  if ("referenceId" in id) return isKsuid(id.referenceId) ? id.referenceId : undefined;
  if (id.teamId !== undefined && !isGuid(id.teamId)) return undefined;
  if (isKsuid(id.id)) return id.id;
  return isGuid(id.id) ? id.id.toLowerCase() : undefined;
}

function whereNamed(id: ProjectId): SQL | undefined {
  if ("referenceId" in id) return eq(projects.referenceId, id.referenceId);
  const inTeam = id.teamId === undefined ? undefined : eq(projects.teamId, id.teamId);
  return and(eq(isKsuid(id.id) ? projects.referenceId : projects.id, id.id), inTeam);
}

/** The hint depends on the form of the ID only, so that it tells nothing about projects of others. */
function projectNotFound(id: ProjectId): AppError {
  if (!("referenceId" in id) || !isGuid(id.referenceId)) return notFound("Project");
  return notFound(
    "Project",
    "This path takes the Project ID (referenceId, 27 characters), not the internal ID. Project settings show both.",
  );
}

/** @throws {AppError} `forbidden` */
export function requireAdmin({ role }: { role: Role }): void {
  if (role !== "admin") throw new AppError("forbidden", "Requires admin role on this project");
}
