import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { laterThan } from "@/db/schema/columns";
import { records } from "@/db/schema/flags";
import type { GroupRow } from "@/lib/groups/require-group";
import type { Ctx } from "@/lib/operations/context";
import type { GivenRow } from "./given-records";

/** What is stored under the id of a given record. */
export type KnownRecord = {
  id: string;
  /** Whether it is of the same group. */
  isOwn: boolean;
  isSame: boolean;
  /** Bytes of its metadata. */
  bytes: number;
};

const texts = (values: readonly (string | null)[]): SQL => sql`${sql.param([...values])}::text[]`;
const idsOf = (rows: readonly GivenRow[]) => rows.map(({ id }) => id);

/** Ids of those that leave a field out. */
const without = (rows: readonly GivenRow[], field: "name" | "metadata") =>
  texts(idsOf(rows.filter((row) => row[field] === undefined)));

const given = (rows: readonly GivenRow[]): SQL => sql`unnest(
  ${texts(idsOf(rows))},
  ${texts(rows.map(({ name }) => name ?? null))},
  ${texts(rows.map(({ metadata }) => metadata ?? null))}
) as given (id, name, metadata)`;

/** Whether a given name and metadata differ from what is kept. Compared by the database: all there is may be much. */
const differs = (rows: readonly GivenRow[], name: SQL, metadata: SQL): SQL => sql`(
  (${name} is distinct from kept.name and kept.id <> all (${without(rows, "name")}))
  or (${metadata} <> kept.metadata::text and kept.id <> all (${without(rows, "metadata")}))
)`;

/** What there is already under the ids of these records, anywhere. */
export const findKnown = ({ db }: Ctx, group: GroupRow, rows: readonly GivenRow[]): Promise<KnownRecord[]> =>
  rawRows<KnownRecord>(
    db,
    sql`select kept.id, kept.group_id = ${group.id} as "isOwn", octet_length(kept.metadata::text) as bytes,
      ${differs(rows, sql`given.name`, sql`given.metadata`)} is not true as "isSame"
    from ${given(rows)} join ${records} as kept on kept.id = given.id`,
  );

/** What became of a record that was stored. */
export type Stored = "created" | "updated" | "unchanged" | "refused";

/**
 * Stores these records in one statement, in the order of their ids, which they have to be in: two calls at once then wait
 * for each other, and never for one another in turn. The group is locked by the caller.
 * @returns what became of each, by its id
 */
export async function storeRecords(
  ctx: Ctx,
  group: GroupRow,
  batch: readonly GivenRow[],
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const { id, isNew } of await writeBatch(ctx, group, batch))
    stored.set(id, isNew ? "created" : "updated");
  const others = batch.filter(({ id }) => !stored.has(id));
  if (others.length === 0) return stored;
  const own = await ownAmong(ctx.db, group, others);
  for (const { id } of others) stored.set(id, own.has(id) ? "unchanged" : "refused");
  return stored;
}

/** Those that are new or changed. A row that is as given, or another group's, is left alone. */
function writeBatch(ctx: Ctx, { id: groupId, projectId }: GroupRow, rows: readonly GivenRow[]) {
  const now = ctx.now();
  return rawRows<{ id: string; isNew: boolean }>(
    ctx.db,
    sql`insert into ${records} as kept (id, project_id, group_id, name, metadata, created_at, updated_at)
    select given.id, ${projectId}::uuid, ${groupId}, given.name, coalesce(given.metadata, '{}')::json,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from ${given(rows)} order by given.id collate "C"
    on conflict (id) do update set
      name = case when kept.id = any (${without(rows, "name")}) then kept.name else excluded.name end,
      metadata = case when kept.id = any (${without(rows, "metadata")}) then kept.metadata else excluded.metadata end,
      updated_at = ${laterThan(sql`kept.updated_at`, now)}
    where kept.group_id = excluded.group_id and ${differs(rows, sql`excluded.name`, sql`excluded.metadata::text`)}
    -- A change is always later than the creation.
    returning kept.id, kept.created_at = kept.updated_at as "isNew"`,
  );
}

/** Ids of those that are the group's. */
async function ownAmong(db: Db, group: GroupRow, rows: readonly GivenRow[]): Promise<Set<string>> {
  const found = await rawRows<{ id: string }>(
    db,
    sql`select id from ${records} where id = any (${texts(idsOf(rows))}) and group_id = ${group.id}`,
  );
  return new Set(found.map(({ id }) => id));
}
