import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { flagUseCounts, flagUses } from "@/db/schema/flag-uses";
import { hourMs, minuteMs, type Tally } from "./use-counts";

/**
 * Answers of flags, by environment, that are counted of a project. What comes later is not counted, until others are
 * pruned: an answer of an hour takes 80 bytes, for a day by the hour and for a month by the day.
 */
export const projectUsesMax = 10_000;

/** What became of counts: written; refused for now; or for nobody, because the project is gone. */
export type Fate = "written" | "held" | "gone";

const answerColumns = sql`project_id, kind, flag_id, environment_id, answer`;

/**
 * Adds counts to the stored ones, in one statement and in the order of the rows' keys, so that two processes do not wait
 * for each other crosswise. It waits for no project that somebody holds. Counts of flags and environments that are gone go
 * nowhere.
 * @returns what became of each project's counts
 */
export async function writeUses(
  db: Db,
  batch: readonly Tally[],
  usesMax = projectUsesMax,
): Promise<Map<string, Fate>> {
  const rows = batch.map(({ use: { projectId, kind, flagId, environmentId, answer, hour }, ...tally }) => ({
    ...{ project_id: projectId, kind, flag_id: flagId, environment_id: environmentId, answer },
    count: tally.count,
    start: new Date(hour * hourMs).toISOString(),
    last_at: new Date(tally.lastMinute * minuteMs).toISOString(),
  }));
  const found = await rawRows<{ id: string; written: boolean }>(
    db,
    sql`
      with counted as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
          project_id uuid, kind text, flag_id text, environment_id text, answer text, count bigint,
          start timestamptz, last_at timestamptz)
      ), present as materialized (
        select id from projects where id in (select project_id from counted)
        order by id for key share skip locked
      ), alive as materialized (
        -- Row by row, by their keys: another plan would read the flags of all projects.
        select counted.* from counted join present on present.id = counted.project_id
        cross join lateral (
          select from environments where environments.id = counted.environment_id
            and environments.project_id = counted.project_id limit 1
        ) as environment
        cross join lateral (
          (select from flags where counted.kind = 'global' and flags.project_id = counted.project_id
            and flags.id = counted.flag_id limit 1)
          union all
          (select from group_flags where counted.kind = 'group' and group_flags.id = counted.flag_id limit 1)
        ) as flag
      ), asked as materialized (
        select ${answerColumns}, max(last_at) as last_at, exists (
          select from flag_uses known where known.project_id = alive.project_id and known.kind = alive.kind
            and known.flag_id = alive.flag_id and known.environment_id = alive.environment_id
            and known.answer = alive.answer
        ) as is_known from alive group by ${answerColumns}
      ), crowded as materialized (
        select news.project_id, (
          select count(*) from flag_uses known where known.project_id = news.project_id
        ) as held from (select distinct project_id from asked where not is_known) as news
      ), admitted as materialized (
        select asked.*, row_number() over (partition by project_id, is_known) as place from asked
      ), used as (
        insert into ${flagUses} as stored (project_id, kind, flag_id, environment_id, answer, last_evaluated_at)
        select admitted.project_id, kind, flag_id, environment_id, answer, last_at
        from admitted left join crowded on crowded.project_id = admitted.project_id
        where is_known or place + held <= ${usesMax}
        order by 1, 2, 3, 4, 5
        on conflict (project_id, kind, flag_id, environment_id, answer) do update set
          last_evaluated_at = greatest(stored.last_evaluated_at, excluded.last_evaluated_at)
        returning *
      ), written as (
        insert into ${flagUseCounts} as stored (use_id, start, count)
        select used.id, alive.start, alive.count from alive join used using (${answerColumns})
        order by used.id, alive.start
        on conflict (use_id, start) do update set count = stored.count + excluded.count
      )
      select id, id in (select id from present) as written from projects
      where id in (select project_id from counted)`,
  );
  const fates = new Map<string, Fate>(batch.map(({ use }) => [use.projectId, "gone"]));
  for (const { id, written } of found) fates.set(id, written ? "written" : "held");
  return fates;
}
