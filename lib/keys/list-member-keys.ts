import { and, eq, exists, or, sql } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listMemberKeys } from "./contract";
import { keyList, narrowed } from "./key-list";
import { toApiKey } from "./to-api-key";

const project = sql<{ referenceId: string; name: string }>`
  json_build_object('referenceId', ${projects.referenceId}, 'name', ${projects.name})`;

const list = listOf({
  ...keyList,
  joins: [{ table: projects, on: eq(projects.id, apiKeys.projectId) }],
  columns: { ...keyList.columns, project },
});

export const handleListMemberKeys = implement(listMemberKeys, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  await requireKnownPerson(ctx, team.id, input.userId);
  const { state, scope, ...asked } = await input.fields();
  const where = and(
    eq(projects.teamId, team.id),
    eq(apiKeys.createdBy, input.userId),
    narrowed({ state, scope }, ctx.now()),
  );
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map(({ project, ...key }) => ({ ...toApiKey(key, team.role), project })),
  );
});

/**
 * Checks that somebody belongs to the team or left keys in it, so that strangers can't be told from nobody.
 * @throws {AppError} `not_found`
 */
async function requireKnownPerson({ db }: Ctx, teamId: string, userId: string): Promise<void> {
  if (!isGuid(userId)) throw notFound("Member");
  const one = { one: sql`1` };
  const member = db
    .select(one)
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  const key = db
    .select(one)
    .from(apiKeys)
    .innerJoin(projects, eq(projects.id, apiKeys.projectId))
    .where(and(eq(projects.teamId, teamId), eq(apiKeys.createdBy, userId)));
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(exists(member), exists(key))));
  if (!known) throw notFound("Member");
}
