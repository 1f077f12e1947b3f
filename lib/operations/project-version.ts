import { type SQL, sql } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import type { Versioned } from "@/db/schema/versions";

/**
 * The version of what a project has now; undefined when there is no such project.
 *
 * Whoever remembers rows asks this first, reads the rows then, and keeps them together. A change is committed together
 * with its version, so rows are never older than a version read before them. They may be newer: then the next check
 * finds another version, and reads them once more than needed. It is never taken for current what a commit has changed:
 * versions of a project are given one after the other, each under a lock that its commit releases, and every one is new.
 */
export async function readProjectVersion(projectId: string, what: Versioned): Promise<string | undefined> {
  const [row] = await rawRows<{ version: string }>(
    quickDb(),
    sql`select version::text from project_versions where project_id = ${projectId} and what = ${what}`,
  );
  return row?.version;
}

/**
 * What has changed after a version. `changedIds` are as the triggers note them (`db/schema/versions.ts`); of those that
 * are not among `rows` there is none any more.
 */
export type ProjectChanges<Row> = { version: string; changedIds: readonly string[]; rows: readonly Row[] };

/**
 * What has changed since: nothing, these rows, or undefined when nobody knows. Version and rows are of the same moment,
 * because one statement reads them.
 * @param changedRows selects the changed rows, given an expression for the changed ids. It has none when nobody knows.
 */
export async function readProjectChanges<Row>(
  { projectId, what, since }: { projectId: string; what: Versioned; since: string },
  changedRows: (ids: SQL) => SQL,
): Promise<ProjectChanges<Row> | undefined> {
  const [found] = await rawRows<ProjectChanges<Row> & { isKnown: boolean; rows: Row[] | null }>(
    quickDb(),
    sql`
      with versions as (
        select version, complete_since <= ${since}::bigint as known, array(
          select distinct change.id from unnest(changed_ids, changed_in) as change (id, number)
          where change.number > ${since}::bigint and complete_since <= ${since}::bigint
        ) as ids
        from project_versions where project_id = ${projectId} and what = ${what}
      )
      select version::text, known as "isKnown", ids as "changedIds", (
        select json_agg(changed) from (${changedRows(sql`versions.ids`)}) as changed
      ) as "rows"
      from versions`,
  );
  if (!found?.isKnown) return undefined;
  const { version, changedIds, rows } = found;
  return { version, changedIds, rows: rows ?? [] };
}
