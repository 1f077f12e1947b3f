import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { rawRows } from "@/db/raw-rows";
import { forgetMocks, mockTables } from "./served-mocks";

let close: () => Promise<void>;
let project = "";

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

beforeEach(async () => {
  project = (await insertProject()).id;
  await db().execute(insert("1", "/one"));
  await db().execute(insert("2", "/two/:id"));
  await db().execute(insert("3", "/three"));
});

const idOf = (at: string) => `00000000-0000-4000-8000-${project.slice(-11)}${at}`;
const insert = (at: string, endpoint: string, { second = Number(at), bytes = 2 } = {}) => sql`
  insert into mocks values (${idOf(at)}, ${project}, 'M', null, 'GET', ${endpoint}, repeat('x', ${bytes}::int),
    '{"a":"b"}', 200, 0, true, to_timestamp(${second}), now())`;
const where = (at: string) => sql`where id = ${idOf(at)}`;

/** The table for the next request after a change that is told. */
async function tableAfter(...changes: SQL[]) {
  for (const change of changes) await db().execute(change);
  await forgetMocks(project);
  return mockTables().get(project);
}

type Table = Awaited<ReturnType<typeof tableAfter>>;

const served = ({ matcher }: Table, path: string) => {
  const mock = matcher.match("GET", path);
  return mock && { at: mock.id.at(-1), body: mock.content?.().own.prepared().body?.toString() };
};

test("a table is the same object for as long as no mock changes", async () => {
  const first = await tableAfter();
  expect(await tableAfter()).toBe(first);
  expect(await tableAfter(sql`update projects set name = 'N' where id = ${project}`)).toBe(first);
});

test.each<[what: string, changes: () => SQL[], path: string, expected: object | undefined, order: string]>([
  ["added", () => [insert("4", "/four")], "/four", { at: "4", body: "xx" }, "1234"],
  ["added with a pattern", () => [insert("4", "/four/:id")], "/four/7", { at: "4", body: "xx" }, "1234"],
  ["added among older ones", () => [insert("4", "/4", { second: 2 })], "/4", { at: "4", body: "xx" }, "1243"],
  [
    "added, too large to be kept here",
    () => [insert("4", "/four", { bytes: 5000 })],
    "/four",
    { at: "4" },
    "1234",
  ],
  [
    "given another answer",
    () => [sql`update mocks set response_body = 'new' ${where("1")}`],
    "/one",
    { at: "1", body: "new" },
    "123",
  ],
  ["moved away", () => [sql`update mocks set endpoint = '/moved' ${where("1")}`], "/one", undefined, "123"],
  [
    "moved here",
    () => [sql`update mocks set endpoint = '/moved' ${where("1")}`],
    "/moved",
    { at: "1", body: "xx" },
    "123",
  ],
  [
    "with another pattern",
    () => [sql`update mocks set endpoint = '/2/:id' ${where("2")}`],
    "/two/7",
    undefined,
    "123",
  ],
  ["switched off", () => [sql`update mocks set enabled = false ${where("1")}`], "/one", undefined, "123"],
  ["deleted", () => [sql`delete from mocks ${where("1")}`], "/one", undefined, "23"],
  ["pattern deleted", () => [sql`delete from mocks ${where("2")}`], "/two/7", undefined, "13"],
  [
    "deleted and made again",
    () => [sql`delete from mocks ${where("1")}`, insert("1", "/again")],
    "/again",
    { at: "1", body: "xx" },
    "123",
  ],
])("a mock is %s: the others stay the same objects", async (_, changes, path, expected, order) => {
  const before = await tableAfter();
  const after = await tableAfter(...changes());
  expect(served(after, path)).toEqual(expected);
  expect(after.served.map(({ id }) => id.at(-1)).join("")).toBe(order);
  expect(after.served).toContain(before.served[2]);
  expect(served(before, "/one")).toEqual({ at: "1", body: "xx" });
});

test("more changes than are told apart take effect, too", async () => {
  const before = await tableAfter();
  const many = sql`insert into mocks select gen_random_uuid(), project_id, name, null, method, '/many/' || i, response_body,
    response_headers, 200, 0, true, now(), now() from mocks, generate_series(1, 65) i ${where("1")}`;
  const after = await tableAfter(many);
  expect(after.matcher.match("GET", "/many/65")).toBeDefined();
  expect(after.served).not.toContain(before.served[0]);
  expect(after.served).toHaveLength(68);
});

test("after any changes in any order, a renewed table is what the database has", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 40; round += 1) {
    const changes = Array.from({ length: 1 + random(4) }, (): SQL => {
      const at = String(random(10));
      const make = sql`${insert(at, random(2) ? `/r/${random(6)}` : `/r/${random(6)}/:id`, { second: random(5) })}
        on conflict do nothing`;
      const change = sql`update mocks set status_code = ${200 + random(9)}, enabled = ${random(3) > 0} ${where(at)}`;
      return [make, change, sql`delete from mocks ${where(at)}`][random(3)] ?? make;
    });
    const table = await tableAfter(...changes);
    const rows = await rawRows<{ id: string; endpoint: string; enabled: boolean }>(
      db(),
      sql`select id, endpoint, enabled from mocks where project_id = ${project} order by created_at, id`,
    );
    expect(table.served.map(({ id, endpoint, enabled }) => ({ id, endpoint, enabled }))).toEqual(rows);
    for (const { endpoint } of rows) {
      const oldest = rows.find((row) => row.enabled && row.endpoint === endpoint);
      expect(table.matcher.match("GET", endpoint.replace(":id", "7"))?.id).toBe(oldest?.id);
    }
  }
});

test("of a project that is gone nothing is served", async () => {
  await tableAfter();
  const { served: left, version } = await tableAfter(sql`delete from projects where id = ${project}`);
  expect([left, version]).toEqual([[], undefined]);
});
