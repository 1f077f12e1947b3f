import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type Capture, capturesMax } from "./captures";

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
  const first = count - kept.length + 1;
  // The bodies are one binary value: in an array they would be written, and parsed by the database, as text.
  const bodies = sql.param(Buffer.concat(kept.map(({ body }) => body)));
  const column = <T>(of: (capture: Capture) => T) => sql.param(kept.map(of));
  const result = (await db.execute(sql`
    with counted as (
      update webhooks set last_sequence = last_sequence + ${count} where id = ${webhookId} returning last_sequence
    )
    insert into captured_requests
      (webhook_id, slot, sequence, id, method, path, raw_url, raw_headers, body, ip, received_at)
    select ${webhookId}::uuid, (counted.last_sequence - ${count} + new.at) % ${capturesMax},
      counted.last_sequence - ${count} + new.at,
      new.id, new.method, new.path, new.raw_url, new.raw_headers::json, substring(${bodies}::bytea from new.start for new.length), new.ip, new.received_at
    from counted, unnest(
      ${sql.param(kept.map((_, at) => first + at))}::int[],
      ${column(({ id }) => id)}::uuid[],
      ${column(({ method }) => method)}::text[],
      ${column(({ path }) => path)}::text[],
      ${column(({ rawUrl }) => rawUrl)}::text[],
      ${column(({ rawHeaders }) => JSON.stringify(rawHeaders))}::text[],
      ${sql.param(offsetsOf(kept))}::int[],
      ${column(({ body }) => body.byteLength)}::int[],
      ${column(({ ip }) => ip)}::text[],
      ${column(({ receivedAt }) => receivedAt.toISOString())}::timestamptz[]
    ) as new(at, id, method, path, raw_url, raw_headers, start, length, ip, received_at)
    on conflict (webhook_id, slot) do update set
      sequence = excluded.sequence, id = excluded.id, method = excluded.method, path = excluded.path,
      raw_url = excluded.raw_url, raw_headers = excluded.raw_headers, body = excluded.body, ip = excluded.ip,
      received_at = excluded.received_at
    returning sequence
  `)) as unknown as { rows: { sequence: string | number }[] };
  if (result.rows.length === 0) return undefined;
  return Math.max(...result.rows.map(({ sequence }) => Number(sequence)));
}

/** Where each body begins in the joined value; SQL counts from 1. */
function offsetsOf(captures: readonly Capture[]): number[] {
  let next = 1;
  return captures.map(({ body }) => {
    const start = next;
    next += body.byteLength;
    return start;
  });
}
