import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send, statusesOf } from "./client";
import {
  createMock,
  createSite,
  done,
  join,
  type Mock,
  type Person,
  type Site,
  signUp,
  unique,
} from "./fixtures";

let site: Site;
let member: Person;

beforeAll(async () => {
  site = await createSite();
  member = await signUp();
  await join(site.owner, site.team.id, member);
});

const create = (fields: Record<string, unknown>) =>
  site.owner.post(site.mocks, { name: "x", endpoint: `/${unique("m")}`, ...fields });

describe("creating a mock", () => {
  it("fills in the defaults", async () => {
    const endpoint = `/${unique("plain")}`;
    const made = await done<Mock>(member.post(site.mocks, { name: " Plain ", endpoint }), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: site.project.id,
      name: "Plain",
      description: null,
      method: "GET",
      endpoint,
      responseBody: "{}",
      bodyEncoding: "text",
      bodyFileId: null,
      responseHeaders: {},
      statusCode: 200,
      delayMs: 0,
      templated: false,
      delayDistribution: null,
      bytesPerSecond: null,
      fault: null,
      responses: [],
      callbacks: [],
      responseMode: "first",
      sequenceEnd: "restart",
      fallback: true,
      folder: "",
      tags: [],
      enabled: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      hits: 0,
      lastCalledAt: null,
    });
    expect(await done(member.get(`${site.mocks}/${made.id}`))).toEqual(made);
  });

  it("keeps every field as given", async () => {
    const fields = {
      name: "Full",
      description: "with <b>all</b>",
      method: "PATCH",
      endpoint: `/${unique("full")}/a b/ü/%2F`,
      responseBody: "  text with \r\n line ends, é, 日本, 🎈 ",
      responseHeaders: { "X-One": "1", "x-many": ["a", "b"] },
      statusCode: 418,
      delayMs: 5,
      enabled: false,
    };
    expect(await createMock(site.owner, site.project.id, fields)).toMatchObject(fields);
  });

  it.each([
    ["users", "/users"],
    ["//users", "/users"],
    ["///a//b", "/a//b"],
    ["/a/", "/a/"],
    ["", "/"],
    ["/A/b", "/A/b"],
    ["a/:id/*", "/a/:id/*"],
    ["/a/{id}/{first-name}.json", "/a/:id/:first-name.json"],
    ["/a/:b?/:c*", "/a/:b?/:c*"],
    ["~^/v[0-9]+/users$", "~^/v[0-9]+/users$"],
  ])("the endpoint %j is stored as %j", async (endpoint, stored) => {
    const fresh = await createSite();
    expect(await createMock(fresh.owner, fresh.project.id, { endpoint })).toMatchObject({ endpoint: stored });
  });

  it.each(["/a/:b?/c", "/a/:b+/c", "/{a", "/{1}", "~^users", "~^/(?=a)", "~^/[a-z]{900}"])(
    "the endpoint %j, which could never match, is 400",
    async (endpoint) => {
      expect(issuePaths(await create({ endpoint }))).toEqual(["endpoint"]);
    },
  );

  it.each(["/a?b=1", "/a#b", "/a\nb", "/a\u007fb", "/a\tb", `/${"a".repeat(3000)}`, 1, null, [], undefined])(
    "the endpoint %j is 400",
    async (endpoint) => {
      expect(issuePaths(await create({ endpoint }))).toEqual(["endpoint"]);
    },
  );

  it.each([
    ["method", "HEAD"],
    ["method", "OPTIONS"],
    ["method", "get"],
    ["method", null],
    ["statusCode", 199],
    ["statusCode", 100],
    ["statusCode", 600],
    ["statusCode", 200.5],
    ["statusCode", "200"],
    ["statusCode", null],
    ["delayMs", -1],
    ["delayMs", 30_001],
    ["delayMs", 0.5],
    ["delayMs", "1"],
    ["responseBody", { a: 1 }],
    ["responseBody", null],
    ["enabled", "true"],
    ["enabled", 1],
    ["description", 1],
    ["description", "x".repeat(5001)],
    ["responseHeaders", "x"],
    ["responseHeaders", []],
    ["responseHeaders", null],
  ])("%s %j is 400", async (field, value) => {
    const answer = await create({ [field]: value });
    expect(issuePaths(answer)).toEqual([field]);
  });

  it.each([200, 204, 301, 304, 404, 500, 599])("the status %i is accepted", async (statusCode) => {
    expect(await createMock(site.owner, site.project.id, { statusCode })).toMatchObject({ statusCode });
  });
});

