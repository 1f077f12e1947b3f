import { v4 as uuidv4 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { forwardedCaptures } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { takeRoom } from "./forwarding-room";

vi.stubEnv("QUOTAS", "forwardedBytes=10000");

let close: () => Promise<void>;
let place: { projectId: string; webhookId: string };
let other: string;
const start = Date.parse("2026-01-01T00:00:00Z");

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  const { id: projectId } = await insertProject();
  place = { projectId, webhookId: await insertInbox(projectId) };
  other = await insertInbox(projectId);
});

async function insertInbox(projectId: string): Promise<string> {
  const id = uuidv4();
  await db().insert(webhooks).values({ id, projectId, referenceId: id, name: "Inbox" });
  return id;
}

const store = (webhookId: string, bytes: number) =>
  db()
    .insert(forwardedCaptures)
    .values({
      ...{ id: uuidv4(), projectId: place.projectId, webhookId, method: "POST", path: "", rawUrl: "/" },
      ...{ rawHeaders: [], body: Buffer.alloc(0), bytes, receivedAt: new Date(start) },
    });

test("an inbox gets half of its project's room, and others get the rest", async () => {
  expect(await takeRoom(place, 3000, start)).toBe(true);
  expect(await takeRoom(place, 2000, start)).toBe(true);
  expect(await takeRoom(place, 1, start)).toBe(false);
  expect(await takeRoom({ ...place, webhookId: other }, 5000, start)).toBe(true);
  const third = await insertInbox(place.projectId);
  expect(await takeRoom({ ...place, webhookId: third }, 1, start)).toBe(false);
});

test("many at once get no more than there is", async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeRoom(place, 1000, start)));
  expect(taken.filter((each) => each)).toHaveLength(5);
});

test("what is stored counts, and room comes back when it is gone", async () => {
  await store(place.webhookId, 5000);
  expect(await takeRoom(place, 1, start)).toBe(false);
  await db().delete(forwardedCaptures);
  // It is not counted anew for each capture of a flood.
  expect(await takeRoom(place, 1, start + 999)).toBe(false);
  expect(await takeRoom(place, 1, start + 1001)).toBe(true);
});

test("what other processes store is noticed in time", async () => {
  expect(await takeRoom(place, 1000, start)).toBe(true);
  await store(place.webhookId, 5000);
  expect(await takeRoom(place, 1000, start + 5001)).toBe(false);
});
