import { LRUCache } from "lru-cache";
import { v7 as uuidv7 } from "uuid";
import { env } from "@/lib/platform/env/env";
import { deliveryHeader } from "@/lib/platform/hosts/project-host";
import { FloodGate } from "@/lib/platform/process/flood-gate";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { Capture, PlannedDelivery } from "../captures";
import type { Inbox, InboxRule } from "../inboxes";
import { copyBytesOf, takeRoom } from "./forwarding-room";

const gate = lazily(() =>
  singleton("deliveries of webhooks", () => {
    const { max, windowMs } = rateOf("deliveriesPerMinute");
    return new FloodGate({ perSecond: (max * 1000) / windowMs, burst: Math.max(1, max), max: 10_000 });
  }),
);

const onceForwarded = "It was forwarded by an inbox before, so that it is not forwarded again.";
const tooMany =
  "Not sent: its project forwards more captures a minute than the quota deliveriesPerMinute allows.";
const tooMuch = "Not sent: the captures that wait or failed take all of the quota forwardedBytes.";

/**
 * Decides by which rules a capture is forwarded, before it is stored. Without a promise, unless it has to be counted what
 * waits already. What is refused for its signature, or is an unsigned handshake, goes nowhere.
 */
export function planDeliveries(inbox: Inbox, capture: Capture): Promise<void> | undefined {
  if (!inbox.rules || capture.isApart) return undefined;
  const rules = inbox.rules.filter(({ fits }) => fits(capture));
  if (rules.length === 0) return undefined;
  const now = Date.now();
  if (capture.rawHeaders.some(([name]) => name.toLowerCase() === deliveryHeader)) {
    plan(capture, skippedAll(rules, onceForwarded, now));
    return undefined;
  }
  const planned = rules.map(({ id }) =>
    hasRate(inbox.projectId, now) ? { id: uuidv7(), ruleId: id } : skipped(id, tooMany, now),
  );
  plan(capture, planned);
  const bytes = copyBytesOf(capture);
  if (bytes === undefined) return undefined;
  const room = takeRoom({ projectId: inbox.projectId, webhookId: inbox.id }, bytes, now);
  if (room === true) return undefined;
  return Promise.resolve(room).then((hasRoom) => {
    if (!hasRoom) plan(capture, skippedAll(rules, tooMuch, now));
  });
}

/** What is neither sent nor logged leaves no trace. */
function plan(capture: Capture, deliveries: readonly (PlannedDelivery | undefined)[]): void {
  const planned = deliveries.filter((each) => each !== undefined);
  capture.deliveries = planned.length > 0 ? planned : undefined;
}

const hasRate = (projectId: string, now: number): boolean =>
  !env().rateLimit || gate().pass(projectId, now) === 0;

/** Of what is skipped, each process logs one in a second for each rule: the log must not grow as the flood does. */
const loggedEveryMs = 1000;
const quiet = lazily(() =>
  singleton(
    "skipped deliveries",
    () => new LRUCache<string, { loggedAt: number; since: number }>({ max: 10_000 }),
  ),
);

const skippedAll = (rules: readonly InboxRule[], reason: string, now: number) =>
  rules.map(({ id }) => skipped(id, reason, now));

function skipped(ruleId: string, reason: string, now: number): PlannedDelivery | undefined {
  const known = quiet().get(ruleId) ?? { loggedAt: 0, since: 0 };
  const captures = known.since + 1;
  const isLogged = now - known.loggedAt >= loggedEveryMs;
  quiet().set(ruleId, isLogged ? { loggedAt: now, since: 0 } : { ...known, since: captures });
  return isLogged ? { id: uuidv7(), ruleId, skipped: { reason, captures } } : undefined;
}
