import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { v4 as uuidv4 } from "uuid";
import { type Attempt, answersMax, attemptsMax } from "./attempt";
import { deliveredWithinMs, type Outcome } from "./outcome";

/** How long a process may be silent before another one takes its targets over, in ms. An attempt ends sooner. */
export const leaseMs = 30_000;

/** The database, or a transaction: the part of it that is needed. */
export type Database = { execute(query: SQL): PromiseLike<unknown> };

async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as { rows: Row[] };
  return rows;
}

/** A target is what receives deliveries, one after the other: a forwarding rule, or a release webhook. */
export type QueueTables = {
  targets: PgTable;
  deliveries: PgTable & { id: PgColumn };
  attempts: PgTable;
  /** The deliveries' column with the target's id. */
  targetId: PgColumn;
  /** What orders deliveries that are due at the same moment. */
  order: PgColumn;
  /** Columns that sending needs, of `target`, of the delivery `due` and of joined tables. */
  payload: { columns: SQL; joins: SQL };
  /** Runs with the record of an attempt: a statement with `recorded`, the delivery as it is then. */
  settle?: SQL;
};

/** A target whose deliveries this process sends. Every write requires the token. */
export type Lease = { targetId: string; projectId: string; isFailing: boolean; token: string };

/** A delivery that is due, with what sending it takes. */
export type Due<Payload> = Payload & {
  deliveryId: string;
  url: string;
  /** Attempts so far, and since it was sent or resent. */
  tries: number;
  roundTries: number;
};

const ms = (value: number) => sql`${value}::float8 * interval '1 millisecond'`;

/**
 * Deliveries that wait in the database. Leases, due times and deadlines go by the database's clock, because those of the
 * processes may differ.
 */
export class DeliveryQueue<Payload> {
  readonly #tables: QueueTables;
  readonly #now: SQL;
  readonly #waiting: SQL;
  readonly #target: SQLWrapper;
  readonly #order: SQLWrapper;

  /** @param now the moment, in SQL */
  constructor(tables: QueueTables, now = sql`now()`) {
    this.#tables = tables;
    // Lists go by times in ms.
    this.#now = sql`date_trunc('milliseconds', ${now})`;
    this.#target = sql.identifier(tables.targetId.name);
    this.#order = sql.identifier(tables.order.name);
    this.#waiting = this.#targetsWithWaiting();
  }

