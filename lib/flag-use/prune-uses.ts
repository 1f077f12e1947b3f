import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hasDeletions } from "@/db/has-deletions";
import { rawRows } from "@/db/raw-rows";
import { hourMs } from "./use-counts";

const dayMs = 24 * hourMs;
/** For how long counts are kept by the hour: those of a day are shown. */
const byHourMs = 25 * hourMs;
/** How far back hours are looked for that are to be added up, so that not all days of a month are. */
const lookedBackMs = 3 * dayMs;
/** For how long they are kept at all. */
const keptMs = 31 * dayMs;
/** Rows that one statement looks at, because an embedded database does nothing else meanwhile. */
const together = 2000;
/** Statements at a time. What they don't come to waits for the next time. */
const roundsMax = 100;

/**
 * Adds up the hours of days that are over, removes what is older than 31 days, and what belongs to no flag. Like the
 * counters, it waits for nobody.
 */
export async function pruneUses(db: Db, now: Date): Promise<void> {
  await rounds(() => sumUpDays(db, new Date(now.getTime() - byHourMs)));
  await rounds(() => removeOld(db, new Date(now.getTime() - keptMs)));
  await removeOrphans(db, now);
}

async function rounds(work: () => Promise<number>): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) if ((await work()) < together) return;
}

const midnight = (start: ReturnType<typeof sql>) => sql`(date_trunc('day', ${start}, 'UTC'))`;

/** An hour at midnight is where its day is added up, so that it stays what it is. */
async function sumUpDays(db: Db, before: Date): Promise<number> {
  const [gone] = await rawRows<{ rows: number }>(
    db,
    sql`
      with old as materialized (
        select use_id, start from flag_use_counts
        where start < ${before.toISOString()}::timestamptz
          and start > ${new Date(before.getTime() - lookedBackMs).toISOString()}::timestamptz
          and start <> ${midnight(sql`start`)}
        order by use_id, start limit ${together} for update skip locked
      ), gone as (
        delete from flag_use_counts stored using old
        where stored.use_id = old.use_id and stored.start = old.start returning stored.*
      ), kept as (
        insert into flag_use_counts as stored (use_id, start, count)
        select use_id, ${midnight(sql`start`)}, sum(count) from gone group by 1, 2 order by 1, 2
        on conflict (use_id, start) do update set count = stored.count + excluded.count
      )
      select count(*)::int as rows from gone`,
  );
  return gone?.rows ?? 0;
}

async function removeOld(db: Db, before: Date): Promise<number> {
  const [gone] = await rawRows<{ rows: number }>(
    db,
    sql`
      with old as materialized (
        select use_id, start from flag_use_counts where start < ${before.toISOString()}::timestamptz
        order by start limit ${together} for update skip locked
      ), gone as (
        delete from flag_use_counts stored using old
        where stored.use_id = old.use_id and stored.start = old.start returning 1
      )
      select count(*)::int as rows from gone`,
  );
  return gone?.rows ?? 0;
}

/** Where the last look at what belongs to no flag has ended. All are looked at in turn, some at a time. */
let looked = 0;

/**
 * Of flags and environments that are gone for longer than a deletion can be undone; and of variants that nobody got in a
 * month, of flags that gave something else since.
 */
async function removeOrphans(db: Db, now: Date): Promise<void> {
  const [seen] = await rawRows<{ last: number | null; rows: number }>(
    db,
    sql`
      with some_uses as materialized (
        select * from flag_uses where id > ${looked} order by id limit ${together}
      ), orphans as materialized (
        select id from some_uses where (
          last_evaluated_at < ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz
          and not ${hasDeletions(sql`some_uses.project_id`)} and (
            not exists (select from environments where environments.id = some_uses.environment_id)
            or case kind
              when 'global' then not exists (
                select from flags where flags.project_id = some_uses.project_id and flags.id = some_uses.flag_id)
              else not exists (select from group_flags where group_flags.id = some_uses.flag_id) end
          )
        ) or (
          last_evaluated_at < ${new Date(now.getTime() - keptMs).toISOString()}::timestamptz and exists (
            select from flag_uses later where later.project_id = some_uses.project_id and later.kind = some_uses.kind
              and later.flag_id = some_uses.flag_id and later.environment_id = some_uses.environment_id
              and (later.last_evaluated_at, later.id) > (some_uses.last_evaluated_at, some_uses.id))
        )
      ), gone as (delete from flag_uses using orphans where flag_uses.id = orphans.id)
      select max(id)::float8 as last, count(*)::int as rows from some_uses`,
  );
  looked = seen && seen.rows === together ? (seen.last ?? 0) : 0;
}
