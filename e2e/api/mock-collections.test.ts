import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { issuePaths, send } from "./client";
import {
  api,
  ask,
  collection,
  goOnWith,
  items,
  make,
  makeOwn,
  now,
  seed,
  setUpSite,
  site,
  write,
} from "./collection-site";
import { type Collection, done, unique } from "./fixtures";

setUpSite();

describe("the contract of collections", () => {
  beforeAll(makeOwn);

  it("shows what is stored, with what is there now", () => {
    expect(collection).toMatchObject({
      idField: "id",
      seed,
      enabled: true,
      itemCount: 3,
      path: collection.path,
    });
    expect(collection.itemBytes).toBe(seed.reduce((sum, item) => sum + JSON.stringify(item).length, 0));
    expect(collection.url).toMatch(new RegExp(`/api/mock${collection.path}$`));
  });

  it.each<[path: string, fields: Record<string, unknown>]>([
    ["path", { path: "/users/:id" }],
    ["path", { path: "/" }],
    ["path", { path: 7 }],
    ["idField", { idField: "a.b" }],
    ["idField", { idField: "__proto__" }],
    ["idField", { idField: "x".repeat(65) }],
    ["seed", { seed: {} }],
    ["seed.0", { seed: [1] }],
    ["seed", { seed: Array.from({ length: 1001 }, () => ({})) }],
    ["seed.0", { seed: [{ a: "x".repeat(65_536) }] }],
    ["seed.1.id", { seed: [{ id: 1 }, { id: "1" }] }],
    ["seed.0.key", { seed: [{ key: {} }], idField: "key" }],
    ["enabled", { enabled: "yes" }],
  ])("refuses what can't be served: %s of %o", async (path, fields) => {
    const answer = await site.owner.post(api, { name: "C", path: `/${unique("c")}`, ...fields });
    expect([answer.status, issuePaths(answer)]).toEqual([400, [path]]);
  });

  it("has each path once in a project", async () => {
    const encoded = collection.path.replace("c", "%63");
    for (const path of [`${collection.path}/`, encoded]) {
      const again = await site.owner.post(api, { name: "C", path });
      expect(issuePaths(again, 409)).toEqual(["path"]);
    }
    const other = await make();
    for (const path of [collection.path, encoded]) {
      const moved = await site.owner.put(`${api}/${other.id}`, { path });
      expect(issuePaths(moved, 409)).toEqual(["path"]);
    }
    const same = await site.owner.put(`${api}/${collection.id}`, { path: encoded });
    expect(same.status).toBe(200);
    await site.owner.put(`${api}/${collection.id}`, { path: collection.path });
  });

  it("is listed, searched and sorted, without seeds where they are not named", async () => {
    const list = await done<object[]>(
      site.owner.get(`${api}?q=${collection.path.slice(1)}&fields=name,itemCount,url&sort=-itemCount`),
    );
    expect(list).toEqual([{ id: collection.id, name: "A collection", itemCount: 3, url: collection.url }]);
  });

  it("shows items to people, paged and searched", async () => {
    const list = `${api}/${collection.id}/items`;
    const found = await done<object[]>(site.owner.get(`${list}?q=LONDON&sort=-position`));
    expect(found).toMatchObject([
      { id: "3", data: seed[2] },
      { id: "1", data: seed[0] },
    ]);
    const page = await site.owner.get(`${list}?limit=2&count=true`);
    expect([page.json<object[]>().length, page.headers["x-total-count"]]).toEqual([2, "3"]);
    expect(page.headers.link).toContain("cursor=");
  });
});

describe("changes of a collection", () => {
  beforeEach(makeOwn);

  it("brings the seed back at a reset, and not before", async () => {
    await write("POST", "", { name: "new" });
    await ask("/1", { method: "DELETE" });
    await done(site.owner.put(`${api}/${collection.id}`, { seed: [{ id: 7, a: 1 }, { a: 2 }] }));
    expect((await items()).map(({ id }) => id)).toEqual([2, 3, 4]);
    const reset = await done<Collection>(site.owner.post(`${api}/${collection.id}/reset`, {}));
    expect(reset.itemCount).toBe(2);
    expect(await items()).toEqual([
      { id: 7, a: 1 },
      { id: 8, a: 2 },
    ]);
    expect((await write("POST", "", {})).json()).toEqual({ id: 9 });
  });

  it("is told apart by another field from the next request on", async () => {
    const changed = await done<Collection>(site.owner.put(`${api}/${collection.id}`, { idField: "name" }));
    expect(changed).toMatchObject({ idField: "name", itemCount: 3 });
    expect((await ask("/Grace")).json()).toEqual(seed[1]);
    expect((await ask("/2")).status).toBe(404);
    const refused = await site.owner.put(`${api}/${collection.id}`, { idField: "city" });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ["seed.2.city"]]);
  });

  it("moves, goes and comes back with its items", async () => {
    const before = collection.path;
    await write("PATCH", "/1", { name: "Countess" });
    goOnWith(await done<Collection>(site.owner.put(`${api}/${collection.id}`, { path: `${before}-moved` })));
    expect((await ask("/1")).json()).toMatchObject({ name: "Countess" });
    expect((await send({ host: site.host, path: `/api/mock${before}` })).status).toBe(404);
    await done(site.owner.delete(`${api}/${collection.id}`));
    expect((await ask("")).status).toBe(404);
    const undo = `/api/projects/${site.project.id}/deletions/collection/${collection.id}/restore`;
    await done(site.owner.post(undo, {}));
    expect((await ask("/1")).json()).toMatchObject({ name: "Countess" });
    expect((await write("POST", "", {})).json()).toEqual({ id: 4 });
  });

  it("loses nothing of what several write at once", async () => {
    const writes = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0 ? write("POST", "", { n }) : write("PATCH", `/${1 + (n % 2)}`, { [`from${n}`]: n }),
    );
    const answers = await Promise.all(writes);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(201)]);
    const all = await items();
    expect(all.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const kept = all.flatMap((item) => Object.keys(item)).filter((name) => name.startsWith("from"));
    expect(kept).toHaveLength(8);
    const bytes = all.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
    expect(await now()).toMatchObject({ itemCount: 7, itemBytes: bytes });
  });
});
