import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { ReadyQuery } from "@/db/ready-query";
import { type Capture, capturesMax } from "./captures";

/**
 * What differs from capture to capture is one JSON value: an array for each column takes this process longer to write, and
 * the database no less to read. The bodies are one binary value, since as text they would be twice as large.
 * A column of `json` keeps its part of the text as it is.
 */
const statement = `
  with counted as (
    update webhooks set last_sequence = last_sequence + $1::int where id = $2::uuid returning last_sequence
  ), stored as (
    insert into captured_requests
      (webhook_id, slot, sequence, id, method, path, raw_url, raw_headers, body, ip, received_at)
    select $2::uuid, (last_sequence - $1::int + at) % ${capturesMax}, last_sequence - $1::int + at,
      id, method, path, raw_url, raw_headers, substring($3::bytea from start for length), ip,
      to_timestamp(received_ms / 1000)
    from counted, json_to_recordset($4::json) as new(
      at int, id uuid, method text, path text, raw_url text, raw_headers json, start int, length int, ip text,
      received_ms float8
    )
    on conflict (webhook_id, slot) do update set
      sequence = excluded.sequence, id = excluded.id, method = excluded.method, path = excluded.path,
      raw_url = excluded.raw_url, raw_headers = excluded.raw_headers, body = excluded.body, ip = excluded.ip,
      received_at = excluded.received_at
  )
  select last_sequence from counted`;

/**
 * Commits captures of one inbox in one statement. The lock on the inbox's row orders them, and the ring of slots
 * keeps the newest 50.
 * @returns the sequence of the last one, or undefined when the inbox is gone
 */
export async function writeCaptures(
  db: Db,
  webhookId: string,
  captures: readonly Capture[],
): Promise<number | undefined> {
  const count = captures.length;
  // Earlier captures of a long batch would be overwritten by this very statement.
  const kept = captures.slice(-capturesMax);
  const bodies = Buffer.concat(kept.map(({ body }) => body));
  const query = new ReadyQuery(statement, [count, webhookId, bodies, recordsOf(kept, count - kept.length)]);
  const [row] = await rawRows<{ last_sequence: string | number }>(db, query);
  return row && Number(row.last_sequence);
}

/** @param skipped how many captures of the batch come before these */
function recordsOf(captures: readonly Capture[], skipped: number): string {
  // SQL counts from 1.
  let start = 1;
  return JSON.stringify(
    captures.map(({ id, method, path, rawUrl, rawHeaders, body, ip, receivedAt }, index) => {
      const record = {
        at: skipped + index + 1,
        id,
        method,
        path,
        raw_url: rawUrl,
        raw_headers: rawHeaders,
        start,
        length: body.byteLength,
        ip,
        received_ms: receivedAt.getTime(),
      };
      start += body.byteLength;
      return record;
    }),
  );
}
