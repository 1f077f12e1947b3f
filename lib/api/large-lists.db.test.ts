import { eq, type SQL, sql } from "drizzle-orm";
import KSUID from "ksuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/database";
import { seedFlags, seedMocks, seedRecords, seedReleases } from "@/db/fixtures/large-lists";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { environments, flagGroups } from "@/db/schema/flags";
import { mocks } from "@/db/schema/mocks";
import { handleListFlagKeys } from "@/lib/flags/list-flag-keys";
import { handleListFlags } from "@/lib/flags/list-flags";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import type { AnyImplementation } from "@/lib/operations/implement";
import { pageBytesMax, partBytes } from "@/lib/operations/read-page";
import { handleListRecords } from "@/lib/records/list-records";
import { handleListReleases } from "@/lib/releases/notes/list-releases";
import { type Place, page, type Query, walk } from "./fixtures/list-pages";

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

/** How many rows of a table a page was made from. */
function rowsRead(table: string, handler: AnyImplementation, project: Place, query: Query): Promise<number> {
  return db().transaction(async (tx) => {
    const counted = async () => {
      const { rows } = (await tx.execute(
        sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`,
      )) as unknown as { rows: { read: string }[] };
      return Number(rows[0]?.read);
    };
    const before = await counted();
    await page(handler, project, query, tx);
    return (await counted()) - before;
  });
}

describe("a page of many rows", () => {
  let large: Place;
  const group = { projectId: "", groupId: KSUID.randomSync().string };

  beforeAll(async () => {
    const project = await insertProject();
    group.projectId = project.id;
    large = { ...project, groupId: group.groupId };
    const named = ["production", "staging", "test"].map((key, place) => ({
      ...{ id: KSUID.randomSync().string, projectId: project.id, key, name: key, isDefault: place === 0 },
      createdAt: new Date(Date.UTC(2026, 0, 1) + place),
    }));
    await db().insert(environments).values(named);
    await db()
      .insert(flagGroups)
      .values({ id: group.groupId, projectId: project.id, name: "G", key: "g", prefix: "g" });
    await seedMocks(db(), project.id, 4000);
    await seedFlags(db(), project.id, 5000);
    await seedRecords(db(), group, 20_000);
  }, 120_000);

  const lists: [table: string, handler: AnyImplementation, sorts: string[]][] = [
    ["mocks", handleListMocks, ["createdAt", "updatedAt", "name", "endpoint"]],
    ["flags", handleListFlags, ["createdAt", "name"]],
    ["flags", handleListFlagKeys, ["createdAt", "name", "key"]],
    ["records", handleListRecords, ["createdAt", "updatedAt", "name", "id"]],
  ];
  const cases = lists.flatMap(([table, handler, sorts]) =>
    sorts
      .flatMap((name) => [name, `-${name}`])
      .map((sort) => ({ id: handler.operation.id, table, handler, query: { sort } })),
  );

  it.each(cases)(
    "of $table ($id, $query) is made from few of them, the first and a deep one",
    async (each) => {
      const { table, handler, query } = each;
      const few = 1000;
      expect(await rowsRead(table, handler, large, { ...query, limit: "50" })).toBeLessThan(few);
      const { next = "" } = await page(handler, large, { ...query, limit: "1000", fields: "createdAt" });
      expect(next).not.toBe("");
      expect(await rowsRead(table, handler, large, { ...query, limit: "50", cursor: next })).toBeLessThan(
        few,
      );
    },
  );

  it("is counted up to 10,000 and no further", async () => {
    expect((await page(handleListMocks, large, { limit: "1", count: "true" })).total).toBe(4000);
    expect((await page(handleListRecords, large, { limit: "1", count: "true" })).total).toBe(10_001);
    const found = { q: "MOCK /seeded/1999", count: "true" };
    expect((await page(handleListMocks, large, found)).total).toBe(1);
  });

  it.each([
    ["a rare word", "777", 1],
    ["words that no record has", "record nowhere", 0],
    ["a frequent word", "record", 10_001],
  ])("of records with %s is found and counted without reading them all", async (_, q, atLeast) => {
    const query = { q, limit: "50", count: "true" };
    const { total = 0 } = await page(handleListRecords, large, query);
    expect(total).toBeGreaterThanOrEqual(atLeast);
    expect(await rowsRead("records", handleListRecords, large, query)).toBeLessThanOrEqual(total + 1000);
  });

  it("has every flag of its keys", async () => {
    const { items } = await page(handleListFlagKeys, large, { sort: "createdAt", limit: "50" });
    expect(items).toHaveLength(50);
    for (const { key, flags } of items) {
      expect(
        (flags as { key: string; environment: { key: string } }[]).map((flag) => [
          flag.key,
          flag.environment.key,
        ]),
      ).toEqual(["production", "staging", "test"].map((environment) => [key, environment]));
    }
  });
});

describe("a page of large rows", () => {
  let large: Place;
  beforeAll(async () => {
    large = await insertProject();
    await seedMocks(db(), large.id, 10, 1_000_000);
    await seedReleases(db(), large.id, 10, 1_000_000);
  }, 60_000);

  it.each([
    ["mocks", handleListMocks],
    ["releases", handleListReleases],
  ] as const)("of %s ends at 8 MiB, and the next goes on", async (_, handler) => {
    const first = await page(handler, large, {});
    expect(Buffer.byteLength(JSON.stringify(first.items))).toBeLessThanOrEqual(pageBytesMax);
    expect(first.items).toHaveLength(8);
    const all = await walk(handler, large, {});
    expect(new Set(all.map(({ id }) => id)).size).toBe(10);
  });

  it("comes from the database in parts, so that no answer holds the thread for long", async () => {
    const sizes: number[] = [];
    const observed = new Proxy(db(), {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return async (query: SQL) => {
          const answer = await target.execute(query);
          sizes.push(JSON.stringify(answer).length);
          return answer;
        };
      },
    });
    const { items } = await page(handleListMocks, large, {}, observed);
    expect(items).toHaveLength(8);
    expect(Math.max(...sizes)).toBeLessThan(2 * partBytes);
  });

  it("is whole where the large fields are left out", async () => {
    const { items, next } = await page(handleListReleases, large, { fields: "title,status" });
    expect(next).toBeUndefined();
    expect(items).toHaveLength(10);
    for (const item of items) expect(Object.keys(item).sort()).toEqual(["id", "status", "title"]);
  });

  it("measures what JSON makes of a text", async () => {
    const project = await insertProject();
    await seedMocks(db(), project.id, 12);
    await db()
      .update(mocks)
      .set({ responseBody: "\u0001".repeat(400_000) })
      .where(eq(mocks.projectId, project.id));
    const first = await page(handleListMocks, project, {});
    expect(first.items).toHaveLength(3);
    expect(await walk(handleListMocks, project, {})).toHaveLength(12);
  });
});
