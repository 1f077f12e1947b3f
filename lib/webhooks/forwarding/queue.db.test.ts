import { eq, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { deletions } from "@/db/schema/deletions";
import { forwardedCaptures, forwardingRules, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { failedAttempt } from "@/lib/platform/deliveries/attempt";
import { DeliveryQueue, type Lease } from "@/lib/platform/deliveries/delivery-queue";
import { deliveredWithinMs, type Outcome } from "@/lib/platform/deliveries/outcome";
import type { Capture } from "../captures";
import { writeCaptures } from "../write-captures";
import { pruneDeliveries } from "./prune-deliveries";
import { type ForwardingPayload, forwardingTables } from "./queue";

let close: () => Promise<void>;
let projectId: string;
const now = clock.now;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(webhooks);
});

async function insertRule(webhookId?: string) {
  const id = uuidv4();
  const inbox = webhookId ?? uuidv4();
  if (!webhookId) {
    const row = { id: inbox, projectId, referenceId: inbox, name: "Inbox" };
    await db().insert(webhooks).values(row);
  }
  const filter = { methods: [], path: null, headers: [], validOnly: false, bodyContains: null };
  await db()
    .insert(forwardingRules)
    .values({
      ...{
        id,
        webhookId: inbox,
        name: "Rule",
        url: "https://example.com",
        enabled: true,
        filter,
        headers: [],
      },
      ...{ keepPath: true, retries: true },
    });
  return { id, webhookId: inbox };
}

const captureFor = (ruleIds: readonly string[], body = "x"): Capture => ({
  ...{ id: uuidv4(), method: "POST", path: "/a", rawUrl: "/a", rawHeaders: [["X-A", "1"]], ip: "::1" },
  ...{ body: Buffer.from(body), receivedAt: now, signature: null },
  deliveries: ruleIds.map((ruleId) => ({ id: uuidv4(), ruleId })),
});

/** Captures, with deliveries that fall due a moment before now. */
async function capture(rule: { id: string; webhookId: string }, ...bodies: string[]) {
  const captures = bodies.map((body) => captureFor([rule.id], body));
  const sequence = await writeCaptures(db(), rule.webhookId, captures);
  await makeDue();
  return { captures, sequence };
}

const makeDue = () =>
  db()
    .update(webhookDeliveries)
    .set({ dueAt: inMs(-1), createdAt: inMs(-1), deadlineAt: inMs(deliveredWithinMs) })
    .where(eq(webhookDeliveries.state, "pending"));

const queue = new DeliveryQueue<ForwardingPayload>(forwardingTables, sql`${now.toISOString()}::timestamptz`);
const claimed = async () => (await queue.claim(db(), [], true)) ?? expect.fail("Nothing is due");
const record = (lease: Lease, deliveryId: string, outcome: Outcome) => {
  const attempt = { ...failedAttempt("none"), statusCode: 200, error: null };
  return queue.record(db(), lease, { deliveryId, attempt, outcome });
};
const count = async (table: typeof forwardedCaptures | typeof webhookDeliveries) => db().$count(table);
const states = async () => (await db().select().from(webhookDeliveries)).map(({ state }) => state).sort();

describe("a capture", () => {
  test("is committed with its deliveries and one copy, also where its batch overwrites it", async () => {
    const rule = await insertRule();
    const other = await insertRule(rule.webhookId);
    const captures = Array.from({ length: 60 }, (_, at) => captureFor([rule.id, other.id], `${at}`));
    expect(await writeCaptures(db(), rule.webhookId, captures)).toBe(60);
    expect([await count(webhookDeliveries), await count(forwardedCaptures)]).toEqual([120, 60]);
    const kept = await db().execute(sql`select count(*)::int as kept from captured_requests`);
    expect((kept as unknown as { rows: { kept: number }[] }).rows[0]?.kept).toBe(50);
  });

  test("is stored all the same where its rule is gone or paused meanwhile", async () => {
    const rule = await insertRule();
    await db().update(forwardingRules).set({ enabled: false });
    expect(await writeCaptures(db(), rule.webhookId, [captureFor([rule.id, uuidv4()])])).toBe(1);
    expect(await count(webhookDeliveries)).toBe(0);
  });
});

test("a copy goes when its last delivery has arrived, and stays for one that failed", async () => {
  const rule = await insertRule();
  await capture(rule, "a", "b");
  const lease = await claimed();
  const bodies: string[] = [];
  for (const state of ["delivered", "failed"] as const) {
    const due = (await queue.next(db(), lease)) ?? expect.fail("Nothing is due");
    bodies.push(due.body.toString());
    await record(lease, due.deliveryId, { state });
  }
  expect(bodies).toEqual(["a", "b"]);
  const [left] = await db().select().from(forwardedCaptures);
  expect([await count(forwardedCaptures), left?.body.toString()]).toEqual([1, "b"]);
});

describe("pruning", () => {
  test("ends what waited for 24 hours, and keeps its copy for a day from its capture", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    await pruneDeliveries(db(), inMs(deliveredWithinMs - 1));
    expect([await states(), await count(forwardedCaptures)]).toEqual([["pending"], 1]);
    await pruneDeliveries(db(), inMs(deliveredWithinMs));
    expect(await states()).toEqual(["failed"]);
    await pruneDeliveries(db(), inMs(deliveredWithinMs + 1));
    expect(await count(forwardedCaptures)).toBe(0);
  });

  test("keeps the copies that a deleted rule needs until it can't be restored any more", async () => {
    const rule = await insertRule();
    const other = await insertRule(rule.webhookId);
    const captured = captureFor([rule.id, other.id]);
    await writeCaptures(db(), rule.webhookId, [captured]);
    await makeDue();
    await db().delete(webhookDeliveries).where(eq(webhookDeliveries.ruleId, rule.id));
    await db()
      .insert(deletions)
      .values({
        ...{ id: uuidv4(), projectId, kind: "forwardingRule", itemId: rule.id, name: "Rule" },
        ...{ deletedBy: "", deletedAt: now, undoableUntil: inMs(1) },
      });
    const lease = await claimed();
    const due = (await queue.next(db(), lease)) ?? expect.fail("Nothing is due");
    await record(lease, due.deliveryId, { state: "delivered" });
    await pruneDeliveries(db(), now);
    expect([await states(), await count(forwardedCaptures)]).toEqual([["delivered"], 1]);
    await db().delete(deletions);
    await pruneDeliveries(db(), now);
    expect(await count(forwardedCaptures)).toBe(0);
  });

  test("leaves the newest thousand of an inbox, and what waits", async () => {
    const rule = await insertRule();
    await capture(rule, "waits");
    const rows = Array.from({ length: 1003 }, (_, at) => ({
      ...{ id: uuidv4(), ruleId: rule.id, webhookId: rule.webhookId, projectId, requestId: uuidv4() },
      ...{ sequence: at, method: "POST", path: "", state: "delivered" as const },
      ...{ dueAt: now, deadlineAt: now, createdAt: inMs(at) },
    }));
    await db().insert(webhookDeliveries).values(rows);
    await pruneDeliveries(db(), inMs(2000));
    const left = await db().select().from(webhookDeliveries);
    expect(left).toHaveLength(1001);
    expect(
      Math.min(...left.filter(({ state }) => state === "delivered").map(({ sequence }) => sequence)),
    ).toBe(3);
    await pruneDeliveries(db(), inMs(8 * deliveredWithinMs));
    expect(await states()).toEqual([]);
  });
});
