import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { ReadyQuery } from "@/db/ready-query";
import { deliveredWithinMs } from "@/lib/platform/deliveries/outcome";
import { type Capture, capturesMax, refusedMax } from "./captures";
import { copyBytesOf } from "./forwarding/forwarding-room";

/** How much of a path the log of deliveries shows. */
const pathChars = 500;

/** The size of the ring is read under the lock of the inbox's row, which also who changes it has. */
const counted = `
    update webhooks set last_sequence = last_sequence + $1::int, refused_count = refused_count + $5::int
    where id = $2::uuid and ($6::int is null or retained_count = $6)
    returning last_sequence, refused_count, retained_count`;

/** The columns of a capture, in this order wherever it is written. */
const recordColumns = `
      at int, taken_at int, refused_at int, id uuid, method text, path text, raw_url text, raw_headers json, start int,
      length int, ip text, received_ms float8, signature json`;

/** Slots go by the number of captures that were taken, or refused, up to each one; together they are the sequence. */
const insertInto = (source: string) => `
    insert into captured_requests
      (webhook_id, slot, sequence, id, method, path, raw_url, raw_headers, body, ip, received_at,
        signature)
    select $2::uuid, case
        when refused_at is null then (last_sequence - refused_count - $1::int + $5::int + coalesce(taken_at, at)) % retained_count
        else -1 - (refused_count - $5::int + refused_at) % ${refusedMax}
      end, last_sequence - $1::int + at,
      id, method, path, raw_url, raw_headers, substring($3::bytea from start for length), ip,
      to_timestamp(received_ms / 1000), signature
    from counted, ${source}
    on conflict (webhook_id, slot) do update set
      sequence = excluded.sequence, id = excluded.id, method = excluded.method, path = excluded.path,
      raw_url = excluded.raw_url, raw_headers = excluded.raw_headers, body = excluded.body, ip = excluded.ip,
      received_at = excluded.received_at, signature = excluded.signature`;

/** Whether this very statement would not overwrite it. */
const isNewest = "(refused_at is not null or coalesce(taken_at, at) > $1::int - $5::int - retained_count)";

/**
 * What differs from capture to capture is one JSON value: an array for each column takes this process longer to write, and
 * the database no less to read. The bodies are one binary value, since as text they would be twice as large.
 * A column of `json` keeps its part of the text as it is.
 */
const statement = `
  with counted as (${counted}
  ), stored as (${insertInto(`json_to_recordset($4::json) as new(${recordColumns}
    )
    where ${isNewest}`)}
  )
  select last_sequence from counted`;

/**
 * The same with deliveries of these captures, so that a sender who is answered knows that they will go out. Their rules are
 * locked against deletion first. The moment is read when the inbox's row is held: it orders deliveries as sequences do.
 */
const forwardingStatement = `
  with counted as (${counted}, project_id, date_trunc('milliseconds', clock_timestamp()) as moment
  ), new as materialized (
    select * from json_to_recordset($4::json) as new(${recordColumns}, in_ring bool, copy_bytes int
    )
  ), stored as (${insertInto(`new where in_ring and ${isNewest}`)}
  ), copied as (
    insert into forwarded_captures
      (id, webhook_id, project_id, method, path, raw_url, raw_headers, body, bytes, received_at)
    select id, $2::uuid, project_id, method, path, raw_url, raw_headers, substring($3::bytea from start for length),
      copy_bytes, to_timestamp(received_ms / 1000)
    from counted, new where copy_bytes is not null
  ), planned as materialized (
    select * from json_to_recordset($7::json) as planned(
      id uuid, rule_id uuid, at int, reason text, captures int
    )
  ), held as materialized (
    select id from forwarding_rules
    where id in (select rule_id from planned) and webhook_id = $2::uuid and enabled order by id for key share
  ), waiting as (
    insert into webhook_deliveries
      (id, rule_id, webhook_id, project_id, request_id, sequence, method, path, state, captures, due_at, deadline_at,
        ended_at, error, created_at)
    select planned.id, rule_id, $2::uuid, project_id, new.id, last_sequence - $1::int + planned.at, method,
      left(path, ${pathChars}), case when reason is null then 'pending' else 'skipped' end, coalesce(captures, 1), moment,
      moment + ${deliveredWithinMs} * interval '1 millisecond', case when reason is not null then moment end, reason, moment
    from counted, planned join held on held.id = rule_id join new on new.at = planned.at
  )
  select last_sequence from counted`;

