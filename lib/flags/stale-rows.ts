import { type SQL, sql } from "drizzle-orm";
import { projectUsesMax } from "@/lib/flag-use/write-uses";

const dayMs = 24 * 60 * 60 * 1000;
/** For how long nobody may have asked for a flag, and for how long everybody may have had the same of it. */
export const quietMs = 30 * dayMs;
export const fullMs = 60 * dayMs;

/** The oldest global flags of a project that are looked at, because one query looks at them all. */
const globalsMax = 10_000;
/** Overrides of a flag that are looked at. With more it is not said to be the same for everybody. */
const overridesMax = 100;

/** Whether everybody gets the same of a flag, and it is on. */
const isFull = (enabled: SQL, rollout: SQL, row: SQL) => sql`(
  ${enabled} and coalesce(${row}.rollout_basis_points, ${rollout} * 100) >= 10000 and (${row}.variants is null or exists (
    select from json_array_elements(${row}.variants) variant where (variant ->> 'weight')::float8 = 100)))`;

/** Overrides that give a record what everybody gets do no harm. */
const hasOthers = sql`(
  select count(*) > ${overridesMax} or coalesce(bool_or(
    enabled is false or coalesce(rollout_basis_points, rollout * 100) < 10000 or value is not null), false)
  from (select * from overrides where overrides.group_flag_id = flag.id limit ${overridesMax + 1}) as some_overrides)`;

/**
 * Rows of stale flags as a table. `quiet_since` is when a flag was asked for last, else since when its answers are counted;
 * of a key it is that of all its flags. Of a project with more answers than are counted nobody knows
 * which flags are asked for.
 */
export const staleRows = (projectId: string, now: Date): SQL => {
  // Flag by flag, by the index: without statistics the planner would compare each flag with each use.
  const usedAt = (kind: SQL) => sql`(
    select max(last_evaluated_at) as at from flag_uses
    where project_id = ${projectId} and kind = ${kind} and flag_id = flag.id
      and last_evaluated_at >= date_trunc('minute', flag.created_at)
  ) as used`;
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  return sql`(
  with counting as materialized (
    select count(*) >= ${projectUsesMax} as is_full from flag_uses where project_id = ${projectId}
  ), globals as materialized (
    select * from flags where project_id = ${projectId} order by created_at, id limit ${globalsMax}
  ), all_flags as (
    select 'global ' || key as id, 'global' as kind, key, (array_agg(name order by created_at, flag.id))[1] as name,
      null::text as group_id, null::text as group_name,
      json_agg(json_build_object('id', flag.id, 'environmentId', environment_id) order by created_at, flag.id) as flags,
      max(used.at) as evaluated_at, count(*) as many,
      max(coalesce(used.at, greatest(counted_since, created_at))) as quiet_since,
      case when bool_and(${isFull(sql`flag.enabled`, sql`flag.rollout`, sql`flag`)})
        then max(coalesce(decided_at, created_at)) end as full_since
    from globals flag cross join lateral ${usedAt(sql`'global'`)} group by key
    union all
    select 'group ' || flag.id, 'group', flag.key, flag.name, held.id, held.name,
      json_build_array(json_build_object('id', flag.id, 'environmentId', null)),
      used.at, null, coalesce(used.at, greatest(counted_since, flag.created_at)),
      case when coalesce(decided_at, flag.created_at) <= ${before(fullMs)}
        and ${isFull(sql`flag.default_enabled`, sql`flag.default_percentage`, sql`flag`)}
        and flag.rules is null and flag.prerequisites is null and not ${hasOthers}
        then coalesce(decided_at, flag.created_at) end
    from flag_groups held join group_flags flag on flag.group_id = held.id
    cross join lateral ${usedAt(sql`'group'`)}
    where held.project_id = ${projectId}
  ), judged as materialized (
    select all_flags.*, quiet_since <= ${before(quietMs)} and not counting.is_full as is_quiet,
      coalesce(full_since <= ${before(fullMs)}, false) as is_full
    from all_flags cross join counting
  )
  select id, kind, key, name, group_id, group_name, flags, evaluated_at,
    case when is_quiet then 'not_evaluated' else 'fully_rolled_out' end as reason,
    date_trunc('milliseconds', case when is_quiet then quiet_since else full_since end) as since
  from judged where (is_quiet or is_full) and (many is null or many = (
    select count(*) from flags every where every.project_id = ${projectId} and every.key = judged.key))
) as stale`;
};
