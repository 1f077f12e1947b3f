import { type SQL, sql } from "drizzle-orm";
import { rawRows } from "@/db/raw-rows";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { listMockFolders, namedMax } from "./contract";

export const handleListMockFolders = implement(listMockFolders, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  await input.fields();
  const ofProject = sql`${mocks} where ${mocks.projectId} = ${project.id}`;
  const folders = await counted(ctx, sql`select folder as name from ${ofProject}`);
  const tags = await counted(ctx, sql`select unnest(tags) as name from ${ofProject}`);
  return {
    folders: folders.map(({ name, count }) => ({ folder: name, count })),
    tags: tags.map(({ name, count }) => ({ tag: name, count })),
  };
});

/** The most frequent names, in their order. Those that differ in letter case are one. */
const counted = ({ db }: Ctx, names: SQL) =>
  rawRows<{ name: string; count: number }>(
    db,
    sql`select name, count from (
      select min(name collate "C") as name, count(*)::int as count from (${names}) as named
      group by lower(name) order by count(*) desc, lower(name) limit ${namedMax}
    ) as kept order by lower(name) collate "C"`,
  );
