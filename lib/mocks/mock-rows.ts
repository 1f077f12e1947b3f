import { type SQL, sql } from "drizzle-orm";
import { db, quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";

/** Content beyond this many bytes is not read with the rows. */
const inlineBytesMax = 4096;

export type MockRow = {
  id: string;
  method: string;
  endpoint: string;
  enabled: boolean;
  delayMs: number;
  statusCode: number;
  /** In seconds; rows are in the order of this, then of their ids. */
  createdAt: number;
  contentBytes: number;
  /** Null if the content is too large. */
  responseBody: string | null;
  /** JSON as text, because the driver would parse that of all rows. Null if the content is too large. */
  responseHeaders: string | null;
};

/** What has changed after a version. Changed mocks that are not among `rows` are gone. */
export type MockChanges = { version: string; changedIds: readonly string[]; rows: MockRow[] };

const contentBytes = sql`(octet_length(response_body) + octet_length(response_headers::text))`;
const columns = sql`
  id, method, endpoint, enabled, delay_ms as "delayMs", status_code as "statusCode",
  extract(epoch from created_at)::float8 as "createdAt", ${contentBytes} as "contentBytes",
  case when ${contentBytes} <= ${inlineBytesMax}::int then response_body end as "responseBody",
  case when ${contentBytes} <= ${inlineBytesMax}::int then response_headers::text end as "responseHeaders"`;

const rowsWhere = (condition: SQL) =>
  sql`select ${columns} from mocks where ${condition} order by created_at, id`;

/** All mocks of a project, oldest first. */
export const readMocks = (projectId: string): Promise<MockRow[]> =>
  rawRows<MockRow>(db(), rowsWhere(sql`project_id = ${projectId}`));

/**
 * What has changed since: nothing, these mocks, or undefined when nobody knows. Version and rows are of the same
 * moment, because one statement reads them.
 */
export async function readMockChanges(projectId: string, since: string): Promise<MockChanges | undefined> {
  const [found] = await rawRows<{
    version: string;
    isKnown: boolean;
    changedIds: string[];
    rows: MockRow[] | null;
  }>(
    quickDb(),
    sql`
      with versions as (
        select version, complete_since <= ${since}::bigint as known, array(
          select distinct change.id from unnest(changed_ids, changed_in) as change (id, number)
          where change.number > ${since}::bigint
        ) as ids
        from project_versions where project_id = ${projectId} and what = 'mocks'
      )
      select version::text, known as "isKnown", ids as "changedIds", (
        select json_agg(changed) from (
          ${rowsWhere(sql`id = any (versions.ids) and project_id = ${projectId} and versions.known`)}
        ) as changed
      ) as "rows"
      from versions`,
  );
  return found?.isKnown ? { ...found, rows: found.rows ?? [] } : undefined;
}
