import { eq, sql } from "drizzle-orm";
import { v4 as uuidv4 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { deletions } from "@/db/schema/deletions";
import {
  deliveryTries,
  forwardedCaptures,
  forwardingRules,
  webhookDeliveries,
} from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { deliveredWithinMs, type Outcome } from "@/lib/platform/deliveries/next-try";
import { answersMax, triesMax } from "@/lib/platform/deliveries/noted-try";
import type { Capture } from "../captures";
import { writeCaptures } from "../write-captures";
import { claimLane, freeLanesBefore, type Lane, leaseMs, leaveLane, nextDueAt, nextOfLane } from "./lane";
import { noteTry } from "./note-try";
import { pruneDeliveries } from "./prune-deliveries";

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

const claim = (at = now, fullProjects: string[] = []) =>
  claimLane(db(), { now: at, fullProjects, takesFailing: true });
async function claimed(at = now): Promise<Lane> {
  return (await claim(at)) ?? expect.fail("Nothing is due");
}
const note = (lane: Lane, deliveryId: string, outcome: Outcome, statusCode = 200, at = now) =>
  noteTry(db(), lane, {
    ...{ deliveryId, outcome, now: at },
    tried: { at, durationMs: 1, statusCode, error: null, answer: Buffer.from("ok"), answerTruncated: false },
  });
const delivered: Outcome = { state: "delivered" };
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

describe("a rule", () => {
  test("is one process's at a time, and another's when the lease is over", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    const lane = await claimed();
    expect(lane).toMatchObject({ ruleId: rule.id, projectId });
    expect(await claim()).toBeUndefined();
    expect(await claim(inMs(leaseMs - 1))).toBeUndefined();
    const taken = await claimed(inMs(leaseMs));
    expect(await nextOfLane(db(), lane, inMs(leaseMs))).toBeUndefined();
    const next = await nextOfLane(db(), taken, inMs(leaseMs));
    const id = next?.delivery?.id ?? "";
    expect(await note(lane, id, delivered)).toBeUndefined();
    expect(await states()).toEqual(["pending"]);
    expect(await note(taken, id, delivered)).toBeNull();
    expect(await states()).toEqual(["delivered"]);
  });

  test("is given to one of two who ask at once", async () => {
    await capture(await insertRule(), "a");
    const lanes = await Promise.all([claim(), claim()]);
    expect(lanes.filter(Boolean)).toHaveLength(1);
  });

  test("gives its deliveries in the order of captures, and those that failed by their time", async () => {
    const rule = await insertRule();
    await capture(rule, "a", "b", "c");
    const lane = await claimed();
    const bodies: string[] = [];
    for (let at = now; ; at = new Date(at.getTime() + 1)) {
      const next = await nextOfLane(db(), lane, at);
      if (!next?.delivery) break;
      const body = next.copy?.body.toString() ?? "";
      bodies.push(body);
      const isFirst = body === "a" && next.delivery.tries === 0;
      const outcome: Outcome = isFirst ? { state: "pending", dueAt: at } : delivered;
      await note(lane, next.delivery.id, outcome, isFirst ? 500 : 200, at);
    }
    expect(bodies).toEqual(["a", "b", "c", "a"]);
    expect(await count(forwardedCaptures)).toBe(0);
  });

  test("lets those of other projects go first, and is not given where its project is full", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    expect(await claim(now, [projectId])).toBeUndefined();
  });

  test("that is paused is nobody's turn", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    const lane = await claimed();
    await db().update(forwardingRules).set({ enabled: false });
    expect(await nextOfLane(db(), lane, now)).toBeUndefined();
    await leaveLane(db(), lane);
    expect(await claim()).toBeUndefined();
    expect(await nextDueAt(db(), now)).toBeNull();
  });

  test("that was held before this process began is free, if nobody else can hold it", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    await claimed();
    await freeLanesBefore(db(), inMs(1));
    expect((await claimed()).ruleId).toBe(rule.id);
  });

  test("says when something is due next", async () => {
    const rule = await insertRule();
    await capture(rule, "a");
    const lane = await claimed();
    const next = await nextOfLane(db(), lane, now);
    await note(lane, next?.delivery?.id ?? "", { state: "pending", dueAt: inMs(5000) }, 500);
    await leaveLane(db(), lane);
    expect(await nextDueAt(db(), now)).toEqual(inMs(5000));
    const [row] = await db().select().from(forwardingRules);
    expect(row?.failingSince).toEqual(now);
  });
});

test("of many tries the last are kept, and of some of them the answer", async () => {
  const rule = await insertRule();
  await capture(rule, "a");
  const lane = await claimed();
  const next = await nextOfLane(db(), lane, now);
  for (let tries = 1; tries <= triesMax + 2; tries += 1)
    await note(lane, next?.delivery?.id ?? "", { state: "pending", dueAt: now }, 500);
  const log = await db().select().from(deliveryTries).orderBy(deliveryTries.number);
  expect(log.map(({ number }) => number)).toEqual(Array.from({ length: triesMax }, (_, at) => at + 3));
  expect(log.filter(({ answer }) => answer)).toHaveLength(answersMax);
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
    const lane = await claimed();
    const next = await nextOfLane(db(), lane, now);
    await note(lane, next?.delivery?.id ?? "", delivered);
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
