import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { projectTraffic } from "@/db/schema/traffic";
import { type Counted, type Fate, hourMs } from "./traffic-counts";

/**
 * Adds counts to the stored ones, in one statement and in the order of the batch. It waits for no project: one that
 * somebody holds, perhaps to delete it, is passed over, so that nobody's deletion runs into a deadlock with this.
 */
export async function writeTraffic(db: Db, batch: readonly Counted[]): Promise<Map<string, Fate>> {
  const rows = batch.map(({ projectId, hour, counts }) => ({
    project_id: projectId,
    hour: new Date(hour * hourMs).toISOString(),
    ...counts,
  }));
  const found = await rawRows<{ id: string; written: boolean }>(
    db,
    sql`
      with counted as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
          project_id uuid, hour timestamptz, mocks bigint, captures bigint, checks bigint, errors bigint)
      ), present as materialized (
        select id from projects where id in (select project_id from counted)
        order by id for key share skip locked
      ), written as (
        insert into ${projectTraffic} as stored (project_id, hour, mocks, captures, checks, errors)
        select counted.* from counted join present on present.id = counted.project_id
        order by counted.project_id, counted.hour
        on conflict (project_id, hour) do update set
          mocks = stored.mocks + excluded.mocks, captures = stored.captures + excluded.captures,
          checks = stored.checks + excluded.checks, errors = stored.errors + excluded.errors
      )
      select id, id in (select id from present) as written from projects
      where id in (select project_id from counted)`,
  );
  const fates = new Map<string, Fate>(batch.map(({ projectId }) => [projectId, "gone"]));
  for (const { id, written } of found) fates.set(id, written ? "written" : "held");
  return fates;
}
