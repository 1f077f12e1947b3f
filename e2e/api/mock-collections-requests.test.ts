import { beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { createMock, done } from "./fixtures";

setUpSite();

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
    goOnWith(await make({ idField: "key", seed: [{ x: 1 }] }));
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
