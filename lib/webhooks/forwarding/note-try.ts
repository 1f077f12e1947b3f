import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { hasDeletions } from "@/db/has-deletions";
import { rawRows } from "@/db/raw-rows";
import {
  deliveryTries,
  forwardedCaptures,
  forwardingRules,
  webhookDeliveries,
} from "@/db/schema/webhook-forwarding";
import type { Outcome } from "@/lib/platform/deliveries/next-try";
import { answersMax, type NotedTry, triesMax } from "@/lib/platform/deliveries/noted-try";
import type { Lane } from "./lane";

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

type Ended = { deliveryId: string; outcome: Outcome; tried: NotedTry; now: Date };

/**
 * Notes a try, and what its delivery and its rule come to, in one statement; the copy of what is delivered goes, if nobody
 * else needs it. Nothing is noted for a process that has lost the rule.
 * @returns since when the rule fails; null if it does not, undefined if nothing was noted
 */
export async function noteTry(
  db: Db,
  { ruleId, token }: Lane,
  { deliveryId, outcome, tried, now }: Ended,
): Promise<Date | null | undefined> {
  const isDelivered = outcome.state === "delivered";
  const dueAt = outcome.dueAt ?? now;
  const error = tried.error;
  const [row] = await rawRows<{ failingSince: Date | string | null }>(
    db,
    sql`with rule as (
        update ${forwardingRules} set
          failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${at(tried.at)}) end,
          last_delivered_at = case when ${isDelivered} then ${at(now)} else last_delivered_at end,
          last_failed_at = case when ${isDelivered} then last_failed_at else ${at(now)} end,
          last_error = case when ${isDelivered} then last_error else ${error} end
         where id = ${ruleId} and lease_token = ${token}::uuid
        returning id, failing_since
      ), told as (
        update ${webhookDeliveries} delivery set
          state = ${outcome.state}, tries = tries + 1, round_tries = round_tries + 1, due_at = ${at(dueAt)},
          ended_at = case when ${outcome.state} = 'pending' then null else ${at(now)} end,
          status_code = ${tried.statusCode}, error = ${error}
          from rule where delivery.id = ${deliveryId} and delivery.rule_id = rule.id and state = 'pending'
        returning delivery.id, delivery.tries, delivery.request_id
      ), logged as (
        insert into ${deliveryTries} (delivery_id, number, at, duration_ms, status_code, error, answer, answer_truncated)
        select id, tries, ${at(tried.at)}, ${tried.durationMs}, ${tried.statusCode}, ${error}, ${Buffer.from(tried.answer)},
          ${tried.answerTruncated} from told
      ), shorter as (
        update ${deliveryTries} old set answer = null from told
         where old.delivery_id = told.id and old.number <= told.tries - ${answersMax} and old.number > told.tries - ${triesMax}
           and old.answer is not null
      ), fewer as (
        delete from ${deliveryTries} old using told
         where old.delivery_id = told.id and old.number <= told.tries - ${triesMax}
      ), needless as (
        delete from ${forwardedCaptures} copy using told
         where ${isDelivered} and copy.id = told.request_id and not ${hasDeletions(sql`copy.project_id`)} and not exists (
           select from ${webhookDeliveries} other where other.request_id = copy.id and other.id <> told.id
              and other.state in ('pending', 'failed'))
      )
      select failing_since as "failingSince" from rule`,
  );
  if (!row) return undefined;
  return row.failingSince === null ? null : new Date(row.failingSince);
}