  /** The index is skipped through from one target to the next, so that the cost grows with targets, not deliveries. */
  #targetsWithWaiting(): SQL {
    const { deliveries } = this.#tables;
    const target = this.#target;
    return sql`recursive waiting as (
      (select ${target} as id from ${deliveries} where state = 'pending' order by ${target} limit 1)
      union all
      select (select next.${target} from ${deliveries} next
               where next.state = 'pending' and next.${target} > waiting.id order by next.${target} limit 1)
        from waiting where waiting.id is not null
    )`;
  }

  /** The first delivery of `target` that waits, as `first`. */
  get #first(): SQL {
    return sql`cross join lateral (
      select due_at, project_id from ${this.#tables.deliveries} each
       where each.${this.#target} = target.id and each.state = 'pending' order by due_at, ${this.#order} limit 1
    ) first`;
  }

  /**
   * Takes the target whose turn it is, if one of its deliveries is due. Two processes never have the same one.
   * @param fullProjects projects of which this process takes no more for now
   * @param takesFailing whether it takes targets that fail
   */
  async claim(
    db: Database,
    fullProjects: readonly string[],
    takesFailing: boolean,
  ): Promise<Lease | undefined> {
    const { targets } = this.#tables;
    const now = this.#now;
    const token = uuidv4();
    const full = sql`select value::uuid from json_array_elements_text(${JSON.stringify(fullProjects)}::json)`;
    const [lease] = await rowsOf<Omit<Lease, "token">>(
      db,
      sql`with ${this.#waiting}, next as (
          select target.id, first.project_id from waiting join ${targets} target on target.id = waiting.id ${this.#first}
           where target.enabled and (target.lease_until is null or target.lease_until <= ${now})
             and first.due_at <= ${now} and first.project_id not in (${full})
             and (${takesFailing} or target.failing_since is null)
           order by target.turn_at nulls first limit 1
             for update of target skip locked
        )
        update ${targets} target
           set lease_token = ${token}::uuid, lease_until = ${now} + ${ms(leaseMs)}, turn_at = ${now}
          from next where target.id = next.id
        returning target.id as "targetId", next.project_id as "projectId",
          target.failing_since is not null as "isFailing"`,
    );
    return lease && { ...lease, token };
  }

  /**
   * The next delivery of a target that is due, first attempts and retries in the order of their times. Renews the lease.
   * @returns undefined if nothing is due, or the target is another process's, paused or deleted
   */
  async next(
    db: Database,
    { targetId, token }: Pick<Lease, "targetId" | "token">,
  ): Promise<Due<Payload> | undefined> {
    const { targets, deliveries, payload } = this.#tables;
    const now = this.#now;
    const [row] = await rowsOf<Due<Payload>>(
      db,
      sql`with target as (
          update ${targets} set lease_until = ${now} + ${ms(leaseMs)}
           where id = ${targetId} and lease_token = ${token}::uuid and enabled
          returning *
        )
        select due.id as "deliveryId", due.tries, due.round_tries as "roundTries", target.url, ${payload.columns}
          from target cross join lateral (
            select * from ${deliveries} each
             where each.${this.#target} = target.id and each.state = 'pending' and each.due_at <= ${now}
             order by each.due_at, each.${this.#order} limit 1
          ) due ${payload.joins}`,
    );
    return row;
  }

  /**
   * Records an attempt, and what its delivery and its target come to, in one statement. A retry after the deadline
   * becomes a failure.
   * @returns for how long the target has failed, in ms, 0 if it doesn't; undefined if the process has lost the lease
   */
  async record(
    db: Database,
    { targetId, token }: Pick<Lease, "targetId" | "token">,
    { deliveryId, attempt, outcome }: { deliveryId: string; attempt: Attempt; outcome: Outcome },
  ): Promise<number | undefined> {
    const { targets, deliveries, attempts, settle } = this.#tables;
    const { statusCode, error, durationMs, answer, answerTruncated } = attempt;
    const now = this.#now;
    const begun = sql`${now} - ${ms(durationMs)}`;
    const isDelivered = outcome.state === "delivered";
    const due = sql`${now} + ${ms(outcome.state === "pending" ? outcome.waitMs : 0)}`;
    const state = sql`case when ${outcome.state} = 'pending' and ${due} >= deadline_at then 'failed' else ${outcome.state} end`;
    const [row] = await rowsOf<{ failingMs: number }>(
      db,
      sql`with target as (
          update ${targets} set
            failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${begun}) end,
            last_delivered_at = case when ${isDelivered} then ${now} else last_delivered_at end,
            last_failed_at = case when ${isDelivered} then last_failed_at else ${now} end,
            last_error = case when ${isDelivered} then last_error else ${error} end
           where id = ${targetId} and lease_token = ${token}::uuid
          returning id, failing_since
        ), recorded as (
          update ${deliveries} delivery set
            state = ${state}, tries = tries + 1, round_tries = round_tries + 1, due_at = ${due},
            ended_at = case when ${state} = 'pending' then null else ${now} end,
            status_code = ${statusCode}, error = ${error}
            from target where delivery.id = ${deliveryId} and delivery.${this.#target} = target.id and state = 'pending'
          returning delivery.*
        ), logged as (
          insert into ${attempts} (delivery_id, number, at, duration_ms, status_code, error, answer, answer_truncated)
          select id, tries, ${begun}, ${durationMs}, ${statusCode}, ${error}, ${Buffer.from(answer)}, ${answerTruncated}
            from recorded
        ), shorter as (
          update ${attempts} old set answer = null from recorded
           where old.delivery_id = recorded.id and old.number <= recorded.tries - ${answersMax}
             and old.number > recorded.tries - ${attemptsMax} and old.answer is not null
        ), fewer as (
          delete from ${attempts} old using recorded
           where old.delivery_id = recorded.id and old.number <= recorded.tries - ${attemptsMax}
        )${settle ? sql`, settled as (${settle})` : sql``}
        select coalesce(extract(epoch from ${now} - failing_since) * 1000, 0)::float8 as "failingMs" from target`,
    );
    return row?.failingMs;
  }

  /** Gives a target back, so that another turn, or another process, can have it immediately. */
  async release(db: Database, { targetId, token }: Pick<Lease, "targetId" | "token">): Promise<void> {
    await db.execute(
      sql`update ${this.#tables.targets} set lease_token = null, lease_until = null
           where id = ${targetId} and lease_token = ${token}::uuid`,
    );
  }

  /**
   * Frees targets that were leased before this process began. Only for a process that is alone on its database: the earlier
   * holders are dead.
   * @param uptimeMs how long it has been running
   */
  async freeEarlier(db: Database, uptimeMs: number): Promise<void> {
    await db.execute(
      sql`update ${this.#tables.targets} set lease_token = null, lease_until = null
           where lease_token is not null and lease_until < ${this.#now} + ${ms(leaseMs - uptimeMs)}`,
    );
  }

  /** In how many ms a delivery becomes due, or a lease ends; null if none waits that isn't due already. */
  async msUntilDue(db: Database): Promise<number | null> {
    const now = this.#now;
    const [row] = await rowsOf<{ ms: number | null }>(
      db,
      sql`with ${this.#waiting}
        select extract(epoch from min(greatest(first.due_at, target.lease_until)) - ${now})::float8 * 1000 as ms
          from waiting join ${this.#tables.targets} target on target.id = waiting.id ${this.#first}
         where target.enabled and (first.due_at > ${now} or target.lease_until > ${now})`,
    );
    return row?.ms ?? null;
  }

  /**
   * Pauses a target that somebody hasn't given another URL since.
   * @returns whether it did
   */
  async pause(db: Database, { targetId, token }: Lease, url: string, reason: string): Promise<boolean> {
    const paused = await rowsOf(
      db,
      sql`update ${this.#tables.targets} set enabled = false, paused_reason = ${reason}
           where id = ${targetId} and lease_token = ${token}::uuid and url = ${url} returning 1`,
    );
    return paused.length > 0;
  }

  /** Puts deliveries at the end of their target's queue, with all attempts before them. @returns how many there are */
  async resend(db: Database, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const { deliveries } = this.#tables;
    const rows = await rowsOf(
      db,
      sql`update ${deliveries} set state = 'pending', round_tries = 0, ended_at = null, due_at = ${planned.at},
            deadline_at = ${planned.until}
           where ${inArray(deliveries.id, [...ids])} returning 1`,
    );
    return rows.length;
  }
}

/**
 * When a delivery is planned, in SQL, and until when it is attempted. The time is that of the statement, not of its
 * transaction: a transaction that waited for a lock comes later.
 */
export const planned = {
  at: sql`date_trunc('milliseconds', clock_timestamp())`,
  until: sql`date_trunc('milliseconds', clock_timestamp()) + ${ms(deliveredWithinMs)}`,
};
