import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { deletions } from "@/db/schema/deletions";
import { releaseEvents, releaseWebhookDeliveries, releaseWebhooks } from "@/db/schema/release-webhooks";
import { clock, inMs } from "@/lib/auth/fixtures/caller";
import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import { DeliveryQueue } from "@/lib/platform/deliveries/delivery-queue";
import { deliveredWithinMs } from "@/lib/platform/deliveries/outcome";
import { boundEvents, keptOfProject, pruneReleaseDeliveries } from "./bound-events";
import { type EventPayload, eventTables } from "./queue";
import { newSecret, secretsOf } from "./secret";

let close: () => Promise<void>;
let projectId: string;
const now = clock.now;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());
beforeEach(async () => {
  await db().delete(releaseWebhooks);
  await db().delete(releaseEvents);
});

async function insertWebhook(fields: Partial<typeof releaseWebhooks.$inferInsert> = {}): Promise<string> {
  const id = uuidv7();
  const { columns } = newSecret(id);
  const own = { id, projectId, url: "https://example.com", description: "", events: [], enabled: true };
  await db()
    .insert(releaseWebhooks)
    .values({ ...own, ...columns, ...fields });
  return id;
}

async function insertEvent(webhookId: string, at = inMs(-1), bytes = 2): Promise<string> {
  const eventId = uuidv7();
  await db().insert(releaseEvents).values({ id: eventId, projectId, body: "{}", bytes, createdAt: at });
  await db()
    .insert(releaseWebhookDeliveries)
    .values({
      ...{ id: uuidv7(), webhookId, projectId, eventId, type: "release.published", releaseId: uuidv7() },
      ...{ title: "v1", state: "pending", tries: 0, roundTries: 0, dueAt: at, createdAt: at },
      deadlineAt: new Date(at.getTime() + deliveredWithinMs),
    });
  return eventId;
}

const deliveries = () =>
  db().select().from(releaseWebhookDeliveries).orderBy(releaseWebhookDeliveries.createdAt);

describe("bounds", () => {
  test("events beyond the bytes of a project are gone, the oldest first, and their deliveries say so when it is their turn", async () => {
    const id = await insertWebhook();
    await insertEvent(id, inMs(-3), budget.keptBytesMax / 2);
    const kept = [
      await insertEvent(id, inMs(-2), budget.keptBytesMax / 2),
      await insertEvent(id, inMs(-1), budget.keptBytesMax / 2),
    ];
    await boundEvents(db(), projectId, now);
    const left = await db().select({ id: releaseEvents.id }).from(releaseEvents);
    expect(left.map((each) => each.id).sort()).toEqual([...kept].sort());
    const queue = new DeliveryQueue<EventPayload>(eventTables, sql`${now.toISOString()}::timestamptz`);
    const lease = (await queue.claim(db(), [], true)) ?? expect.fail("Nothing is due");
    expect(await queue.next(db(), lease)).toMatchObject({ body: null });
  });

  test("the oldest that wait give way to newer ones", async () => {
    const id = await insertWebhook();
    const first = await insertEvent(id, inMs(-10_000));
    await db().execute(sql`
      insert into release_webhook_deliveries (id, webhook_id, project_id, event_id, type, release_id, title, state, tries, round_tries, due_at, deadline_at, created_at)
      select gen_random_uuid(), webhook_id, project_id, event_id, type, release_id, title, state, 0, 0, due_at, deadline_at, created_at + interval '1 second'
        from release_webhook_deliveries, generate_series(1, ${budget.waitingMax}::int)`);
    await boundEvents(db(), projectId, now);
    const over = await db()
      .select()
      .from(releaseWebhookDeliveries)
      .where(eq(releaseWebhookDeliveries.state, "failed"));
    expect(over).toMatchObject([{ eventId: first, createdAt: inMs(-10_000) }]);
  });

  test("what waits too long has failed; what is over is kept for a week, the newest thousand; events go with it", async () => {
    const id = await insertWebhook();
    await insertEvent(id, inMs(-deliveredWithinMs));
    await pruneReleaseDeliveries(db(), now);
    expect(await deliveries()).toMatchObject([
      { state: "failed", error: expect.stringContaining("24 hours") },
    ]);
    await db().execute(sql`
      insert into release_webhook_deliveries (id, webhook_id, project_id, event_id, type, release_id, title, state, tries, round_tries, due_at, deadline_at, created_at)
      select gen_random_uuid(), webhook_id, project_id, gen_random_uuid(), type, release_id, title, 'failed', 0, 0, due_at, deadline_at, created_at + interval '1 second'
        from release_webhook_deliveries, generate_series(1, ${keptOfProject}::int)`);
    await pruneReleaseDeliveries(db(), now);
    expect(await deliveries()).toHaveLength(keptOfProject);
    expect(await db().select().from(releaseEvents)).toEqual([]);
    await pruneReleaseDeliveries(db(), inMs(7 * deliveredWithinMs));
    expect(await deliveries()).toEqual([]);
  });
});

test("events stay while a webhook that waits for them can be restored", async () => {
  await insertEvent(await insertWebhook(), inMs(-deliveredWithinMs / 2));
  await db().delete(releaseWebhooks);
  await db()
    .insert(deletions)
    .values({
      ...{ id: uuidv7(), projectId, kind: "releaseWebhook", itemId: "", name: "", deletedBy: "" },
      ...{ deletedAt: now, undoableUntil: inMs(1) },
    });
  await pruneReleaseDeliveries(db(), now);
  expect(await db().$count(releaseEvents)).toBe(1);
  await db().delete(deletions);
  await pruneReleaseDeliveries(db(), now);
  expect(await db().$count(releaseEvents)).toBe(0);
});

test("a secret before signs until its day is over, and none is read that another installation sealed", () => {
  const [first, second] = [newSecret("1"), newSecret("1")];
  const row = { id: "1", secret: second.columns.secret, previousSecret: first.columns.secret };
  const stored = { ...row, previousSecretUntil: inMs(1) };
  expect(secretsOf(stored, now)).toEqual([second.secret, first.secret]);
  expect(secretsOf(stored, inMs(1))).toEqual([second.secret]);
  expect(secretsOf({ ...stored, id: "2" }, now)).toBeUndefined();
});