/**
 * Commits captures of one inbox, and what they cause, in one statement. The lock on the inbox's row orders them, and the rings
 * of slots keep the newest ones, and the newest 10 of those that were refused.
 * @returns the sequence of the last one, or undefined when the inbox is gone
 */
export async function writeCaptures(
  db: Db,
  webhookId: string,
  captures: readonly Capture[],
): Promise<number | undefined> {
  if (captures.length <= capturesMax) return writeFor(db, webhookId, captures, null);
  // Most inboxes have the usual size, which leaves most of a long batch out before it is sent.
  const last = await writeFor(db, webhookId, captures, capturesMax);
  return last ?? writeFor(db, webhookId, captures, null);
}

/** @param ringSize what the inbox retains; nothing is written where it is something else. Null where that is not known. */
async function writeFor(
  db: Db,
  webhookId: string,
  captures: readonly Capture[],
  ringSize: number | null,
): Promise<number | undefined> {
  const { kept, refused } = placed(captures, ringSize ?? captures.length);
  const bodies = Buffer.concat(kept.map(({ capture }) => capture.body));
  const params = [captures.length, webhookId, bodies, recordsOf(kept), refused, ringSize];
  const planned = plannedOf(kept);
  const query =
    planned.length === 0
      ? new ReadyQuery(statement, params)
      : new ReadyQuery(forwardingStatement, [...params, JSON.stringify(planned)]);
  const [row] = await rawRows<{ last_sequence: string | number }>(db, query);
  return row && Number(row.last_sequence);
}

const plannedOf = (placed: readonly Placed[]) =>
  placed.flatMap(({ capture: { deliveries = [] }, at }) =>
    deliveries.map(({ id, ruleId, skipped }) => ({ id, rule_id: ruleId, at, ...skipped })),
  );

/** A capture and which of its batch it is: of all, and of those that were taken or refused. From 1, as SQL counts. */
type Placed = { capture: Capture; at: number; ofKind: number; isInRing: boolean };

/**
 * Earlier captures of a long batch would be overwritten by this very statement, so they are left out, but for those that are
 * forwarded.
 */
function placed(captures: readonly Capture[], ringSize: number): { kept: Placed[]; refused: number } {
  let taken = 0;
  let refused = 0;
  const all = captures.map((capture, index) => {
    const ofKind = capture.isApart ? ++refused : ++taken;
    return { capture, at: index + 1, ofKind };
  });
  const kept = all
    .map((each) => ({
      ...each,
      isInRing: each.capture.isApart ? each.ofKind > refused - refusedMax : each.ofKind > taken - ringSize,
    }))
    .filter(({ capture, isInRing }) => isInRing || capture.deliveries);
  return { kept, refused };
}

function recordsOf(placed: readonly Placed[]): string {
  // SQL counts from 1.
  let start = 1;
  const isForwarding = placed.some(({ capture }) => capture.deliveries);
  return JSON.stringify(
    placed.map(({ capture, at, ofKind, isInRing }) => {
      const { id, method, path, rawUrl, rawHeaders, body, ip, receivedAt, signature, isApart } = capture;
      const record = {
        at,
        // What is undefined is left out: most often all of a batch is taken.
        refused_at: isApart ? ofKind : undefined,
        taken_at: isApart || ofKind === at ? undefined : ofKind,
        id,
        method,
        path,
        raw_url: rawUrl,
        raw_headers: rawHeaders,
        start,
        length: body.byteLength,
        ip,
        received_ms: receivedAt.getTime(),
        signature: signature ?? undefined,
        ...(isForwarding && { in_ring: isInRing, copy_bytes: copyBytesOf(capture) }),
      };
      start += body.byteLength;
      return record;
    }),
  );
}
