import { asc, eq, type SQL, sql } from "drizzle-orm";
import KSUID from "ksuid";
import type { Db } from "@/db/client";
import { flags } from "@/db/schema/flags";

/** What a copy of an environment would have. */
export type CopySize = { flags: number; flagBytes: number; overrides: number; overrideBytes: number };

/** Rows of one statement: a few hundredths of a second of an embedded database. */
const together = { flags: 1000, overrides: 5000 };

type Copy = { from: string; to: string; now: Date };

export async function sizeOfCopy(db: Db, environmentId: string): Promise<CopySize> {
  const ofFlags = sql`select count(*) as flags, coalesce(sum(value_bytes + schema_bytes), 0) as "flagBytes"
    from flags where environment_id = ${environmentId}`;
  const ofOverrides = sql`select count(*) as overrides, coalesce(sum(octet_length(value::text)), 0) as "overrideBytes"
    from overrides where environment_id = ${environmentId}`;
  const [a, b] = [await rowsOf<CopySize>(db, ofFlags), await rowsOf<CopySize>(db, ofOverrides)];
  const size = { ...a[0], ...b[0] } as CopySize;
  return Object.fromEntries(Object.entries(size).map(([name, count]) => [name, Number(count)])) as CopySize;
}

/** With their salts, so that the same subjects are in. When they were asked for last is not theirs. */
export async function copyFlags(db: Db, { from, to, now }: Copy): Promise<void> {
  const found = await db
    .select({ id: flags.id })
    .from(flags)
    .where(eq(flags.environmentId, from))
    .orderBy(asc(flags.createdAt), asc(flags.id));
  const at = sql`${now.toISOString()}::timestamptz`;
  for (let done = 0; done < found.length; done += together.flags) {
    const old = found.slice(done, done + together.flags).map(({ id }) => id);
    const made = old.map(() => KSUID.randomSync().string);
    await db.execute(sql`
      insert into flags (project_id, id, environment_id, name, key, enabled, rollout, rollout_basis_points, type, "values",
        variants, value_schema, description, tags, owner_id, salt, created_at, updated_at)
      select project_id, pair.made, ${to}, name, key, enabled, rollout, rollout_basis_points, type, "values",
        variants, value_schema, description, tags, owner_id, salt, ${at}, ${at}
      from flags join unnest(${sql.param(old)}::text[], ${sql.param(made)}::text[]) as pair (old, made) on pair.old = flags.id
      where environment_id = ${from}`);
  }
}

export async function copyOverrides(db: Db, { from, to, now }: Copy): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  type Place = { recordId: string; flagId: string };
  const next = (last: Place | undefined) => sql`
    with part as (
      select * from overrides where environment_id = ${from}
        ${last ? sql`and (record_id, group_flag_id) > (${last.recordId}, ${last.flagId})` : sql``}
      order by record_id, group_flag_id limit ${together.overrides}
    ), made as (
      insert into overrides (record_id, group_flag_id, environment_id, enabled, rollout, rollout_basis_points, value,
        created_at, updated_at)
      select record_id, group_flag_id, ${to}, enabled, rollout, rollout_basis_points, value, ${at}, ${at} from part
    )
    select record_id as "recordId", group_flag_id as "flagId" from part
    order by record_id desc, group_flag_id desc limit 1`;
  for (let last = (await rowsOf<Place>(db, next(undefined)))[0]; last; ) {
    last = (await rowsOf<Place>(db, next(last)))[0];
  }
}

const rowsOf = async <Row>(db: Db, query: SQL) =>
  ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
