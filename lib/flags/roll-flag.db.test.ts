import { and, eq } from "drizzle-orm";
import KSUID from "ksuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { environments, flags } from "@/db/schema/flags";
import type { GlobalFlagSnapshot } from "./known-flags";
import { rollFlag } from "./roll-flag";

let close: () => Promise<void>;
let projectId: string;
let environmentId: string;

beforeAll(async () => {
  close = await openProcessDatabase();
  projectId = (await insertProject()).id;
  environmentId = KSUID.randomSync().string;
  const production = { name: "Production", key: "production", isDefault: true };
  await db()
    .insert(environments)
    .values({ id: environmentId, projectId, ...production });
});
afterAll(() => close());

const start = Date.parse("2030-01-01T00:00:00Z");

async function insertFlag(rollout: number): Promise<GlobalFlagSnapshot> {
  const id = KSUID.randomSync().string;
  const flag = {
    ...{ id, key: id, environmentId, enabled: true, rollout, rolloutBasisPoints: null, salt: id },
    ...{ values: null, variants: null },
  };
  await db()
    .insert(flags)
    .values({ ...flag, projectId, name: id });
  return { ...flag, valueBytes: 0 };
}

/** A roll `seconds` after the start that draws this number. */
const roll = (flag: GlobalFlagSnapshot, seconds: number, drawn: number) =>
  rollFlag({ db: db(), now: () => new Date(start + seconds * 1000) }, projectId, flag, () => drawn);

/** The same flag as another process knows it, or this one after a change of something else. */
const elsewhere = (flag: GlobalFlagSnapshot): GlobalFlagSnapshot => ({ ...flag });

test.each([
  [0, 0, false],
  [1, 0.0099, true],
  [1, 0.01, false],
  [30, 0.2999, true],
  [30, 0.3, false],
  [99, 0.9899, true],
  [99, 0.99, false],
  [100, 0.999999, true],
])("a rollout of %i with %f drawn is %j", async (rollout, drawn, on) => {
  expect(await roll(await insertFlag(rollout), 0, drawn)).toMatchObject({ on, source: "global" });
});

test("a roll stands for 60 seconds, here and in other processes, whatever is drawn meanwhile", async () => {
  const flag = await insertFlag(50);
  expect(await roll(flag, 0, 0.1)).toMatchObject({ on: true, source: "global" });
  for (const seconds of [0, 1, 30, 59.999]) {
    expect(await roll(flag, seconds, 0.9)).toMatchObject({ on: true, source: "cache" });
    expect(await roll(elsewhere(flag), seconds, 0.9)).toMatchObject({ on: true, source: "cache" });
  }
  expect(await roll(flag, 60, 0.9)).toMatchObject({ on: false, source: "global" });
  expect(await roll(elsewhere(flag), 60, 0.1)).toMatchObject({ on: false, source: "cache" });
  expect(await roll(flag, 119.999, 0.1)).toMatchObject({ on: false, source: "cache" });
  expect(await roll(elsewhere(flag), 120, 0.1)).toMatchObject({ on: true, source: "global" });
});

test("what was learnt late of another's roll ends with that roll", async () => {
  const flag = await insertFlag(50);
  await roll(elsewhere(flag), 0, 0.1);
  expect(await roll(flag, 50, 0.9)).toMatchObject({ on: true, source: "cache" });
  expect(await roll(flag, 60, 0.9)).toMatchObject({ on: false, source: "global" });
});

test("of many first rolls at once one draws, and all answer alike", async () => {
  const flag = await insertFlag(50);
  const rolls = await Promise.all(
    Array.from({ length: 20 }, (_, at) => roll(elsewhere(flag), 0, at % 2 ? 0.1 : 0.9)),
  );
  expect(new Set(rolls.map(({ on }) => on)).size).toBe(1);
  expect(rolls.filter(({ source }) => source === "global")).toHaveLength(1);
});

test("a process that has not heard of a change rolls by the rollout as it is now", async () => {
  const flag = await insertFlag(100);
  await db().update(flags).set({ rollout: 0, rolledAt: null }).where(eq(flags.id, flag.id));
  expect(await roll(flag, 0, 0)).toMatchObject({ on: false, source: "global" });
});

test("a roll is no change of the flag", async () => {
  const flag = await insertFlag(50);
  const read = async () =>
    (
      await db()
        .select()
        .from(flags)
        .where(and(eq(flags.projectId, projectId), eq(flags.id, flag.id)))
    )[0];
  const before = await read();
  await roll(flag, 0, 0.1);
  const after = await read();
  expect(after).toEqual({ ...before, rolledOn: true, rolledAt: new Date(start) });
});

test("a flag that is gone is 404 Flag not found", async () => {
  const flag = await insertFlag(50);
  await db().delete(flags).where(eq(flags.id, flag.id));
  await expect(roll(flag, 0, 0)).rejects.toMatchObject({ code: "not_found", message: "Flag not found" });
});
