import { beforeAll, describe, expect, it } from "vitest";
import { send } from "./client";
import { createMock, createSite, done, type Site, unique, unknownId } from "./fixtures";

type Call = Record<string, unknown> & { id: string; sequence: number; method: string; target: string };
type Verified = { verified: boolean; count: number; calls: Call[]; closest: (Call & { why: string })[] };

let site: Site;
let api: string;
beforeAll(async () => {
  site = await createSite();
  api = `/api/projects/${site.project.id}/mock-calls`;
});

const list = (query = "") => done<Call[]>(site.owner.get(`${api}${query}`));
const whole = ({ id }: Call) => done<Call>(site.owner.get(`${api}/${id}`));
const call = (path: string, more: Partial<Parameters<typeof send>[0]> = {}) =>
  send({ host: site.host, path: `/api/mock${path}`, ...more });
const newMock = (fields: Record<string, unknown> = {}) =>
  createMock(site.owner, site.project.id, { endpoint: `/${unique("c")}`, ...fields });
const callsOf = (path: string) => list(`?q=${path}`);
const verify = (fields: Record<string, unknown>) => done<Verified>(site.owner.post(`${api}/verify`, fields));

it("lists a call at once, newest first, with all of it on demand", async () => {
  const mock = await newMock({ method: "POST", statusCode: 201, responseBody: '{"id": 7}' });
  const path = mock.endpoint;
  const given = await call(`${path}?page=2`, {
    method: "POST",
    headers: { "X-Trace": "abc", Authorization: "Bearer secret" },
    body: '{"total": 42}',
  });
  await call(path);
  const [miss, found] = await callsOf(path);
  expect([found, miss]).toMatchObject([
    {
      ...{ kind: "call", outcome: "mock", method: "POST", target: `${path}?page=2`, statusCode: 201 },
      ...{ mockId: mock.id, mockName: mock.name, requestSize: 13, responseSize: 9, reason: null },
    },
    {
      ...{ outcome: "miss", method: "GET", statusCode: 404, mockId: null, requestSize: 0 },
      reason: "This path has a mock for POST, not for GET.",
    },
  ]);
  expect(miss?.sequence).toBe((found?.sequence ?? 0) + 1);
  const shown = await whole(found ?? expect.fail());
  expect(shown).toMatchObject({
    requestBody: '{"total": 42}',
    requestBodyEncoding: "utf8",
    responseBody: '{"id": 7}',
  });
  expect(shown.requestHeaders).toEqual(
    expect.arrayContaining([
      ["X-Trace", "abc"],
      ["Authorization", "Bearer secret"],
    ]),
  );
  expect(shown.responseHeaders).toEqual(
    expect.arrayContaining([
      ["Content-Type", "application/json"],
      ["X-Request-Id", given.headers["x-request-id"]],
    ]),
  );
});

describe("of a body", () => {
  const large = "x".repeat(40_000);
  it.each<[string, Record<string, unknown>]>([
    ["that nobody asked for", {}],
    ["whose answer waits", { delayMs: 30 }],
    ["that a template reads", { templated: true, responseBody: "{{ request.body | size }}" }],
    ["of a mock that ends the connection", { fault: "empty" }],
  ])("%s the first 16 KiB are kept", async (_, fields) => {
    const mock = await newMock({ method: "POST", ...fields });
    await call(mock.endpoint, { method: "POST", body: large }).catch(() => undefined);
    await expect.poll(async () => (await callsOf(mock.endpoint)).length).toBe(1);
    const [found] = await callsOf(mock.endpoint);
    const shown = await whole(found ?? expect.fail());
    expect(shown.requestSize).toBe(40_000);
    if ("fault" in fields) return;
    expect(shown).toMatchObject({ requestBody: large.slice(0, 16_384), requestBodyTruncated: true });
  });

  it.each(["reset", "empty"])(
    "there is none, and no status, where nothing was answered (%s)",
    async (fault) => {
      const mock = await newMock({ fault, responseBody: "never sent" });
      await call(mock.endpoint).catch(() => undefined);
      await expect.poll(async () => (await callsOf(mock.endpoint)).length).toBe(1);
      const [found] = await callsOf(mock.endpoint);
      const nothing = { statusCode: null, responseHeaders: [], responseBody: "", responseSize: 0 };
      expect(await whole(found ?? expect.fail())).toMatchObject({ fault, ...nothing });
    },
  );

  it("that is no text base64 is shown", async () => {
    const mock = await newMock({ method: "PUT" });
    const body = Buffer.from([0xff, 0xfe, 0]);
    await call(mock.endpoint, { method: "PUT", body });
    const [found] = await callsOf(mock.endpoint);
    expect(await whole(found ?? expect.fail())).toMatchObject({
      requestBody: body.toString("base64"),
      requestBodyEncoding: "base64",
    });
  });
});

