import { asc, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { releaseWebhookDeliveries, releaseWebhooks, releaseWebhookTries } from "@/db/schema/release-webhooks";
import { deliveryTries, forwardingRules, webhookDeliveries } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { type Attempt, answersMax, attemptsMax } from "@/lib/platform/deliveries/attempt";
import { DeliveryQueue, leaseMs, type QueueTables } from "@/lib/platform/deliveries/delivery-queue";
import { deliveredWithinMs, type Outcome } from "@/lib/platform/deliveries/outcome";
import { eventTables } from "@/lib/releases/webhooks/queue";
import { forwardingTables } from "@/lib/webhooks/forwarding/queue";

/** Both kinds of deliveries have one queue, whose moment each test says. */

let close: () => Promise<void>;
let projectId: string;
beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(webhooks);
  await db().delete(releaseWebhooks);
});

const url = "https://example.com";
const waiting = () => ({
  ...{ id: uuidv7(), projectId, state: "pending" as const, tries: 0, roundTries: 0 },
  ...{ deadlineAt: inMs(deliveredWithinMs), createdAt: clock.now },
});

async function insertRule(): Promise<string> {
  const [id, webhookId] = [uuidv7(), uuidv7()];
  await db().insert(webhooks).values({ id: webhookId, projectId, referenceId: webhookId, name: "Inbox" });
  const filter = { methods: [], path: null, headers: [], validOnly: false, bodyContains: null };
  await db().insert(forwardingRules).values({
    id,
    webhookId,
    name: "Rule",
    url,
    enabled: true,
    filter,
    headers: [],
    keepPath: true,
    retries: true,
  });
  return id;
}

let sequence = 0;
async function insertForwarded(ruleId: string, dueAt: Date): Promise<string> {
  const [rule] = await db().select().from(forwardingRules);
  sequence += 1;
  const row = {
    ...waiting(),
    ruleId,
    webhookId: rule?.webhookId ?? "",
    requestId: uuidv7(),
    dueAt,
    sequence,
  };
  await db()
    .insert(webhookDeliveries)
    .values({ ...row, method: "POST", path: "/" });
  return row.id;
}

async function insertWebhook(): Promise<string> {
  const id = uuidv7();
  const row = { id, projectId, url, description: "", events: [], enabled: true, secret: "", secretTail: "" };
  await db().insert(releaseWebhooks).values(row);
  return id;
}

async function insertEvent(webhookId: string, dueAt: Date): Promise<string> {
  const row = { ...waiting(), webhookId, eventId: uuidv7(), releaseId: uuidv7(), dueAt };
  await db()
    .insert(releaseWebhookDeliveries)
    .values({ ...row, type: "release.published", title: "v1" });
  return row.id;
}

type Kind = {
  tables: QueueTables;
  insertTarget(): Promise<string>;
  insertDelivery(targetId: string, dueAt: Date): Promise<string>;
  attempts: PgTable & { number: PgColumn };
};
const kinds: Record<string, Kind> = {
  "forwarding rules": {
    ...{ tables: forwardingTables, insertTarget: insertRule, insertDelivery: insertForwarded },
    attempts: deliveryTries,
  },
  "release webhooks": {
    ...{ tables: eventTables, insertTarget: insertWebhook, insertDelivery: insertEvent },
    attempts: releaseWebhookTries,
  },
};