describe("response headers that are refused", () => {
  const names = [
    ...["Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length", "Upgrade", "TE", "Trailer"],
    ...["Proxy-Authenticate", "Proxy-Connection", "proxy-anything", "transfer-encoding", "CONTENT-LENGTH"],
    ...["Strict-Transport-Security", "Clear-Site-Data", "Service-Worker-Allowed"],
    ...["", "with space", "colon:", "new\nline", "ünicode", "(paren)"],
  ];
  it.each(names)("the name %j", async (name) => {
    const paths = issuePaths(await create({ responseHeaders: { [name]: "1" } }));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => path.startsWith("responseHeaders"))).toBe(true);
  });

  const values: [name: string, value: unknown][] = [
    ["X-A", "a\r\nb: c"],
    ["X-A", "a\nb"],
    ["X-A", "日本"],
    ["X-A", "🎈"],
    ["X-A", 1],
    ["X-A", null],
    ["X-A", ["ok", "a\rb"]],
    ["X-A", ["ok", 1]],
    ["X-A", []],
    ["Set-Cookie", "a=b; Domain=example.com"],
    ["set-cookie", ["a=b", "c=d; path=/;DOMAIN = mock.localhost"]],
  ];
  it.each(values)("%s: %j", async (name, value) => {
    const paths = issuePaths(await create({ responseHeaders: { [name]: value } }));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.every((path) => path.startsWith(`responseHeaders.${name}`))).toBe(true);
  });

  it("the same rules hold for a change", async () => {
    const { id } = await createMock(site.owner, site.project.id);
    const answer = await site.owner.put(`${site.mocks}/${id}`, { responseHeaders: { Connection: "close" } });
    expect(issuePaths(answer)).toHaveLength(1);
  });
});

describe("method and endpoint are unique in a project", () => {
  it("the same pair is 409, also when it is typed differently", async () => {
    const slug = unique("pair");
    await createMock(site.owner, site.project.id, { endpoint: `/${slug}` });
    for (const endpoint of [`/${slug}`, slug, `//${slug}`]) {
      const refusal = expectRefusal(await create({ endpoint }), 409);
      expect(refusal.code).toBe("conflict");
      expect(refusal.issues?.map(({ path }) => path)).toEqual(["endpoint"]);
    }
    await createMock(site.owner, site.project.id, { endpoint: `/${slug}`, method: "POST" });
    await createMock(site.owner, site.project.id, { endpoint: `/${slug}/` });
    const other = await createSite();
    await createMock(other.owner, other.project.id, { endpoint: `/${slug}` });
  });

  it("a change onto another's pair is 409 and changes nothing", async () => {
    const taken = await createMock(site.owner, site.project.id);
    const mock = await createMock(site.owner, site.project.id);
    const path = `${site.mocks}/${mock.id}`;
    expectRefusal(await site.owner.put(path, { name: "lost", endpoint: taken.endpoint }), 409);
    expect(await done(site.owner.get(path))).toEqual(mock);
    await done(site.owner.put(path, { endpoint: mock.endpoint }));
  });

  it("of 20 at once with one pair one is 201 and 19 are 409", async () => {
    const endpoint = `/${unique("race")}`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ endpoint })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("changing and deleting a mock", () => {
  const changes: Record<string, unknown>[] = [
    { name: "New" },
    { description: "words" },
    { method: "DELETE" },
    { endpoint: `/${unique("new")}` },
    { responseBody: "" },
    { responseHeaders: { "X-New": "1" } },
    { statusCode: 201 },
    { delayMs: 1 },
    { enabled: false },
  ];
  it.each(changes)("%j changes this field and updatedAt alone", async (change) => {
    const before = await createMock(site.owner, site.project.id, { responseBody: "body", description: null });
    const path = `${site.mocks}/${before.id}`;
    const after = await done<Mock>(member.put(path, change));
    expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await done(site.owner.get(path))).toEqual(after);
  });

  it("a deleted mock is gone everywhere, at once", async () => {
    const mock = await createMock(site.owner, site.project.id);
    const path = `${site.mocks}/${mock.id}`;
    const call = { host: site.host, path: `/api/mock${mock.endpoint}` };
    expect((await send(call)).status).toBe(200);
    expect(await done(member.delete(path))).toEqual({ success: true });
    expect((await send(call)).status).toBe(404);
    expectRefusal(await site.owner.get(path), 404, "Mock not found");
    expectRefusal(await site.owner.put(path, {}), 404, "Mock not found");
    expectRefusal(await site.owner.delete(path), 404, "Mock not found");
  });
});
