import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import type { JsonText } from "@/lib/evaluation/decision";
import { singleton } from "@/lib/platform/singleton";

/** A record as a snapshot may need it. */
export type SnapshotRecord = {
  id: string;
  groupId: string;
  /** Those fields that were asked for, as JSON; null if it has none. */
  metadata: JsonText | null;
  overrides: SnapshotOverride[] | null;
};
export type SnapshotOverride = {
  groupFlagId: string;
  enabled: boolean | null;
  rollout: number | null;
  rolloutBasisPoints: number | null;
  value: JsonText | null;
};

export type SnapshotRecords = {
  /** The same as long as nothing of them changes. */
  version: string;
  /** In the order of their ids. */
  records: readonly SnapshotRecord[];
  /** False where there are too many: then only those with overrides are there, or some, or none. */
  isComplete: boolean;
};

type Place = { projectId: string; environmentId: string };

const snapshotLimits = {
  recordsMax: 20_000,
  overridesMax: 50_000,
  bytesMax: 4 * 1024 * 1024,
  /** Of one statement, so that others have their turn: rows, and bytes of metadata as it is stored. */
  batchRows: 500,
  batchBytes: 512 * 1024,
};
type Limits = typeof snapshotLimits;

const kept = () =>
  singleton(
    "records of flag snapshots",
    () => new LRUCache<string, SnapshotRecords>({ maxSize: 64 * 1024 * 1024, sizeCalculation: weightOf }),
  );
const readings = () =>
  singleton("readings of flag snapshots", () => new Map<string, Promise<SnapshotRecords>>());

/**
 * The records of a project that may be decided otherwise than strangers of their ids. Read anew only if one of them or
 * an override has changed.
 * @param fields of the metadata
 * @param limits smaller ones only in tests
 */
export async function snapshotRecords(
  place: Place,
  fields: readonly string[],
  limits: Limits = snapshotLimits,
): Promise<SnapshotRecords> {
  const size = await readSize(place, limits);
  const version = JSON.stringify([size, fields]);
  const key = `${place.projectId} ${place.environmentId}`;
  const known = kept().get(key);
  if (known?.version === version) return known;
  // Others who ask for the same meanwhile wait for it.
  const name = `${key} ${version}`;
  const found = readings().get(name);
  if (found) return found;
  const reading = readRecords(place, { size, version, fields, limits }).finally(() =>
    readings().delete(name),
  );
  readings().set(name, reading);
  const read = await reading;
  kept().set(key, read);
  return read;
}

const weightOf = ({ records }: SnapshotRecords) =>
  records.reduce((sum, record) => sum + 400 + bytesOf(record), 1000);

type Size = { records: number; overrides: number; changed: string | null; overridden: string | null };

/**
 * How many there are, and the sum of the times of their last changes: whatever is added, changed or deleted, one of the
 * two is another. The latest time alone would miss what is committed later than it was stamped.
 */
async function readSize(
  { projectId, environmentId }: Place,
  { recordsMax, overridesMax }: Limits,
): Promise<Size> {
  const stamps = (column: SQL) => sql`sum((extract(epoch from ${column}) * 1000)::bigint)::text`;
  const [size] = await rawRows<Size>(
    db(),
    sql`
      with own as materialized (
        select record_id, updated_at from overrides where environment_id = ${environmentId} limit ${overridesMax + 1}
      ), listed as materialized (
        select updated_at from records where project_id = ${projectId} limit ${recordsMax + 1}
      )
      select (select count(*)::int from listed) as records, (select count(*)::int from own) as overrides,
        case when (select count(*) from own) <= ${overridesMax}
          then (select ${stamps(sql`updated_at`)} from own) end as overridden,
        case when (select count(*) from listed) <= ${recordsMax}
          then (select ${stamps(sql`updated_at`)} from listed)
          else (select ${stamps(sql`updated_at`)} from records where id in (select record_id from own)) end as changed`,
  );
  return size as Size;
}

type Asked = { size: Size; version: string; fields: readonly string[]; limits: Limits };

async function readRecords(place: Place, { size, version, fields, limits }: Asked): Promise<SnapshotRecords> {
  const isListed = size.records <= limits.recordsMax;
  const isOverridden = size.overrides <= limits.overridesMax;
  if (!isOverridden) return { version, records: [], isComplete: false };
  const ids = await readIds(isListed ? all(place) : overridden(place), limits);
  const records: SnapshotRecord[] = [];
  let bytes = 0;
  for (const batch of batches(ids, limits)) {
    for (const record of await readBatch(place, batch, fields)) {
      bytes += bytesOf(record);
      if (bytes > limits.bytesMax) return { version, records, isComplete: false };
      records.push(record);
    }
  }
  return { version, records, isComplete: isListed };
}

const all = ({ projectId }: Place) => sql`project_id = ${projectId}`;
const overridden = ({ projectId, environmentId }: Place) => sql`
  project_id = ${projectId} and id in (select record_id from overrides where environment_id = ${environmentId})`;

type Listed = { id: string; bytes: number };

const readIds = (condition: SQL, { recordsMax }: Limits) =>
  rawRows<Listed>(
    db(),
    sql`select id, pg_column_size(metadata) as bytes from records where ${condition}
      order by id collate "C" limit ${recordsMax}`,
  );

function* batches(listed: readonly Listed[], { batchRows, batchBytes }: Limits): Generator<string[]> {
  let batch: string[] = [];
  let sum = 0;
  for (const { id, bytes } of listed) {
    batch.push(id);
    sum += bytes;
    if (batch.length < batchRows && sum < batchBytes) continue;
    yield batch;
    batch = [];
    sum = 0;
  }
  if (batch.length > 0) yield batch;
}

const readBatch = (
  { environmentId }: Place,
  ids: string[],
  fields: readonly string[],
): Promise<SnapshotRecord[]> =>
  rawRows<SnapshotRecord>(
    db(),
    sql`
      select id, group_id as "groupId", (
        select json_object_agg(field.key, field.value)::text from json_each(metadata) as field
        where field.key = any (${sql.param([...fields])}::text[]) and json_typeof(field.value) <> 'null'
      ) as metadata, (
        select json_agg(json_build_object('groupFlagId', group_flag_id, 'enabled', enabled, 'rollout', rollout,
          'rolloutBasisPoints', rollout_basis_points, 'value', (value -> 'is')::text) order by group_flag_id collate "C")
        from overrides where record_id = records.id and environment_id = ${environmentId}
      ) as overrides
      from records where id = any (${sql.param(ids)}::text[]) order by id collate "C"`,
  );

const overrideBytes = 150;

function bytesOf({ id, metadata, overrides }: SnapshotRecord): number {
  let bytes = id.length + (metadata?.length ?? 0);
  for (const { value } of overrides ?? []) bytes += overrideBytes + (value?.length ?? 0);
  return bytes;
}