describe.each(Object.entries(kinds))(
  "the queue of %s",
  (_, { tables, insertTarget, insertDelivery, attempts }) => {
    const queueAt = (ms: number) =>
      new DeliveryQueue<object>(tables, sql`${inMs(ms).toISOString()}::timestamptz`);
    const claim = (ms = 0, full: string[] = [], takesFailing = true) =>
      queueAt(ms).claim(db(), full, takesFailing);
    const claimed = async (ms = 0) => (await claim(ms)) ?? expect.fail("Nothing is due");
    const change = (columns: SQL) => db().execute(sql`update ${tables.targets} set ${columns}`);
    const only = async (table: PgTable) => {
      const [row, ...others] = await db().select().from(table);
      expect(others).toEqual([]);
      return row as Record<string, unknown>;
    };
    const attemptWith = (statusCode: number): Attempt => ({
      ...{
        durationMs: 3,
        statusCode,
        error: null,
        answer: Buffer.from("ok"),
        answerTruncated: false,
        isFinal: false,
      },
    });
    /** Takes what is next and records an attempt. */
    const record = async (lease: Awaited<ReturnType<typeof claimed>>, outcome: Outcome, ms = 0) => {
      const due = (await queueAt(ms).next(db(), lease)) ?? expect.fail("Nothing is next");
      const statusCode = outcome.state === "delivered" ? 200 : 500;
      const attempt = { deliveryId: due.deliveryId, attempt: attemptWith(statusCode), outcome };
      return queueAt(ms).record(db(), lease, attempt);
    };
    const targetWith = async (...due: number[]) => {
      const id = await insertTarget();
      const deliveries: string[] = [];
      for (const ms of due) deliveries.push(await insertDelivery(id, inMs(ms)));
      return { id, deliveries };
    };

    test("gives a target to one process, and to another one after the lease", async () => {
      const { id } = await targetWith(-1);
      const late = await claimed();
      expect(late).toMatchObject({ targetId: id, projectId, isFailing: false });
      expect(await claim(leaseMs - 1)).toBeUndefined();
      const lease = await claimed(leaseMs);
      expect(await queueAt(leaseMs).next(db(), late)).toBeUndefined();
      const { deliveryId } = (await queueAt(leaseMs).next(db(), lease)) ?? expect.fail("Nothing is next");
      const attempt = { deliveryId, attempt: attemptWith(200), outcome: { state: "delivered" } as const };
      expect(await queueAt(leaseMs).record(db(), late, attempt)).toBeUndefined();
      expect(await only(tables.deliveries)).toMatchObject({ state: "pending", tries: 0 });
      expect(await queueAt(leaseMs).record(db(), lease, attempt)).toBe(0);
      expect(await only(tables.deliveries)).toMatchObject({
        state: "delivered",
        tries: 1,
        endedAt: inMs(leaseMs),
      });
    });

    test("gives it to one of two that claim at the same time", async () => {
      await targetWith(-1);
      expect((await Promise.all([claim(), claim()])).filter(Boolean)).toHaveLength(1);
    });

    test("leaves targets of full projects, failing ones if there are enough, and paused ones", async () => {
      await targetWith(-1);
      expect(await claim(0, [projectId])).toBeUndefined();
      await change(sql`failing_since = now()`);
      expect(await claim(0, [], false)).toBeUndefined();
      const lease = await claimed();
      expect(lease.isFailing).toBe(true);
      await change(sql`enabled = false`);
      expect(await queueAt(0).next(db(), lease)).toBeUndefined();
      await queueAt(0).release(db(), lease);
      expect(await claim()).toBeUndefined();
      expect(await queueAt(0).msUntilDue(db())).toBeNull();
    });

    test("frees a target when its turn is over, or its process was killed", async () => {
      await targetWith(-1);
      await queueAt(0).release(db(), await claimed());
      await claimed();
      await queueAt(5).freeEarlier(db(), 4);
      await claimed(5);
      await queueAt(9).freeEarlier(db(), 5);
      expect(await claim(9)).toBeUndefined();
    });

    test("gives deliveries in the order of their times, retries too", async () => {
      const { deliveries } = await targetWith(-3, -2, -1);
      const lease = await claimed();
      const seen: (number | undefined)[] = [];
      for (let ms = 0; ; ms += 1) {
        const due = await queueAt(ms).next(db(), lease);
        if (!due) break;
        seen.push(deliveries.indexOf(due.deliveryId));
        await record(lease, ms === 0 ? { state: "pending", waitMs: 0 } : { state: "delivered" }, ms);
      }
      expect(seen).toEqual([0, 1, 2, 0]);
    });

    test("knows when the next delivery is due, or a lease ends", async () => {
      expect(await queueAt(0).msUntilDue(db())).toBeNull();
      await targetWith(700);
      expect(await queueAt(0).msUntilDue(db())).toBe(700);
      await claimed(700);
      expect(await queueAt(701).msUntilDue(db())).toBe(leaseMs - 1);
    });

    test("fails a delivery that would be retried after its deadline", async () => {
      await targetWith(-1);
      const lease = await claimed();
      await record(lease, { state: "pending", waitMs: deliveredWithinMs - 1 });
      expect(await only(tables.deliveries)).toMatchObject({
        state: "pending",
        dueAt: inMs(deliveredWithinMs - 1),
      });
      await queueAt(0).resend(db(), [String((await only(tables.deliveries)).id)]);
      await db().execute(
        sql`update ${tables.deliveries} set due_at = ${inMs(0).toISOString()}, deadline_at = ${inMs(9).toISOString()}`,
      );
      await record(lease, { state: "pending", waitMs: 9 });
      expect(await only(tables.deliveries)).toMatchObject({
        state: "failed",
        tries: 2,
        roundTries: 1,
        endedAt: inMs(0),
      });
    });

    test("remembers since when a target fails, until a success, and the last attempts", async () => {
      await targetWith(-1);
      const lease = await claimed();
      for (let ms = 0; ms < attemptsMax + 2; ms += 1)
        expect(await record(lease, { state: "pending", waitMs: 1 }, ms)).toBe(ms + 3);
      const log = (await db().select().from(attempts).orderBy(asc(attempts.number))) as Record<
        string,
        unknown
      >[];
      expect(log.map(({ number }) => number)).toEqual(Array.from({ length: attemptsMax }, (_, at) => at + 3));
      expect(log.filter(({ answer }) => answer)).toHaveLength(answersMax);
      expect(await record(lease, { state: "delivered" }, 99)).toBe(0);
    });

    test("pauses a target unless its URL has changed", async () => {
      await targetWith(-1);
      const lease = await claimed();
      expect(await queueAt(0).pause(db(), lease, "https://example.org", "Gone")).toBe(false);
      expect(await only(tables.targets)).toMatchObject({ enabled: true });
      expect(await queueAt(0).pause(db(), lease, url, "Gone")).toBe(true);
      expect(await only(tables.targets)).toMatchObject({ enabled: false, pausedReason: "Gone" });
    });

    test("resends at the end, by the database's clock", async () => {
      const { deliveries } = await targetWith(-1);
      const lease = await claimed();
      await record(lease, { state: "failed" });
      expect(await queueAt(0).resend(db(), deliveries)).toBe(1);
      const row = await only(tables.deliveries);
      expect(row).toMatchObject({ state: "pending", tries: 1, roundTries: 0, endedAt: null });
      expect(Number(row.deadlineAt) - Number(row.dueAt)).toBe(deliveredWithinMs);
    });
  },
);
