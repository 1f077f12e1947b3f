import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { mocks } from "@/db/schema/mocks";
import { listMocks } from "@/lib/mocks/contract";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import { page, walk } from "./fixtures/list-pages";

let close: () => Promise<void>;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

describe("walking a list", () => {
  const name = fc.constantFrom(
    "a",
    "A",
    "b",
    "ä",
    "Ä",
    "%",
    "_",
    `${"long ".repeat(30)}1`,
    `${"long ".repeat(30)}2`,
  );
  const row = fc.record({
    name,
    status: fc.integer({ min: 200, max: 203 }),
    at: fc.integer({ min: 0, max: 3 }),
  });
  const sorts = listMocks.query.shape.sort.def.innerType.options;

  it("shows each row once, in order, whatever is added and deleted between its pages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ add: row, drop: fc.nat() }), { maxLength: 4 }),
        async (rows, sort, limit, changes) => {
          const project = await insertProject();
          const insert = (values: (typeof rows)[number], place: number | string) =>
            db()
              .insert(mocks)
              .values(mockOf(project.id, values, place));
          for (const [place, values] of rows.entries()) await insert(values, place);
          const before = await walk(handleListMocks, project, { sort });
          const seen: string[] = [];
          const dropped = new Set<string>();
          for (let cursor: string | undefined, turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
            const query = { sort, limit: String(limit), ...(cursor !== undefined && { cursor }) };
            const { items, next } = await page(handleListMocks, project, query);
            seen.push(...items.map(({ id }) => id));
            cursor = next;
            const change = changes[turn];
            if (!change) continue;
            await insert(change.add, `added-${turn}`);
            const victim = before[change.drop % before.length];
            if (victim) dropped.add(victim.id);
            if (victim) await db().delete(mocks).where(sql`${mocks.id} = ${victim.id}`);
          }
          expect(new Set(seen).size).toBe(seen.length);
          const staying = before.map(({ id }) => id).filter((id) => !dropped.has(id));
          expect(seen.filter((id) => staying.includes(id))).toEqual(staying);
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it("orders texts by letters and not by their case", async () => {
    const project = await insertProject();
    const names = ["b", "A", "a2", "B1", "Z", "c"];
    for (const [place, each] of names.entries()) {
      await db()
        .insert(mocks)
        .values(mockOf(project.id, { name: each, status: 200, at: 0 }, place));
    }
    const sorted = (await walk(handleListMocks, project, { sort: "name", limit: "2" })).map(
      (item) => item.name,
    );
    expect(sorted).toEqual(["A", "a2", "b", "B1", "c", "Z"]);
  });

  it.each([
    ["50%", ["50% off"]],
    ["_", ["snake_case"]],
    ["\\", ["back\\slash"]],
    ["OFF 50", ["50% off"]],
    ["  off  ", ["50% off", "offer"]],
    ["off mock", []],
    ["Ä", ["ärmel"]],
  ])("the search for %j is literal and wants every word", async (q, expected) => {
    const project = await insertProject();
    for (const [place, each] of ["50% off", "offer", "snake_case", "back\\slash", "ärmel"].entries()) {
      await db()
        .insert(mocks)
        .values(mockOf(project.id, { name: each, status: 200, at: 0 }, place));
    }
    const found = await walk(handleListMocks, project, { q, sort: "name", limit: "1" });
    expect(found.map((item) => item.name)).toEqual(expected);
  });
});

function mockOf(
  projectId: string,
  given: { name: string; status: number; at: number },
  place: number | string,
) {
  const at = new Date(Date.UTC(2026, 0, 1) + given.at);
  return {
    ...{ id: randomUUID(), projectId, name: given.name, method: "GET" as const, endpoint: `/${place}` },
    ...{ responseBody: "{}", responseHeaders: {}, statusCode: given.status, delayMs: 0, enabled: true },
    ...{ createdAt: at, updatedAt: at },
  };
}
