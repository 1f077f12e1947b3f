import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { projectTraffic } from "@/db/schema/traffic";
import { hourMs } from "./traffic-counts";

/** For how long counts are kept by the hour. */
const keptMs = 31 * 24 * hourMs;
/** Rows that one statement adds up, because an embedded database does nothing else meanwhile. */
const together = 5000;

/**
 * Adds up what is older than 31 days, by project: its sum stays, as of an hour at the beginning of time, so that a
 * project is known to have been called ever. Like the counters, it waits for no project that somebody holds.
 */
export async function pruneTraffic(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMs).toISOString();
  for (;;) {
    const [gone] = await rawRows<{ rows: number }>(
      db,
      sql`
        with old as materialized (
          select project_id, hour from ${projectTraffic}
          where hour > 'epoch' and hour < ${oldest}::timestamptz order by hour limit ${together}
        ), present as materialized (
          select id from projects where id in (select project_id from old)
          order by id for key share skip locked
        ), gone as (
          delete from ${projectTraffic} using old where old.project_id in (select id from present)
            and ${projectTraffic.projectId} = old.project_id and ${projectTraffic.hour} = old.hour
          returning ${projectTraffic}.*
        ), kept as (
          insert into ${projectTraffic} as stored (project_id, hour, mocks, captures, checks, errors)
          select project_id, 'epoch', sum(mocks), sum(captures), sum(checks), sum(errors) from gone
          group by project_id order by project_id
          on conflict (project_id, hour) do update set
            mocks = stored.mocks + excluded.mocks, captures = stored.captures + excluded.captures,
            checks = stored.checks + excluded.checks, errors = stored.errors + excluded.errors
        )
        select count(*)::int as rows from gone`,
    );
    if ((gone?.rows ?? 0) < together) return;
  }
}
