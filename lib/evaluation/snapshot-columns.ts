import { type SQL, sql } from "drizzle-orm";

/** The columns of a flag besides its switch and percentage, which have other names in groups. */
export const snapshotColumns = (table: SQL) => sql`
  ${table}.salt, ${table}.rollout_basis_points as "rolloutBasisPoints", ${table}.value_bytes as "valueBytes",
  case when ${table}."values" is not null then json_build_object(
    'on', (${table}."values" -> 'on')::text, 'off', (${table}."values" -> 'off')::text) end as "values",
  case when ${table}.variants is not null then (
    select json_agg(json_build_object(
      'key', variant ->> 'key', 'value', (variant -> 'value')::text, 'weight', variant -> 'weight') order by place)
    from json_array_elements(${table}.variants) with ordinality as listed (variant, place)) end as variants`;
