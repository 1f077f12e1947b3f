import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Call, issuePaths, send } from "./client";
import {
  type Collection,
  createCollection,
  createMock,
  createSite,
  done,
  type Site,
  unique,
} from "./fixtures";

let site: Site;
let api: string;
let collection: Collection;

const seed = [
  { id: 1, name: "Ada", city: "London" },
  { id: 2, name: "Grace", city: "New York" },
  { id: 3, name: "Alan", city: "London" },
];

beforeAll(async () => {
  site = await createSite();
  api = `/api/projects/${site.project.id}/mock-collections`;
});
const makeOwn = async () => {
  collection = await make({ seed });
};

const make = (fields: Record<string, unknown> = {}) =>
  createCollection(site.owner, site.project.id, { path: `/${unique("c")}`, ...fields });
const ask = (rest: string, call: Partial<Call> = {}) =>
  send({ host: site.host, path: `/api/mock${collection.path}${rest}`, ...call });
const write = (method: string, rest: string, body: unknown, headers = {}) =>
  ask(rest, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const now = () => done<Collection>(site.owner.get(`${api}/${collection.id}`));
const items = async (rest = "") => (await ask(rest)).json<Record<string, unknown>[]>();

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

describe("requests to a collection", () => {
  beforeEach(makeOwn);

  it("lists, gets, adds, replaces, patches and deletes", async () => {
    expect(await items()).toEqual(seed);
    expect((await ask("/2")).json()).toEqual(seed[1]);
    const added = await write("POST", "", { name: "Edsger" });
    expect([added.status, added.json()]).toEqual([201, { id: 4, name: "Edsger" }]);
    expect(added.headers.location).toBe(`${collection.url}/4`);
    const replaced = await write("PUT", "/4", { name: "E. W." });
    expect([replaced.status, replaced.json()]).toEqual([200, { id: 4, name: "E. W." }]);
    const patched = await write("PATCH", "/1", { city: null, address: { zip: "N1", street: null } });
    expect(patched.json()).toEqual({ id: 1, name: "Ada", address: { zip: "N1" } });
    const gone = await ask("/2", { method: "DELETE" });
    expect([gone.status, gone.text()]).toEqual([204, ""]);
    expect((await items()).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect((await write("POST", "", {})).json()).toEqual({ id: 5 });
    const left = await items();
    const bytes = left.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
    expect(await now()).toMatchObject({
      itemCount: 4,
      itemBytes: bytes,
      updatedAt: collection.updatedAt,
      seed,
    });
  });

  it("takes ids that are texts, and makes some once there is one", async () => {
    expect((await write("POST", "", { id: "a/b %", x: 1 })).headers.location).toBe(
      `${collection.url}/a%2Fb%20%25`,
    );
    expect((await ask("/a%2Fb%20%25")).json()).toEqual({ id: "a/b %", x: 1 });
    expect((await write("POST", "", { x: 2 })).json().id).toMatch(/^[0-9a-f-]{36}$/);
    collection = await make({ idField: "key", seed: [{ x: 1 }] });
    expect((await write("POST", "", { id: 9 })).json()).toEqual({ key: 2, id: 9 });
  });

  it("keeps names that objects have a meaning for, and the order of fields", async () => {
    const text = '{"id":9,"z":1,"__proto__":{"a":1},"constructor":null,"é":"\u2028"}';
    expect((await write("POST", "", text)).text()).toBe(text);
    expect((await ask("/9")).text()).toBe(text);
    const patched = await write("PATCH", "/9", '{"__proto__":{"b":2}}', {
      "content-type": "application/merge-patch+json",
    });
    expect(patched.text()).toContain('"__proto__":{"a":1,"b":2}');
  });

  it("filters, sorts and pages", async () => {
    const page = await ask("?city=London&_sort=-name&_page=2&_limit=1");
    expect(page.json()).toEqual([seed[0]]);
    expect(page.headers["x-total-count"]).toBe("2");
    expect(page.headers.link).toContain(
      `<${collection.url}?city=London&_sort=-name&_page=1&_limit=1>; rel="prev"`,
    );
    expect(page.headers["access-control-expose-headers"]).toBe("X-Total-Count, Link");
    const all = await ask("?q=grace");
    expect([all.json(), all.headers.link]).toEqual([[seed[1]], undefined]);
  });

  it("answers what asks for the methods that are taken", async () => {
    const [all, one] = [await ask("", { method: "OPTIONS" }), await ask("/1", { method: "OPTIONS" })];
    expect([all.status, all.headers.allow]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect([one.status, one.headers.allow]).toEqual([204, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]);
  });

  it("lets pages of any origin read and write, and nobody remember", async () => {
    const origin = "https://page.example";
    const preflight = await ask("/1", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PATCH" },
    });
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "PATCH"]);
    for (const rest of ["", "/1", "/9"]) {
      const answer = await ask(rest, { headers: { origin } });
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "cache-control": "no-store",
        "content-type": "application/json",
      });
    }
    const head = await ask("", { method: "HEAD" });
    expect([head.status, head.text(), head.headers["x-total-count"]]).toEqual([200, "", "3"]);
  });

  it("leaves to mocks what they match, and says why it does not answer", async () => {
    const mock = { endpoint: `${collection.path}/2`, responseBody: "mock" };
    await createMock(site.owner, site.project.id, mock);
    expect((await ask("/2")).text()).toBe("mock");
    expect((await ask("/1")).json()).toEqual(seed[0]);
    await createMock(site.owner, site.project.id, {
      ...{ endpoint: `${collection.path}/3`, fallback: false },
      responses: [{ when: { all: [{ in: "query", name: "x", exists: true }] }, body: "never" }],
    });
    expect((await ask("/3")).json()).toEqual(seed[2]);
    expect((await ask("/")).json()).toMatchObject({
      code: "mock_not_found",
      hint: expect.stringContaining("slash"),
    });
    await done(site.owner.put(`${api}/${collection.id}`, { enabled: false }));
    const off = await ask("");
    expect([off.status, off.json().hint]).toEqual([404, expect.stringContaining("switched off")]);
  });
});

