import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { mockHits } from "@/db/schema/mock-calls";
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
          const insert = async (values: (typeof rows)[number], place: number | string) => {
            const mock = mockOf(project.id, values, place);
            await db().insert(mocks).values(mock);
            // Some were never called.
            const calls = { mockId: mock.id, hits: values.at, lastCalledAt: mock.createdAt };
            if (values.at > 0) await db().insert(mockHits).values(calls);
          };
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

/** What mocks are filed under: name, folder, tags. */
const long = "x".repeat(70);
const filed: [name: string, folder: string, tags: string[]][] = [
  ["none", "", []],
  ["pay", "Payments", ["slow", "Beta"]],
  ["refund", "payments/Refunds", ["slow"]],
  ["partial", "Payments/Refunds/Partial", ["BETA", 'q"\\{}', "NULL"]],
  ["payout", "Payments and payouts", ["slowest"]],
  ["percent", "P%", ["50%"]],
  ["long", `${long}a`, ["Ärger"]],
  ["longer", `${long}b/c`, []],
  ["high", `Payments/${String.fromCodePoint(0x1f600)}`, []],
];

describe("filters of mocks", () => {
  let project: Awaited<ReturnType<typeof insertProject>>;
  beforeAll(async () => {
    project = await insertProject();
    const made = filed.map(([name, folder, tags], place) => ({
      ...mockOf(project.id, { name, status: 200, at: 0 }, place),
      ...{ folder, tags },
    }));
    await db().insert(mocks).values(made);
  });

  const payments = ["high", "partial", "pay", "refund"];
  it.each<[query: Record<string, string>, names: string[]]>([
    [{ folder: "" }, ["none"]],
    [{ folder: "Payments" }, payments],
    [{ folder: "PAYMENTS" }, payments],
    [{ folder: "Payments/Refunds" }, ["partial", "refund"]],
    [{ folder: "Payments/" }, []],
    [{ folder: "Pay" }, []],
    [{ folder: "%" }, []],
    [{ folder: "p%" }, ["percent"]],
    [{ folder: `${long}A` }, ["long"]],
    [{ folder: `${long}b` }, ["longer"]],
    [{ tag: "slow" }, ["pay", "refund"]],
    [{ tag: "SLOW,beta" }, ["pay"]],
    [{ tag: "beta" }, ["partial", "pay"]],
    [{ tag: 'Q"\\{}' }, ["partial"]],
    [{ tag: "null" }, ["partial"]],
    [{ tag: "ärger" }, ["long"]],
    [{ tag: "%" }, []],
    [{ tag: "" }, filed.map(([name]) => name).sort()],
    [{ tag: "slow", folder: "payments/refunds" }, ["refund"]],
    [{ q: "refunds beta" }, ["partial"]],
  ])("%j finds %j", async (query, names) => {
    const found = await walk(handleListMocks, project, { ...query, sort: "name" });
    expect(found.map(({ name }) => name)).toEqual(names);
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
    ...{ folder: given.name.slice(0, 100), createdAt: at, updatedAt: at },
  };
}
