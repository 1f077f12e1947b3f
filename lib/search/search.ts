import { and, eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { sortText } from "@/db/schema/columns";
import { flagGroups, flags, records } from "@/db/schema/flags";
import { apiKeys } from "@/db/schema/keys";
import { mockCollections } from "@/db/schema/mock-collections";
import { mocks } from "@/db/schema/mocks";
import { projects } from "@/db/schema/projects";
import { releases } from "@/db/schema/releases";
import { teamMembers, teams } from "@/db/schema/teams";
import { webhooks } from "@/db/schema/webhooks";
import { type ProjectRow, requireProject, requireUser } from "@/lib/auth/access";
import { isVisible } from "@/lib/auth/key-rows";
import type { Actor, Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { allOccur, type List } from "@/lib/operations/list-sql";
import { type FoundKind, search } from "./contract";
import { ranked } from "./rank";

/** As many of a kind are read as the best are chosen from: in the order of their names, so that the same are found. */
const readMax = 40;

type Place = { teamSlug: string; projectSlug: string | null; groupId: string | null };
type Row = { id: string; name: string; detail: string } & Partial<Place>;

export const handleSearch = implement(search, async (ctx, input) => {
  const { id: userId } = requireUser(ctx);
  const { q: words, projectId } = await input.fields();
  const ofTeams = await findProjects(ctx, userId, words);
  if (projectId === undefined) return ofTeams;
  const project = await requireProject(ctx, { id: projectId });
  return [...ofTeams, ...(await findInProject(ctx, project, words))];
});

type Found = Row & Place & { kind: FoundKind };

/** Projects of all teams that the person belongs to. */
async function findProjects({ db }: Ctx, userId: string, words: readonly string[]): Promise<Found[]> {
  const rows = await db
    .select({
      id: projects.id,
      name: projects.name,
      detail: teams.name,
      teamSlug: teams.slug,
      projectSlug: projects.slug,
    })
    .from(projects)
    .innerJoin(teams, eq(teams.id, projects.teamId))
    .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, userId)))
    .where(occurring(words, [projects.name, projects.slug]))
    .orderBy(sortText(projects.name), projects.id)
    .limit(readMax);
  return ranked(rows, words).map((row) => ({ ...row, kind: "project", groupId: null }));
}

type Project = Pick<ProjectRow, "id" | "teamId" | "slug" | "role">;

async function findInProject(
  { actor, db }: Ctx,
  project: Project,
  words: readonly string[],
): Promise<Found[]> {
  const [team] = await db.select({ slug: teams.slug }).from(teams).where(eq(teams.id, project.teamId));
  const place = { teamSlug: team?.slug ?? "", projectSlug: project.slug, groupId: null };
  const found: Found[] = [];
  // One after the other: a search takes no more connections than any other call.
  for (const [kind, select] of Object.entries(kinds) as [FoundKind, Select][]) {
    const { rows } = (await db.execute(select(project, words, actor))) as unknown as { rows: Row[] };
    found.push(...ranked(rows, words).map((row) => ({ ...place, ...row, kind })));
  }
  return found;
}

type Select = (project: Project, words: readonly string[], actor: Actor) => SQL;

const occurring = (words: readonly string[], searched: List["searched"] & {}) =>
  allOccur(words, { searched } as unknown as List);

const mockTags = sql`array_to_string(${mocks.tags}, ' ')`;

const kinds: Partial<Record<FoundKind, Select>> = {
  mock: ({ id }, words) => sql`
    select ${mocks.id}, ${mocks.name}, ${mocks.method} || ' ' || ${mocks.endpoint} as detail from ${mocks}
    where ${mocks.projectId} = ${id} and ${occurring(words, [mocks.name, mocks.endpoint, mockTags])}
    order by ${sortText(mocks.name)}, ${mocks.id} limit ${readMax}`,
  collection: ({ id }, words) => sql`
    select ${mockCollections.id}, ${mockCollections.name}, ${mockCollections.path} as detail from ${mockCollections}
    where ${mockCollections.projectId} = ${id} and ${occurring(words, [mockCollections.name, mockCollections.path])}
    order by ${sortText(mockCollections.name)}, ${mockCollections.id} limit ${readMax}`,
  webhook: ({ id }, words) => sql`
    select ${webhooks.id}, ${webhooks.name}, ${webhooks.referenceId} as detail from ${webhooks}
    where ${webhooks.projectId} = ${id} and ${occurring(words, [webhooks.name, webhooks.referenceId])}
    order by ${sortText(webhooks.name)}, ${webhooks.id} limit ${readMax}`,
  flag: ({ id }, words) => sql`
    select ${flags.key} as id, min(${flags.name}) as name, ${flags.key} as detail from ${flags}
    where ${flags.projectId} = ${id} and ${occurring(words, [flags.name, flags.key])}
    group by ${flags.key} order by ${flags.key} limit ${readMax}`,
  group: ({ id }, words) => sql`
    select ${flagGroups.id}, ${flagGroups.name}, ${flagGroups.key} as detail from ${flagGroups}
    where ${flagGroups.projectId} = ${id} and ${occurring(words, [flagGroups.name, flagGroups.key])}
    order by ${sortText(flagGroups.name)}, ${flagGroups.id} limit ${readMax}`,
  record: ({ id }, words) => sql`
    select ${records.id}, coalesce(${records.name}, ${records.id}) as name, ${records.id} as detail,
      ${records.groupId} as "groupId" from ${records}
    where ${records.projectId} = ${id} and ${allOccur(words, { searchText: records.searchText } as unknown as List)}
    limit ${readMax}`,
  release: ({ id }, words) => sql`
    select ${releases.id}, ${releases.title} as name, ${releases.status} as detail from ${releases}
    where ${releases.projectId} = ${id} and ${occurring(words, [releases.title])}
    order by ${releases.createdAt} desc limit ${readMax}`,
  key: ({ id, role }, words, actor) => sql`
    select ${apiKeys.id}, ${apiKeys.name}, ${apiKeys.prefix} || '…' as detail from ${apiKeys}
    where ${apiKeys.projectId} = ${id} and ${apiKeys.revokedAt} is null
      and ${isVisible(actor, role) ?? sql`true`}
      and ${occurring(words, [apiKeys.name, apiKeys.prefix])}
    order by ${sortText(apiKeys.name)}, ${apiKeys.id} limit ${readMax}`,
  person: ({ teamId }, words) => sql`
    select ${users.id}, ${users.name}, ${users.email} as detail, null as "projectSlug" from ${users}
    join ${teamMembers} on ${teamMembers.userId} = ${users.id}
    where ${teamMembers.teamId} = ${teamId} and ${occurring(words, [users.name, users.email])}
    order by ${sortText(users.name)}, ${users.id} limit ${readMax}`,
};