describe("what a collection refuses", () => {
  beforeAll(makeOwn);

  it.each<[status: number, code: string, method: string, rest: string, body: unknown, headers?: object]>([
    [404, "not_found", "GET", "/9", undefined],
    [404, "not_found", "DELETE", "/9", undefined],
    [404, "not_found", "PUT", "/9", {}],
    [404, "not_found", "PATCH", "/9", {}],
    [404, "not_found", "GET", "/%00", undefined],
    [404, "not_found", "GET", "/%ff", undefined],
    [409, "conflict", "POST", "", { id: 1 }],
    [409, "conflict", "POST", "", { id: "1" }],
    [400, "invalid_request", "POST", "", { id: null }],
    [400, "invalid_request", "POST", "", { id: "x".repeat(129) }],
    [400, "invalid_request", "PUT", "/1", { id: 2 }],
    [400, "invalid_request", "PATCH", "/1", { id: null }],
    [400, "invalid_request", "POST", "", []],
    [400, "invalid_request", "POST", "", "7"],
    [400, "invalid_request", "POST", "", '{"a":"\\u0000"}'],
    [400, "invalid_request", "POST", "", `{"a":${"[".repeat(101)}${"]".repeat(101)}}`],
    [400, "invalid_json", "POST", "", "{"],
    [400, "invalid_json", "POST", "", ""],
    [415, "unsupported_media_type", "POST", "", {}, { "content-type": "text/plain" }],
    [413, "payload_too_large", "POST", "", { a: "x".repeat(65_536) }],
    [413, "payload_too_large", "PATCH", "/1", { a: "x".repeat(65_510) }],
    [405, "method_not_allowed", "DELETE", "", undefined],
    [405, "method_not_allowed", "PUT", "", {}],
    [405, "method_not_allowed", "POST", "/1", {}],
    [400, "invalid_request", "GET", "?_page=0", undefined],
    [400, "invalid_request", "GET", "?a=%00", undefined],
  ])("answers %i %s to %s %s %.40o", async (status, code, method, rest, body, headers = {}) => {
    const answer =
      body === undefined ? await ask(rest, { method }) : await write(method, rest, body, headers);
    expect([answer.status, answer.json().code]).toEqual([status, code]);
    expect(answer.json()).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
    expect(await items()).toEqual(seed);
    if (status === 405) expect(answer.headers.allow).toMatch(/^GET, HEAD, P/);
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
    collection = await done<Collection>(
      site.owner.put(`${api}/${collection.id}`, { path: `${before}-moved` }),
    );
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
