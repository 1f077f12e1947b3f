import { eq, getTableColumns, sql } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { forwardingRules, type StoredForwardingFilter } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import type { Answering } from "./answers/answer-sender";
import { inboxAnswerOf } from "./answers/inbox-answer";
import { filterOf } from "./forwarding/rule-filter";
import type { SignatureCheck } from "./signatures/judge";
import { signatureCheckOf } from "./signatures/stored-signature";

/** What capturing needs of an inbox. */
export type Inbox = Answering & {
  id: string;
  /** Milliseconds since 1970, or infinity. */
  expiresAt: number;
  /** How its senders sign, if that is checked. */
  signatureCheck: SignatureCheck | undefined;
  /** The rules that are not paused; undefined if there are none, which costs a capture nothing. */
  rules: readonly InboxRule[] | undefined;
};

export type InboxRule = { id: string; fits: ReturnType<typeof filterOf> };

/** What a rule weighs at most. */
const ruleBytes = 8000;

/** Remembered inboxes by reference id; null means that there is none. */
export const inboxes = sharedCache<{ inbox: Inbox | null }>("webhook inboxes", {
  max: 10_000,
  weight: {
    of: ({ inbox }) => 500 + 3 * (inbox?.answer?.bytes ?? 0) + ruleBytes * (inbox?.rules?.length ?? 0),
    max: 128 * 1024 * 1024,
  },
  load: readInbox,
});

/** Makes a change of an inbox take effect for the very next request, in every process. */
export function forgetInbox(referenceId: string): Promise<void> {
  return evictEverywhere("webhook inboxes", [referenceId]);
}

type StoredRules = { id: string; filter: StoredForwardingFilter }[];
// In a query of one table drizzle leaves its name away from columns, which would then be the rule's.
const storedRules = sql<StoredRules | null>`(
  select json_agg(json_build_object('id', rule.id, 'filter', rule.filter) order by rule.created_at)
    from ${forwardingRules} rule where rule.webhook_id = webhooks.id and rule.enabled)`;

async function readInbox(referenceId: string): Promise<{ inbox: Inbox | null }> {
  if (!/^[a-z0-9]{16}$/.test(referenceId)) return { inbox: null };
  const [row] = await quickDb()
    .select({ ...getTableColumns(webhooks), rules: storedRules })
    .from(webhooks)
    .where(eq(webhooks.referenceId, referenceId));
  if (!row) return { inbox: null };
  const { id, projectId, expiresAt, response, handshakes, metaVerifyToken } = row;
  return {
    inbox: {
      id,
      projectId,
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      answer: inboxAnswerOf(response),
      handshakes: handshakes.length > 0 ? { handshakes, metaVerifyToken } : undefined,
      signatureCheck: signatureCheckOf(row),
      rules: row.rules?.map(({ id: ruleId, filter }) => ({ id: ruleId, fits: filterOf(filter) })),
    },
  };
}
