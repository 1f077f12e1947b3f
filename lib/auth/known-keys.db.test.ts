import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { apiKeys } from "@/db/schema/keys";
import { everyRight } from "./fixtures/caller";
import { keyHash, keyPrefix, newKey } from "./key-text";
import { actorInMemory, actorOfKey, forgetKeys } from "./known-keys";

let close: () => Promise<void>;
let projectId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
});
afterAll(() => close());

/** By the real clock: that of the tests stands still. */
const patiently = { timeout: 60_000 };

const start = Date.now();
const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at(0);
});
afterEach(() => void vi.useRealTimers());

async function insertKey({ expiresAt = null }: { expiresAt?: Date | null } = {}) {
  const key = newKey();
  const id = uuidv7();
  await db()
    .insert(apiKeys)
    .values({ id, projectId, name: "CI", hash: keyHash(key), prefix: keyPrefix(key), expiresAt });
  return { id, key };
}

async function lastUseOf(id: string): Promise<Date | null | undefined> {
  const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, id));
  return row?.lastUsedAt;
}

test("a key is its project's, and known without a query from the second time on", async () => {
  const { id, key } = await insertKey();
  const actor = { kind: "key", key: { id, projectId, ...everyRight } };
  expect(await actorOfKey(key)).toEqual(actor);
  expect(actorInMemory(key)).toEqual(actor);
});

test("a key that nobody made, and text that is none, are nobody's", async () => {
  expect(await actorOfKey(newKey())).toBeUndefined();
  for (const text of ["", "fk_", "fk_x", `${newKey()}x`]) expect(await actorOfKey(text)).toBeUndefined();
});

test("a key holds until the moment of its expiry, remembered or not", async () => {
  const expiresAt = new Date(start + 10_000);
  const [remembered, fresh] = [await insertKey({ expiresAt }), await insertKey({ expiresAt })];
  at(9.999);
  expect(await actorOfKey(remembered.key)).toBeDefined();
  at(10);
  expect(await actorOfKey(remembered.key)).toBeUndefined();
  expect(await actorOfKey(fresh.key)).toBeUndefined();
});

test("a revoked key is refused once it is forgotten, and no read that began before brings it back", async () => {
  const { id, key } = await insertKey();
  const reads = [actorOfKey(key)];
  const revoked = db().update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, id)).returning();
  for (let count = 0; count < 10; count += 1) reads.push(actorOfKey(key));
  await revoked;
  const late = actorOfKey(key);
  await forgetKeys([keyHash(key)]);
  expect(await actorOfKey(key)).toBeUndefined();
  await Promise.all([...reads, late]);
  expect(await actorOfKey(key)).toBeUndefined();
});

test("a use is written at most once a minute, with its time", async () => {
  const { id, key } = await insertKey();
  expect(await lastUseOf(id)).toBeNull();
  const usedAt = async (seconds: number, expected: number) => {
    at(seconds);
    await actorOfKey(key);
    await vi.waitFor(
      async () => expect(await lastUseOf(id)).toEqual(new Date(start + expected * 1000)),
      patiently,
    );
  };
  await usedAt(0, 0);
  await usedAt(1, 0);
  await usedAt(59.999, 0);
  await usedAt(60, 60);
  await usedAt(119, 60);
  await usedAt(500, 500);
});

test("a use that another process wrote in the last minute is not written again", async () => {
  const { id, key } = await insertKey();
  const elsewhere = new Date(start + 30_000);
  await db().update(apiKeys).set({ lastUsedAt: elsewhere }).where(eq(apiKeys.id, id));
  at(60);
  await actorOfKey(key);
  const { id: marker, key: other } = await insertKey();
  await actorOfKey(other);
  // What was written for the other key was written after what this one would have been.
  await vi.waitFor(async () => expect(await lastUseOf(marker)).not.toBeNull(), patiently);
  expect(await lastUseOf(id)).toEqual(elsewhere);
});