it("flags a response that isn't the JSON that its template is meant to be", async () => {
  const mock = await newMock({
    endpoint: `/${unique("c")}/:id`,
    templated: true,
    responseBody: '{"id": {{ request.params.id }}}',
  });
  const path = mock.endpoint.replace(":id", "");
  for (const id of ["7", "abc"]) expect((await call(path + id)).status).toBe(200);
  const [text, number] = await callsOf(path);
  expect(number).toMatchObject({ outcome: "mock", mockId: mock.id, reason: null });
  expect(text).toMatchObject({ outcome: "mock", reason: expect.stringContaining("isn't valid JSON") });
});

it("says which response was given, why a template failed, and that chaos took a call", async () => {
  const named = await newMock({ responses: [{ name: "only one", body: "1" }] });
  const failing = await newMock({
    templated: true,
    responseBody:
      "{{ request.json.a.b | split: 1 | first | date: 'x' }}{% for i in (1..100000000) %}x{% endfor %}",
  });
  await call(named.endpoint);
  await call(failing.endpoint);
  await done(
    site.owner.put(`/api/projects/${site.project.id}/mock-chaos`, { percent: 100, statusCode: 418 }),
  );
  await call(named.endpoint);
  await done(site.owner.delete(`/api/projects/${site.project.id}/mock-chaos`));
  const [chaos, response] = await callsOf(named.endpoint);
  expect(response).toMatchObject({ outcome: "mock", responseName: "only one" });
  expect(chaos).toMatchObject({ outcome: "chaos", statusCode: 418, mockId: null });
  expect(await callsOf(failing.endpoint)).toMatchObject([
    { outcome: "failure", statusCode: 503, mockId: failing.id, reason: expect.stringContaining("template") },
  ]);
});

it("leaves out preflights, and filters what it lists", async () => {
  const mock = await newMock({ statusCode: 202 });
  const headers = { Origin: "https://page.example", "Access-Control-Request-Method": "GET" };
  await call(mock.endpoint, { method: "OPTIONS", headers });
  await call(mock.endpoint);
  await call(`${mock.endpoint}/none`, { method: "DELETE" });
  const [miss, found] = await callsOf(mock.endpoint);
  expect(await callsOf(mock.endpoint)).toHaveLength(2);
  const q = `q=${mock.endpoint}`;
  for (const [filter, expected] of [
    [`${q}&method=delete`, [miss]],
    [`${q}&outcome=mock`, [found]],
    [`${q}&status=202`, [found]],
    [`mockId=${mock.id}`, [found]],
    [`${q}&after=${found?.sequence}`, [miss]],
    [`${q}&kind=callback`, []],
    [`${q}&limit=1`, [miss]],
  ] as const) {
    expect(await list(`?${filter}`), filter).toEqual(expected);
  }
  expect((await site.owner.get(`${api}/${unknownId}`)).status).toBe(404);
});

