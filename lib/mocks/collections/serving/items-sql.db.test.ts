import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertProject } from "@/db/fixtures/rows";
import { mockCollections, mockItems } from "@/db/schema/mock-collections";
import { storedItem } from "../stored-items";
import { readItemsQuery } from "./items-query";
import { readItems } from "./read-items";

let close: () => Promise<void>;
const id = uuidv7();

const items = [
  {
    id: 1,
    name: "Ada",
    age: 36,
    city: "London",
    address: { zip: "N1" },
    tags: ["math", 7],
    born: "1815-12-10",
  },
  {
    id: 2,
    name: "grace",
    age: 85,
    city: "New York",
    address: { zip: "10001" },
    tags: [],
    born: "1906-12-09",
  },
  { id: 3, name: "Édith", age: 9, city: null, admin: true, note: 'says "100%_\\ok"' },
  { id: 4, name: "10", age: "9", admin: false, nested: [{ deep: "Treasure" }], __proto__key: 1 },
  { id: "x", name: "'; drop table mock_items; --", age: 1.5 },
];

beforeAll(async () => {
  close = await openProcessDatabase();
  const project = await insertProject();
  await db()
    .insert(mockCollections)
    .values({
      ...{ id, projectId: project.id, name: "C", path: "/c", idField: "id", seed: [], enabled: true },
      ...{ itemCount: 0, itemBytes: 0, lastPosition: 0, lastNumber: 0 },
    });
  const rows = items.map((item, position) => {
    const { id: itemId, search, bytes } = storedItem(item, "id");
    return { collectionId: id, id: itemId, position, data: item, searchText: search, bytes };
  });
  await db().insert(mockItems).values(rows);
});
afterAll(() => close());

async function idsFor(query: string): Promise<unknown[]> {
  const row = await readItems(id, readItemsQuery(query));
  return (JSON.parse(row.items) as { id: unknown }[]).map((item) => item.id);
}

test.each<[query: string, ids: unknown[]]>([
  ["", [1, 2, 3, 4, "x"]],
  ["id=2", [2]],
  ["id=x&id=3", [3, "x"]],
  ["city=London", [1]],
  ["city=london", []],
  ["city=null", [3]],
  ["address.zip=10001", [2]],
  ["address.zip=10001&city=London", []],
  ["tags=math", [1]],
  ["tags=7", [1]],
  ["tags.0=math", [1]],
  ["age=9", [3, 4]],
  ["age=9.0", [3]],
  ["age_gte=9", [1, 2, 3, 4]],
  ["age_gt=9", [1, 2]],
  ["age_lt=9&age_gt=1", ["x"]],
  ["age_gte=9&age_lte=36", [1, 3]],
  ["born_gte=1900-01-01", [2]],
  ["admin=true", [3]],
  ["admin_ne=true", [1, 2, 4, "x"]],
  ["admin_ne=true&admin_ne=false", [1, 2, "x"]],
  ["name_like=A", [1, 2, "x"]],
  ["name_like=%C3%A9d", [3]],
  ["note_like=100%25_", [3]],
  ["name_like=%25", []],
  ["q=london", [1]],
  ["q=TREASURE", [4]],
  ["q=deep", []],
  ["q=%22100%25_", [3]],
  ["q=85", [2]],
  ["name=%27%3B+drop+table+mock_items%3B+--", ["x"]],
  ["%27%29%20or%20true%20--=1", []],
  ["a%22%5D%7D=1", []],
  ["missing=1", []],
  ["missing_ne=1", [1, 2, 3, 4, "x"]],
  ["_sort=age", ["x", 3, 1, 2, 4]],
  ["_sort=-age", [4, 2, 1, 3, "x"]],
  ["_sort=name", ["x", 4, 1, 2, 3]],
  ["_sort=city,-id", [1, 2, "x", 4, 3]],
  ["_sort=admin&_order=desc", [3, 4, 1, 2, "x"]],
  ["_sort=address.zip", [2, 1, 3, 4, "x"]],
  ["_sort=-name&_start=1&_limit=2", [2, 1]],
  ["_page=2&_limit=2", [3, 4]],
  ["_page=9&_limit=2", []],
  ["_start=2&_end=2", []],
  ["age_gte=99999999999999999999999999999", []],
])("?%s gives %j", async (query, ids) => {
  expect(await idsFor(query)).toEqual(ids);
});

test("the count is that of all that meet the conditions", async () => {
  expect(await readItems(id, readItemsQuery("age_gte=9&_limit=1"))).toMatchObject({ total: 4, given: 1 });
  expect(await readItems(id, readItemsQuery("_start=40"))).toMatchObject({ total: 5, given: 0, items: "[]" });
});

test("an answer ends before it is too large, and says so where a number was asked for", async () => {
  await db().execute(sql`
    insert into mock_items (collection_id, id, position, data, search_text, bytes)
    select ${id}, 'large' || n, n + 100, json_build_object('id', 'large' || n, 'text', repeat('x', 65000)), '', 65040
    from generate_series(1, 80) n`);
  const whole = await readItems(id, readItemsQuery("id_like=large"));
  expect(whole).toMatchObject({ total: 80, wanted: 80, given: 64 });
  expect(whole.items.length).toBeLessThan(4 * 1024 * 1024);
  expect(JSON.parse(whole.items)).toHaveLength(64);
  await expect(readItems(id, readItemsQuery("id_like=large&_limit=70"))).rejects.toMatchObject({
    code: "payload_too_large",
    message: expect.stringContaining("64 at most"),
  });
});
