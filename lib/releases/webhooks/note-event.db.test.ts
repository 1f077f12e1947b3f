import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { releaseEvents, releaseWebhookDeliveries, releaseWebhooks } from "@/db/schema/release-webhooks";
import { releases } from "@/db/schema/releases";
import { insertCrew } from "@/lib/auth/fixtures/caller";
import type { Ctx } from "@/lib/operations/context";
import { deliveredWithinMs } from "@/lib/platform/deliveries/outcome";
import { insertRelease } from "../fixtures/release";
import { releaseColumns } from "../notes/release-columns";
import { noteReleaseEvent } from "./note-event";
import { newSecret } from "./secret";

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
let effects: unknown[];

beforeAll(async () => {
  close = await openProcessDatabase();
  crew = await insertCrew();
});
afterAll(() => close());
beforeEach(async () => {
  effects = [];
  await db().delete(releaseWebhooks);
  await db().delete(releaseEvents);
});

const ctxOf = (tx: Ctx["db"]) =>
  ({ db: tx, now: () => new Date(0), after: (effect: unknown) => effects.push(effect) }) as unknown as Ctx;
async function webhook(events: string[], enabled = true): Promise<string> {
  const id = crypto.randomUUID();
  await db()
    .insert(releaseWebhooks)
    .values({
      ...{ id, projectId: crew.project.id, url: "https://example.com", description: "", events, enabled },
      ...newSecret(id).columns,
    });
  return id;
}
async function release() {
  const { id } = await insertRelease(crew.project.id);
  const [row] = await db().select(releaseColumns).from(releases).where(eq(releases.id, id));
  return row ?? expect.fail("It was inserted");
}
const planned = () => db().select().from(releaseWebhookDeliveries);

test("one event is stored for all who want it, and for nobody else", async () => {
  const told = [
    await webhook(["release.published"]),
    await webhook(["release.updated", "release.published"]),
  ];
  await webhook(["release.unpublished"]);
  await webhook(["release.published"], false);
  await noteReleaseEvent(ctxOf(db()), "release.published", await release());
  const rows = await planned();
  expect(rows.map(({ webhookId }) => webhookId).sort()).toEqual([...told].sort());
  expect(new Set(rows.map(({ eventId }) => eventId)).size).toBe(1);
  const [row] = rows;
  expect(row?.state).toBe("pending");
  expect(Number(row?.deadlineAt) - Number(row?.dueAt)).toBe(deliveredWithinMs);
  expect(await db().select().from(releaseEvents)).toMatchObject([{ createdAt: row?.dueAt }]);
  expect(effects).toHaveLength(1);
});

test("nothing is stored where nobody wants it", async () => {
  await noteReleaseEvent(ctxOf(db()), "release.published", await release());
  expect(await db().select().from(releaseEvents)).toEqual([]);
  expect(effects).toEqual([]);
});

test("there is no event of what was taken back", async () => {
  await webhook(["release.published"]);
  const row = await release();
  const undone = db().transaction(async (tx) => {
    await noteReleaseEvent(ctxOf(tx), "release.published", row);
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  expect(await planned()).toEqual([]);
  expect(await db().select().from(releaseEvents)).toEqual([]);
});
