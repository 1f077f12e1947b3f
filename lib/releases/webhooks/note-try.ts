import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { releaseWebhookDeliveries, releaseWebhooks, releaseWebhookTries } from "@/db/schema/release-webhooks";
import type { Outcome } from "@/lib/platform/deliveries/next-try";
import { answersMax, type NotedTry, triesMax } from "@/lib/platform/deliveries/noted-try";
import type { Lane } from "./lane";

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

type Ended = { deliveryId: string; outcome: Outcome; tried: NotedTry; now: Date };

/**
 * Notes a try, and what its delivery and its webhook come to, in one statement. Nothing is noted for a process that has
 * lost the webhook.
 * @returns since when the webhook fails; null if it does not, undefined if nothing was noted
 */
export async function noteTry(
  db: Db,
  { webhookId, token }: Lane,
  { deliveryId, outcome, tried, now }: Ended,
): Promise<Date | null | undefined> {
  const isDelivered = outcome.state === "delivered";
  const dueAt = outcome.dueAt ?? now;
  const { error, statusCode } = tried;
  const [row] = await rawRows<{ failingSince: Date | string | null }>(
    db,
    sql`with webhook as (
        update ${releaseWebhooks} set
          failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${at(tried.at)}) end,
          last_delivered_at = case when ${isDelivered} then ${at(now)} else last_delivered_at end,
          last_failed_at = case when ${isDelivered} then last_failed_at else ${at(now)} end,
          last_error = case when ${isDelivered} then last_error else ${error} end
         where id = ${webhookId} and lease_token = ${token}::uuid
        returning id, failing_since
      ), told as (
        update ${releaseWebhookDeliveries} delivery set
          state = ${outcome.state}, tries = tries + 1, round_tries = round_tries + 1, due_at = ${at(dueAt)},
          ended_at = case when ${outcome.state} = 'pending' then null else ${at(now)} end,
          status_code = ${statusCode}, error = ${error}
          from webhook where delivery.id = ${deliveryId} and delivery.webhook_id = webhook.id and state = 'pending'
        returning delivery.id, delivery.tries
      ), logged as (
        insert into ${releaseWebhookTries} (delivery_id, number, at, duration_ms, status_code, error, answer, answer_truncated)
        select id, tries, ${at(tried.at)}, ${tried.durationMs}, ${statusCode}, ${error}, ${Buffer.from(tried.answer)},
          ${tried.answerTruncated} from told
      ), shorter as (
        update ${releaseWebhookTries} old set answer = null from told
         where old.delivery_id = told.id and old.number <= told.tries - ${answersMax} and old.number > told.tries - ${triesMax}
           and old.answer is not null
      ), fewer as (
        delete from ${releaseWebhookTries} old using told
         where old.delivery_id = told.id and old.number <= told.tries - ${triesMax}
      )
      select failing_since as "failingSince" from webhook`,
  );
  if (!row) return undefined;
  return row.failingSince === null ? null : new Date(row.failingSince);
}
