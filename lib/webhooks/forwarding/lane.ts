import { sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { forwardedCaptures, forwardingRules, webhookDeliveries } from "@/db/schema/webhook-forwarding";

/** How long a process may be silent before another one takes its rules over, in ms. A try and its notes end before. */
export const leaseMs = 30_000;

/** A rule whose deliveries this process sends, one after the other. Every write requires the token. */
export type Lane = { ruleId: string; projectId: string; label: string; isFailing: boolean; token: string };

type Claim = {
  now: Date;
  /** Projects of which this process takes no more for now, and whether it takes rules that fail. */
  fullProjects: readonly string[];
  takesFailing: boolean;
};

/** An instant for a statement. */
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/**
 * Rules for which something waits: the index is skipped through from one to the next, so that what this costs grows with
 * their number and not with that of deliveries.
 */
const waitingRules = sql`recursive waiting as (
    (select rule_id from ${webhookDeliveries} where state = 'pending' order by rule_id limit 1)
    union all
    select (select next.rule_id from ${webhookDeliveries} next
             where next.state = 'pending' and next.rule_id > waiting.rule_id order by next.rule_id limit 1)
      from waiting where waiting.rule_id is not null
  )`;
const firstDue = sql`(select due_at from ${webhookDeliveries} first
    where first.rule_id = rule.id and first.state = 'pending' order by due_at, sequence limit 1)`;

/** Takes the rule whose turn it is, if something of one is due. Two processes never have the same one. */
export async function claimLane(
  db: Db,
  { now, fullProjects, takesFailing }: Claim,
): Promise<Lane | undefined> {
  const token = uuidv4();
  const full = sql`select value::uuid from json_array_elements_text(${JSON.stringify(fullProjects)}::json)`;
  const [lane] = await rawRows<Omit<Lane, "token">>(
    db,
    sql`with ${waitingRules}, next as (
        select rule.id from waiting
          join ${forwardingRules} rule on rule.id = waiting.rule_id
          join webhooks inbox on inbox.id = rule.webhook_id
         where rule.enabled and (rule.lease_until is null or rule.lease_until <= ${at(now)})
           and ${firstDue} <= ${at(now)}
           and inbox.project_id not in (${full})
           and (${takesFailing} or rule.failing_since is null)
         order by rule.turn_at nulls first limit 1
           for update of rule skip locked
      )
      update ${forwardingRules} rule
         set lease_token = ${token}::uuid, lease_until = ${at(new Date(now.getTime() + leaseMs))}, turn_at = ${at(now)}
        from next, webhooks inbox, projects project, teams team
       where rule.id = next.id and inbox.id = rule.webhook_id and project.id = inbox.project_id
         and team.id = project.team_id
      returning rule.id as "ruleId", project.id as "projectId", rule.failing_since is not null as "isFailing",
        team.reference_id || '-' || project.slug as label`,
  );
  return lane && { ...lane, token };
}

/** When something falls due next; null if nothing waits that is not due already. */
export async function nextDueAt(db: Db, now: Date): Promise<Date | null> {
  const [row] = await rawRows<{ at: Date | string | null }>(
    db,
    sql`with ${waitingRules} select min(greatest(${firstDue}, rule.lease_until)) as at
      from waiting join ${forwardingRules} rule on rule.id = waiting.rule_id
     where rule.enabled and (${firstDue} > ${at(now)} or rule.lease_until > ${at(now)})`,
  );
  return row?.at ? new Date(row.at) : null;
}

/** What is sent next for a rule, with all that it takes. */
export type Next = {
  ruleId: string;
  url: string;
  headers: { name: string; valueTail: string | null }[];
  headerValues: string | null;
  keepPath: boolean;
  retries: boolean;
  failingSince: Date | null;
  delivery: null | {
    id: string;
    tries: number;
    roundTries: number;
    deadlineAt: Date;
    requestId: string;
  };
  /** Null if no copy is kept. */
  copy: null | { method: string; path: string; rawUrl: string; rawHeaders: [string, string][]; body: Buffer };
};

type NextRow = Pick<Next, "url" | "headers" | "headerValues" | "keepPath" | "retries"> & {
  failingSince: Date | string | null;
  id: string | null;
  tries: number;
  roundTries: number;
  deadlineAt: Date | string;
  requestId: string;
  method: string | null;
  path: string;
  rawUrl: string;
  rawHeaders: [string, string][];
  body: Buffer;
};

/**
 * What is due next for a rule, first tries and later ones in the order of their times. Renews the lease for it.
 * @returns undefined if the rule is another process's by now, was paused or is gone
 */
export async function nextOfLane(db: Db, { ruleId, token }: Lane, now: Date): Promise<Next | undefined> {
  const [row] = await rawRows<NextRow>(
    db,
    sql`with rule as (
        update ${forwardingRules} set lease_until = ${at(new Date(now.getTime() + leaseMs))}
         where id = ${ruleId} and lease_token = ${token}::uuid and enabled
        returning id, url, headers, header_values, keep_path, retries, failing_since
      )
      select rule.url, rule.headers, rule.header_values as "headerValues", rule.keep_path as "keepPath", rule.retries,
        rule.failing_since as "failingSince", due.id, due.tries, due.round_tries as "roundTries",
        due.deadline_at as "deadlineAt", due.request_id as "requestId", copy.method, copy.path,
        copy.raw_url as "rawUrl", copy.raw_headers as "rawHeaders", copy.body
        from rule
        left join lateral (
          select * from ${webhookDeliveries} each
           where each.rule_id = rule.id and each.state = 'pending' and each.due_at <= ${at(now)}
           order by each.due_at, each.sequence limit 1
        ) due on true
        left join ${forwardedCaptures} copy on copy.id = due.request_id`,
  );
  return row && nextOf(ruleId, row);
}

function nextOf(ruleId: string, row: NextRow): Next {
  const { url, headers, headerValues, keepPath, retries, failingSince, id, tries, roundTries, requestId } =
    row;
  const { method, path, rawUrl, rawHeaders, body } = row;
  return {
    ...{ ruleId, url, headers, headerValues, keepPath, retries },
    failingSince: failingSince === null ? null : new Date(failingSince),
    delivery: id === null ? null : { id, tries, roundTries, requestId, deadlineAt: new Date(row.deadlineAt) },
    copy: method === null ? null : { method, path, rawUrl, rawHeaders, body },
  };
}

/** Lets another turn, or another process, have the rule at once. */
export async function leaveLane(db: Db, { ruleId, token }: Lane): Promise<void> {
  await db.execute(
    sql`update ${forwardingRules} set lease_token = null, lease_until = null
         where id = ${ruleId} and lease_token = ${token}::uuid`,
  );
}

/** Frees what was held before this process began. Only for one that is alone on its database: then the holders are dead. */
export async function freeLanesBefore(db: Db, start: Date): Promise<void> {
  await db.execute(
    sql`update ${forwardingRules} set lease_token = null, lease_until = null
         where lease_token is not null and lease_until < ${at(new Date(start.getTime() + leaseMs))}`,
  );
}
