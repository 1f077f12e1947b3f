import { and, eq, getTableColumns, gte, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { auditEntries } from "@/db/schema/audit";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { requireProject, requireTeam, requireUser } from "@/lib/auth/access";
import { isVisible } from "@/lib/auth/key-rows";
import type { Role } from "@/lib/auth/known-projects";
import type { Actor, Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { type ListInput, readPage } from "@/lib/operations/read-page";
import { type AuditFilters, listProjectAuditLog, listTeamAuditLog, type SubjectKind } from "./contract";

const { teamId: _, bytes: __, ...shown } = getTableColumns(auditEntries);

const list = listOf({
  from: auditEntries,
  columns: shown,
  id: auditEntries.id,
  searched: [auditEntries.subjectName, auditEntries.actorName, auditEntries.operation],
  sorts: { at: byTime(auditEntries.at) },
});

export const handleListProjectAuditLog = implement(listProjectAuditLog, async (ctx, input) => {
  const { where, role } = await projectTrail(ctx, input.projectId);
  return readTrail(ctx, { where, role }, await input.fields());
});

export const handleListTeamAuditLog = implement(listTeamAuditLog, async (ctx, input) => {
  const { where, role } = await teamTrail(ctx, input.teamId);
  return readTrail(ctx, { where, role }, await input.fields());
});

/** Entries that a caller may see, and the caller's role. */
export type VisibleTrail = { where: SQL; role: Role };

export async function projectTrail(ctx: Ctx, projectId: string): Promise<VisibleTrail> {
  const { id, role } = await requireProject(ctx, { id: projectId });
  return {
    where: sql`${eq(auditEntries.projectId, id)} and ${showsKey(ctx.actor, role, eq(apiKeys.projectId, id))}`,
    role,
  };
}

export async function teamTrail(ctx: Ctx, teamId: string): Promise<VisibleTrail> {
  const { id, role } = await requireTeam(ctx, teamId);
  const user = requireUser(ctx);
  // What somebody did with their account stands in their personal team, and is nobody else's business there.
  const isOpen = or(ne(auditEntries.subjectKind, "account"), eq(auditEntries.subjectId, user.id));
  const ofTeam = sql`${apiKeys.projectId} in (select ${projects.id} from ${projects} where ${projects.teamId} = ${id})`;
  return {
    where: sql`${eq(auditEntries.teamId, id)} and ${isOpen} and ${showsKey(ctx.actor, role, ofTeam)}`,
    role,
  };
}

/**
 * Selects entries about keys that a caller can see, and all others. The keys are read once for the whole list.
 * @param within selects the keys that entries can be about
 */
export function showsKey(actor: Actor, role: Role, within: SQL): SQL {
  const visible = isVisible(actor, role);
  if (!visible) return sql`true`;
  const { subjectKind, subjectId } = auditEntries;
  const keys = sql`select ${apiKeys.id}::text from ${apiKeys} where ${within} and ${visible}`;
  return sql`(${subjectKind} <> 'key' or ${subjectId} in (${keys}))`;
}

/** One page. Where somebody was is for admins only. */
export function readTrail(
  ctx: Ctx,
  { where, role }: VisibleTrail,
  { actorId, actorKind, subjectKind, subjectId, operation, since, until, ...asked }: AuditFilters & ListInput,
) {
  const same = { actorId, actorKind, subjectKind, operation };
  const filters = Object.entries(same).map(([name, value]) =>
    value === undefined ? undefined : eq(auditEntries[name as keyof typeof same], value),
  );
  const within = and(
    subjectId && inArray(auditEntries.subjectId, subjectId),
    since === undefined ? undefined : gte(auditEntries.at, new Date(since)),
    until === undefined ? undefined : lt(auditEntries.at, new Date(until)),
  );
  const hidden = role === "admin" ? {} : { clientAddress: null, userAgent: null };
  return readPage(ctx.db, list, { ...asked, where: and(where, ...filters, within) }, (rows) =>
    rows.map((row) => ({ ...withIsoTimes(row), ...hidden, subjectKind: row.subjectKind as SubjectKind })),
  );
}
