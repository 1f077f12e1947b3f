import { beforeAll, describe, expect, it } from "vitest";
import { type Call, issuePaths, send } from "./client";
import { type Collection, createCollection, createSite, done, type Site } from "./fixtures";

let site: Site;
let api: string;

beforeAll(async () => {
  site = await createSite();
  api = `/api/projects/${site.project.id}/mock-collections`;
});

type Item = Record<string, unknown>;

const ask = (collection: Collection, rest: string, call: Partial<Call> = {}) =>
  send({ host: site.host, path: `/api/mock${collection.path}${rest}`, ...call });
const write = (collection: Collection, method: string, rest: string, body: string) =>
  ask(collection, rest, { method, headers: { "content-type": "application/json" }, body });

describe("fields that hold objects and lists", () => {
  let collection: Collection;
  beforeAll(async () => {
    const seed = [
      { id: 1, at: { place: { zip: "N1", floor: 3 } }, tags: ["red", 7, true] },
      { id: 2, at: { place: { zip: "E2", floor: 12 } }, tags: Array.from({ length: 400 }, (_, n) => n) },
      { id: 3, at: { place: "N1" }, tags: [["red"], { a: "red" }] },
      { id: 4, at: "N1", tags: "red" },
      { id: 5, at: null },
    ];
    collection = await createCollection(site.owner, site.project.id, { seed });
  });

  it.each<[query: string, ids: number[]]>([
    ["at.place.zip=N1", [1]],
    ["at.place.zip_like=n", [1]],
    ["at.place.floor_gt=3", [2]],
    ["at.place.floor_gte=3&at.place.zip_ne=E2&at.place_ne=N1", [1]],
    ["at.place=N1", [3]],
    ["at=N1", [4]],
    ["at=null", [5]],
    ["tags=red", [1, 4]],
    ["tags=7", [1, 2]],
    ["tags=true", [1]],
    ["tags.0=red", [1, 3]],
    ["tags.0.0=red", [3]],
    // Objects and lists have no text and no order of their own.
    ["at_like=N1", [4]],
    ["at=%7B%22place%22%3A+%22N1%22%7D", []],
    ["at.place_gt=A", [3]],
    ["tags_like=red", [4]],
    ["tags_gte=0", [4]],
    ["tags_ne=red", [2, 3, 5]],
    // 400 values are compared with one, but not with two.
    ["tags=399", [2]],
    ["tags=399&tags=398", []],
    ["_sort=at.place.floor", [1, 2, 3, 4, 5]],
    ["_sort=-at.place.zip,-id", [1, 2, 5, 4, 3]],
    ["_sort=at,-id", [4, 3, 2, 1, 5]],
  ])("?%s gives %j", async (query, ids) => {
    const answer = await ask(collection, `?${query}`);
    expect(answer.json<Item[]>().map(({ id }) => id)).toEqual(ids);
  });

  it.each<[query: string, message: string]>([
    ["_sort=at,id,at", "_sort must have each field once"],
    ["_sort=at,-at", "_sort must have each field once"],
    [`q=${"x".repeat(60)}&at_like=${"x".repeat(41)}`, "must not look for more than 100 characters"],
  ])("?%.30s is refused", async (query, message) => {
    const answer = await ask(collection, `?${query}`);
    expect([answer.status, answer.json().code]).toEqual([400, "invalid_request"]);
    expect(answer.json().error).toContain(message);
  });
});

describe("ids that do not fit", () => {
  const numbers = [
    "1e400",
    "-1e400",
    "1e300",
    "12345678901234567890",
    "9007199254740992",
    "-9007199254740993",
  ];

  it.each(numbers)("%s is none, whoever brings it", async (id) => {
    const collection = await createCollection(site.owner, site.project.id, { seed: [{ id: 1 }] });
    for (const [method, rest] of [
      ["POST", ""],
      ["PUT", "/1"],
      ["PATCH", "/1"],
    ] as const) {
      const answer = await write(collection, method, rest, `{"id":${id}}`);
      expect([method, answer.status, answer.json().error]).toEqual([
        method,
        400,
        expect.stringContaining("must be a number that fits"),
      ]);
    }
    const seeded = await site.owner.put(`${api}/${collection.id}`, `{"seed":[{"id":${id}}]}`);
    expect([seeded.status, issuePaths(seeded)]).toEqual([400, ["seed.0.id"]]);
    expect((await ask(collection, "")).json()).toEqual([{ id: 1 }]);
  });

  it("are texts where they have to be that long", async () => {
    const collection = await createCollection(site.owner, site.project.id, {
      seed: [{ id: Number.MAX_SAFE_INTEGER }, { id: "12345678901234567890" }],
    });
    for (const id of [Number.MAX_SAFE_INTEGER, "12345678901234567890"]) {
      expect((await ask(collection, `/${id}`)).json()).toEqual({ id });
    }
  });
});

describe("a reset beside a change of the id field or the seed", () => {
  it("leaves the items of the seed that is there, told apart by the field that is there", async () => {
    const seed = [
      { id: 1, key: "a" },
      { id: 2, key: "b" },
    ];
    const { id, path } = await createCollection(site.owner, site.project.id, { seed });
    const own = `${api}/${id}`;
    for (let round = 0; round < 8; round++) {
      const [idField = "", other = ""] = round % 2 ? ["id", "key"] : ["key", "id"];
      const answers = await Promise.all([
        site.owner.post(`${own}/reset`, {}),
        site.owner.put(own, { idField }),
        // Its second item has to be given the field that is the id then.
        site.owner.put(own, { seed: [{ id: round, key: `n${round}` }, { [other]: "x" }] }),
        site.owner.post(`${own}/reset`, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const now = await done<Collection & { idField: string; seed: Item[] }>(site.owner.get(own));
      const reset = await done<Collection>(site.owner.post(`${own}/reset`, {}));
      expect(reset.itemCount).toBe(now.seed.length);
      const items = (await send({ host: site.host, path: `/api/mock${path}` })).json<Item[]>();
      expect(items).toEqual(now.seed);
      for (const item of items) {
        const one = await send({ host: site.host, path: `/api/mock${path}/${item[now.idField]}` });
        expect(one.json()).toEqual(item);
      }
      await done(site.owner.put(own, { seed }));
    }
  });
});
