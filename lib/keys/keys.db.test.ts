import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { apiKeys } from "@/db/schema/keys";
import { clock, insertCrew } from "@/lib/auth/fixtures/caller";
import { actorOfKey } from "@/lib/auth/known-keys";
import { handleCreateApiKey } from "./create-api-key";
import { handleRevokeApiKey } from "./revoke-api-key";
import { handleRollApiKey } from "./roll-api-key";

type Created = { id: string; key: string; expiresAt: string | null; revokedAt: string | null };

let close: () => Promise<void>;
let crew: Awaited<ReturnType<typeof insertCrew>>;
const start = new Date();
const minute = 60_000;
/** For the domain functions and for the judgement of keys, which asks the process. */
const at = (ms: number) => {
  clock.now = new Date(start.getTime() + ms);
  vi.setSystemTime(clock.now);
};
const iso = (ms: number) => new Date(start.getTime() + ms).toISOString();

beforeAll(async () => {
  close = await openProcessDatabase();
  crew = await insertCrew();
});
afterAll(() => close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at(0);
});
afterEach(() => {
  at(0);
  vi.useRealTimers();
});

const projectId = () => crew.project.referenceId;
const create = (expiresAt?: string) =>
  crew.admin.call(handleCreateApiKey, {
    projectId: projectId(),
    name: "CI",
    ...(expiresAt && { expiresAt }),
  }) as Promise<Created>;
const revoke = ({ id: keyId }: Created) =>
  crew.admin.call(handleRevokeApiKey, { projectId: projectId(), keyId });
const roll = ({ id: keyId }: Created, graceMinutes?: number) =>
  crew.admin.call(handleRollApiKey, {
    projectId: projectId(),
    keyId,
    ...(graceMinutes !== undefined && { graceMinutes }),
  }) as Promise<Created>;
const rowOf = async ({ id }: Created) => (await db().select().from(apiKeys).where(eq(apiKeys.id, id)))[0];
const works = async ({ key }: Created) => (await actorOfKey(key)) !== undefined;

describe("expiry", () => {
  test.each([-1, 0])("%i ms from now is refused", async (ms) => {
    await expect(create(iso(ms))).rejects.toMatchObject({
      code: "invalid_request",
      issues: [{ path: "expiresAt", message: "must be in the future" }],
    });
  });

  test("a key holds until the moment it names", async () => {
    const key = await create(iso(minute));
    at(minute - 1);
    expect(await works(key)).toBe(true);
    at(minute);
    expect(await works(key)).toBe(false);
  });
});

describe("revocation", () => {
  test("holds from the next request on, for that key alone", async () => {
    const [key, other] = [await create(), await create()];
    expect([await works(key), await works(other)]).toEqual([true, true]);
    await revoke(key);
    expect([await works(key), await works(other)]).toEqual([false, true]);
  });

  test("keeps the moment of the first", async () => {
    const key = await create();
    await revoke(key);
    at(minute);
    await revoke(key);
    expect((await rowOf(key))?.revokedAt?.toISOString()).toBe(iso(0));
  });

  test("of another project's key finds none, and rolling it neither", async () => {
    const key = await create();
    const other = await insertCrew();
    const elsewhere = { projectId: other.project.referenceId, keyId: key.id };
    const unknown = { code: "not_found", message: "API key not found" };
    await expect(other.admin.call(handleRevokeApiKey, elsewhere)).rejects.toMatchObject(unknown);
    await expect(other.admin.call(handleRollApiKey, elsewhere)).rejects.toMatchObject(unknown);
    expect(await works(key)).toBe(true);
  });
});

describe("rolling", () => {
  test("at once ends the old key", async () => {
    const key = await create();
    const successor = await roll(key);
    expect([await works(key), await works(successor)]).toEqual([false, true]);
    expect(successor).toMatchObject({ name: "CI", expiresAt: null, revokedAt: null });
  });

  test("with a grace lets the old key live to its end", async () => {
    const key = await create();
    const successor = await roll(key, 5);
    at(5 * minute - 1);
    expect([await works(key), await works(successor)]).toEqual([true, true]);
    at(5 * minute);
    expect([await works(key), await works(successor)]).toEqual([false, true]);
  });

  test("never lets the old key live longer, and gives the new one the same span", async () => {
    const key = await create(iso(10 * minute));
    at(8 * minute);
    const successor = await roll(key, 60);
    expect((await rowOf(key))?.expiresAt?.toISOString()).toBe(iso(10 * minute));
    expect(successor.expiresAt).toBe(iso(18 * minute));
  });

  test.each<[string, (key: Created) => unknown]>([
    ["revoked", revoke],
    ["rolled", (key) => roll(key, 60)],
    ["expired", () => at(10 * minute)],
  ])("is refused for a key that is %s, and makes none", async (_, end) => {
    const key = await create(iso(10 * minute));
    await end(key);
    const before = await db().select().from(apiKeys);
    await expect(roll(key)).rejects.toMatchObject({ code: "conflict" });
    expect(await db().select().from(apiKeys)).toEqual(before);
  });
});
