import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { ReadyQuery } from "@/db/ready-query";
import type { StoredCall } from "./stored-call";

/** How many calls of a project are kept, and for how long. */
export const callsMax = 200;
export const callAgeMs = 7 * 24 * 60 * 60 * 1000;

/** What became of a project's calls: stored, the first of them with that sequence; not now; or never, as the project is gone. */
export type Fate = { firstSequence: number; mockNames: ReadonlyMap<string, string> } | "held" | "gone";

/**
 * In one statement, as captures are written: a JSON value of what differs from call to call, and all bodies as one binary
 * value. It waits for no project that somebody holds, perhaps to delete it. Rows of logs are locked in the order of their
 * projects, as all processes do it.
 */
const statement = `
  with new as materialized (
    select * from json_to_recordset($1::json) as new(
      project_id uuid, at int, id uuid, kind text, outcome text, call_id uuid, method text, target text, ip text,
      request_headers json, request_start int, request_length int, request_size int, mock_id uuid,
      response_name text, reason text, status_code int, fault text, response_headers json, response_start int,
      response_length int, response_size int, duration_ms int, attempts int, received_ms float8
    )
  ), present as materialized (
    select id from projects where id in (select project_id from new) order by id for key share skip locked
  ), counted as (
    insert into mock_call_logs as stored (project_id, last_sequence)
    select project_id, count(*) from new where project_id in (select id from present)
    group by project_id order by project_id
    on conflict (project_id) do update set last_sequence = stored.last_sequence + excluded.last_sequence
    returning project_id, last_sequence
  ), named as (
    select id, name from mocks where id in (select mock_id from new)
  ), numbered as (
    select new.*, counted.last_sequence - count(*) over (partition by new.project_id) + new.at as sequence,
      named.name as mock_name
    from new join counted on counted.project_id = new.project_id left join named on named.id = new.mock_id
  ), written as (
    insert into mock_calls
      (project_id, slot, sequence, id, kind, outcome, call_id, method, target, ip, request_headers, request_body,
      request_size, mock_id, mock_name, response_name, reason, status_code, fault, response_headers,
      response_body, response_size, duration_ms, attempts, received_at)
    select project_id, sequence % ${callsMax}, sequence, id, kind, outcome, call_id, method, target, ip,
      request_headers, substring($2::bytea from request_start for request_length), request_size, mock_id, mock_name,
      response_name, reason, status_code, fault, response_headers,
      substring($2::bytea from response_start for response_length), response_size, duration_ms, attempts,
      to_timestamp(received_ms / 1000)
    from numbered
    on conflict (project_id, slot) do update set
      sequence = excluded.sequence, id = excluded.id, kind = excluded.kind, outcome = excluded.outcome,
      call_id = excluded.call_id, method = excluded.method, target = excluded.target, ip = excluded.ip,
      request_headers = excluded.request_headers, request_body = excluded.request_body,
      request_size = excluded.request_size, mock_id = excluded.mock_id, mock_name = excluded.mock_name,
      response_name = excluded.response_name, reason = excluded.reason, status_code = excluded.status_code,
      fault = excluded.fault, response_headers = excluded.response_headers, response_body = excluded.response_body,
      response_size = excluded.response_size, duration_ms = excluded.duration_ms, attempts = excluded.attempts,
      received_at = excluded.received_at
  )
  select projects.id, counted.last_sequence,
    (select json_object_agg(named.id, named.name) from named
      where named.id in (select mock_id from new where new.project_id = projects.id)) as names
  from projects left join counted on counted.project_id = projects.id
  where projects.id in (select project_id from new)`;

/** @param batch at most 200 calls of each project, oldest first */
export async function writeCalls(
  db: Db,
  batch: ReadonlyMap<string, readonly StoredCall[]>,
): Promise<Map<string, Fate>> {
  const { records, bodies } = recordsOf(batch);
  const query = new ReadyQuery(statement, [records, bodies]);
  type Row = { id: string; last_sequence: string | number | null; names: Record<string, string> | null };
  const fates = new Map<string, Fate>([...batch.keys()].map((projectId) => [projectId, "gone"]));
  for (const { id, last_sequence, names } of await rawRows<Row>(db, query)) {
    const count = batch.get(id)?.length ?? 0;
    const firstSequence = Number(last_sequence) - count + 1;
    const mockNames = new Map(Object.entries(names ?? {}));
    fates.set(id, last_sequence === null ? "held" : { firstSequence, mockNames });
  }
  return fates;
}

/** Which of these calls are stored: their ids. */
export async function findStoredCalls(
  db: Db,
  batch: ReadonlyMap<string, readonly StoredCall[]>,
): Promise<ReadonlySet<string>> {
  const calls = JSON.stringify([...batch.values()].flat().map(({ id }) => id));
  const projects = JSON.stringify([...batch.keys()]);
  const listed = (ids: string) => sql`(select value::uuid from json_array_elements_text(${ids}::json))`;
  const rows = await rawRows<{ id: string }>(
    db,
    sql`select id from mock_calls where project_id in ${listed(projects)} and id in ${listed(calls)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

function recordsOf(batch: ReadonlyMap<string, readonly StoredCall[]>): { records: string; bodies: Buffer } {
  const bodies: Uint8Array[] = [];
  // SQL counts from 1.
  let start = 1;
  const place = (body: Uint8Array) => {
    bodies.push(body);
    start += body.byteLength;
    return { start: start - body.byteLength, length: body.byteLength };
  };
  const records = [...batch].flatMap(([projectId, calls]) =>
    calls.map((call, at) => {
      const request = place(call.requestBody);
      const response = place(call.responseBody);
      return {
        ...{ project_id: projectId, at: at + 1, id: call.id, kind: call.kind, outcome: call.outcome },
        ...{ call_id: call.callId, method: call.method, target: call.target, ip: call.ip },
        ...{ request_headers: call.requestHeaders, request_size: call.requestSize },
        ...{ request_start: request.start, request_length: request.length },
        ...{ mock_id: call.mockId, response_name: call.responseName, reason: call.reason },
        ...{ status_code: call.statusCode, fault: call.fault },
        ...{ response_headers: call.responseHeaders, response_size: call.responseSize },
        ...{ response_start: response.start, response_length: response.length },
        ...{ duration_ms: call.durationMs, attempts: call.attempts, received_ms: call.receivedAt },
      };
    }),
  );
  return { records: JSON.stringify(records), bodies: Buffer.concat(bodies) };
}
