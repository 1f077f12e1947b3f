import { sql } from "drizzle-orm";
import { rawRows } from "@/db/raw-rows";
import { mocks } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { turns } from "@/lib/platform/process/turns";
import { listMockFolders } from "./contract";
import { NameCounts, type Named } from "./name-counts";

/** Mocks that are counted in one statement. With 20 tags each they hold an embedded database for some 20 ms. */
const pageMocks = 200;

export const handleListMockFolders = implement(listMockFolders, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  await input.fields();
  const counts = { folder: new NameCounts(), tag: new NameCounts() };
  for (let page = await pageOf(ctx, project.id); page; page = await pageOf(ctx, project.id, page.last)) {
    for (const { kind, ...named } of page.names) counts[kind].add(named);
    if (!page.isFull) break;
  }
  const folders = await turns().begin(() => counts.folder.mostFrequent());
  const tags = await turns().begin(() => counts.tag.mostFrequent());
  return {
    folders: folders.map(({ name, count }) => ({ folder: name, count })),
    tags: tags.map(({ name, count }) => ({ tag: name, count })),
  };
});

type Last = { createdAt: string; id: string };
type Row = Named & { kind: "folder" | "tag" | "last" };

/** Names of some mocks, the oldest first. Nothing if there are none after the last one. */
async function pageOf({ db }: Ctx, projectId: string, after?: Last) {
  const { id, createdAt, folder, tags } = mocks;
  const follows = after
    ? sql`and (${createdAt}, ${id}) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const rows = await rawRows<Row>(
    db,
    sql`with page as materialized (
      select ${id} as id, ${createdAt} as made, ${folder} as folder, ${tags} as tags from ${mocks}
      where ${mocks.projectId} = ${projectId} ${follows} order by ${createdAt}, ${id} limit ${pageMocks}
    )
    select 'folder' as kind, lower(folder) as folded, min(folder collate "C") as name, count(*)::int as count
      from page group by 2
    union all select 'tag', lower(tag), min(tag collate "C"), count(*)::int from page, unnest(tags) as tag group by 2
    union all (
      select 'last', id::text, made::text, (count(*) over ())::int from page order by made desc, id desc limit 1
    )`,
  );
  const last = rows.find(({ kind }) => kind === "last");
  if (!last) return undefined;
  return {
    names: rows.filter((row): row is Named & { kind: "folder" | "tag" } => row.kind !== "last"),
    last: { id: last.folded, createdAt: last.name },
    isFull: last.count === pageMocks,
  };
}