it("counts how often a mock answered", async () => {
  const mock = await newMock();
  for (let times = 0; times < 3; times += 1) await call(mock.endpoint);
  const shown = async () => done(site.owner.get(`/api/projects/${site.project.id}/mocks/${mock.id}`));
  await expect.poll(shown).toMatchObject({ hits: 3 });
});

describe("a verification", () => {
  it("finds calls by method, path, query, headers and conditions", async () => {
    const path = `/${unique("v")}`;
    const headers = { "X-Tenant": "a", "Content-Type": "application/json" };
    await call(`${path}/7?page=2`, { method: "POST", headers, body: '{"total": 42}' });
    const wanted = {
      ...{ method: "POST", path: `${path}/:id`, query: { page: "2" }, headers: { "x-tenant": "a" } },
      when: {
        all: [
          { in: "json", name: "total", equals: 42 },
          { in: "path", name: "id", matches: "^\\d+$" },
        ],
      },
    };
    expect(await verify(wanted)).toMatchObject({ verified: true, count: 1, closest: [], truncated: false });
    for (const [change, why] of [
      [{ method: "PUT" }, "its method is POST"],
      [{ path: `${path}/8` }, "its path differs"],
      [{ query: { page: "3" } }, "page"],
      [{ headers: { "x-tenant": "b" } }, "x-tenant"],
      [{ when: { all: [{ in: "json", name: "total", equals: 43 }] } }, "total"],
      [{ outcome: "mock" }, "miss"],
    ] as const) {
      const { verified, count, closest } = await verify({ ...wanted, ...change });
      expect([verified, count], JSON.stringify(change)).toEqual([false, 0]);
      expect(closest[0]?.why, JSON.stringify(change)).toContain(why);
    }
  });

  it.each<[unknown, boolean]>([
    [2, true],
    [1, false],
    [{ atLeast: 2 }, true],
    [{ atLeast: 3 }, false],
    [{ atMost: 2 }, true],
    [{ atMost: 1 }, false],
    [{ atLeast: 1, atMost: 5 }, true],
  ])("with times %j of two calls is %s", async (times, verified) => {
    const path = `/${unique("v")}`;
    await call(path);
    await call(path);
    expect(await verify({ path, times })).toMatchObject({ verified, count: 2 });
  });

  it("looks only at what came since, and waits for what has not come yet", async () => {
    const path = `/${unique("v")}`;
    await call(path);
    const since = new Date(Date.now() + 1).toISOString();
    expect(await verify({ path, since })).toMatchObject({ verified: false, count: 0 });
    const waiting = verify({ path, since, waitMs: 10_000 });
    await call(path);
    expect(await waiting).toMatchObject({ verified: true, count: 1 });
  });

  it("refuses patterns that are none", async () => {
    const when = { all: [{ in: "body", matches: "(" }] };
    for (const [fields, place] of [
      [{ path: "~^/(" }, "path"],
      [{ when }, "when.all.0.matches"],
    ] as const) {
      const answer = await site.owner.post(`${api}/verify`, fields);
      expect(answer.status).toBe(400);
      expect(answer.json<{ issues: { path: string }[] }>().issues[0]?.path).toBe(place);
    }
  });
});

it("forgets all calls, keeps counting, and keeps the newest 200", async () => {
  const fresh = await createSite();
  const path = `/api/projects/${fresh.project.id}/mock-calls`;
  const one = () => send({ host: fresh.host, path: "/api/mock/none" });
  await one();
  await done(fresh.owner.delete(path));
  expect(await done(fresh.owner.get(path))).toEqual([]);
  for (let part = 0; part < 21; part += 1) await Promise.all(Array.from({ length: 10 }, one));
  const kept = await done<Call[]>(fresh.owner.get(path));
  expect(kept).toHaveLength(200);
  const newest = kept[0]?.sequence ?? 0;
  expect(kept.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_, at) => newest - at));
  const { truncated } = await done<{ truncated: boolean }>(
    fresh.owner.post(`${path}/verify`, { path: "/none" }),
  );
  expect(truncated).toBe(true);
});
