import { beforeAll, describe, expect, it } from "vitest";
import { type Call, issuePaths, send } from "./client";
import { createMock, createSite, done, type Mock, type Site, unique } from "./fixtures";

let site: Site;

beforeAll(async () => {
  site = await createSite();
});

type Fields = Record<string, unknown>;

const make = (fields: Fields) => createMock(site.owner, site.project.id, { responseBody: "own", ...fields });
const ask = (path: string, call: Partial<Call> = {}) =>
  send({ host: site.host, path: `/api/mock${path}`, ...call });
const text = async (path: string, call: Partial<Call> = {}) => (await ask(path, call)).text();
/** A response that is given if its one condition holds. */
const when = (condition: Fields, body: string, fields: Fields = {}) => ({
  when: { all: [condition] },
  body,
  ...fields,
});

describe("the contract of responses", () => {
  it("fills in what is left out, and shows what is stored", async () => {
    const condition = { in: "query", name: "page", equals: 2 };
    const made = await make({ endpoint: `/${unique("r")}`, responses: [{ when: { any: [condition] } }] });
    expect(made).toMatchObject({
      responseMode: "first",
      sequenceEnd: "restart",
      fallback: true,
      responses: [
        {
          name: "",
          when: { any: [condition] },
          statusCode: 200,
          headers: {},
          body: "{}",
          delayMs: 0,
          templated: false,
          delayDistribution: null,
          bytesPerSecond: null,
          fault: null,
          weight: 1,
        },
      ],
    });
    const changed = await done<Mock>(
      site.owner.put(`${site.mocks}/${made.id}`, { responses: [], responseMode: "random" }),
    );
    expect(changed).toMatchObject({ responses: [], responseMode: "random" });
  });

  const all = (condition: unknown) => [{ when: { all: [condition] } }];
  it.each<[path: string, fields: Fields]>([
    ["responses", { responses: "x" }],
    ["responses", { responses: {} }],
    ["responses", { responses: Array.from({ length: 101 }, () => ({})) }],
    ["responses.0", { responses: [1] }],
    ["responses.0.statusCode", { responses: [{ statusCode: 99 }] }],
    ["responses.0.body", { responses: [{ body: {} }] }],
    ["responses.1.weight", { responses: [{}, { weight: 0 }] }],
    ["responses.0.headers.Connection", { responses: [{ headers: { Connection: "close" } }] }],
    ["responses.0.when", { responses: [{ when: {} }] }],
    ["responses.0.when", { responses: [{ when: { all: [], any: [] } }] }],
    ["responses.0.when", { responses: all({ in: "query", name: "a" }) }],
    ["responses.0.when", { responses: all({ in: "planet", equals: "x" }) }],
    ["responses.0.when.all.0.matches", { responses: all({ in: "body", matches: "(" }) }],
    ["responses.0.when.all.0.matches", { responses: all({ in: "body", matches: "a{900}" }) }],
    ["responseMode", { responseMode: "last" }],
    ["sequenceEnd", { sequenceEnd: "never" }],
    ["fallback", { fallback: false }],
    ["endpoint", { endpoint: "~^/(" }],
  ])("%s is 400 for %j", async (path, fields) => {
    const answer = await site.owner.post(site.mocks, { name: "x", endpoint: `/${unique("r")}`, ...fields });
    expect(issuePaths(answer).every((each) => each.startsWith(path))).toBe(true);
    expect(issuePaths(answer)).not.toEqual([]);
  });

  it("a mock that could never answer is refused, also when it becomes so", async () => {
    const made = await make({ endpoint: `/${unique("r")}`, responses: [{}], fallback: false });
    expect(issuePaths(await site.owner.put(`${site.mocks}/${made.id}`, { responses: [] }))).toEqual([
      "fallback",
    ]);
    await done(site.owner.put(`${site.mocks}/${made.id}`, { responses: [], fallback: true }));
  });
});

describe("the first response whose conditions hold is given", () => {
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  it.each<[condition: Fields, yes: [string, Partial<Call>?], no: [string, Partial<Call>?]]>([
    [{ in: "query", name: "page", equals: 2 }, ["?page=2"], ["?page=3"]],
    [{ in: "query", name: "page", equals: "2" }, ["?page=1&page=2"], [""]],
    [{ in: "query", name: "q", contains: "ä b" }, ["?q=x%C3%A4+b"], ["?q=a"]],
    [{ in: "query", name: "q", exists: true }, ["?q"], ["?p"]],
    [{ in: "query", name: "q", exists: true, not: true }, [""], ["?q=1"]],
    [{ in: "header", name: "X-Tenant", oneOf: ["a", "b"] }, ["", { headers: { "x-tenant": "b" } }], [""]],
    [
      { in: "header", name: "accept", matches: "json$" },
      ["", { headers: { accept: "a/json" } }],
      ["", { headers: { accept: "a/xml" } }],
    ],
    [{ in: "cookie", name: "sid", equals: "1" }, ["", { headers: { cookie: "a=b; sid=1" } }], [""]],
    [{ in: "method", oneOf: ["PUT", "PATCH"] }, ["", { method: "PATCH" }], ["", { method: "DELETE" }]],
    [{ in: "path", name: "id", matches: "^[0-9]+$" }, ["", {}], ["x", {}]],
    [
      { in: "json", name: "user.roles[*]", equals: "admin" },
      ["", { method: "POST", headers: json, body: '{"user": {"roles": ["dev", "admin"]}}' }],
      ["", { method: "POST", headers: json, body: '{"user": {"roles": ["dev"]}}' }],
    ],
    [
      { in: "json", contains: { a: { b: [1] } } },
      ["", { method: "POST", headers: json, body: '{"x": 1, "a": {"b": [2, 1]}}' }],
      ["", { method: "POST", headers: json, body: '{"a": {"b": 1}}' }],
    ],
    [
      { in: "form", name: "a", equals: "1 2" },
      ["", { method: "POST", headers: form, body: "b=0&a=1+2" }],
      ["", { method: "POST", headers: form, body: "a=1" }],
    ],
    [
      { in: "body", contains: "HELLO", ignoreCase: true },
      ["", { method: "POST", body: "say hello" }],
      ["", { method: "POST", body: "bye" }],
    ],
  ])("%j", async (condition, yes, no) => {
    const base = `/${unique("c")}`;
    await make({ method: "ANY", endpoint: `${base}/:id`, responses: [when(condition, "yes")] });
    expect(await text(`${base}/7${yes[0]}`, yes[1])).toBe("yes");
    expect(await text(`${base}/7${no[0]}`, no[1])).toBe("own");
  });

  it("with its own status, headers and delay", async () => {
    const endpoint = `/${unique("own")}`;
    const headers = { "X-A": ["1", "2"] };
    const busy = when({ in: "query", name: "busy", exists: true }, "later", {
      statusCode: 503,
      headers,
      delayMs: 50,
    });
    await make({ endpoint, responses: [busy], delayMs: 0 });
    const begin = performance.now();
    const answer = await ask(`${endpoint}?busy`);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(45);
    expect([answer.status, answer.text(), answer.headers["x-a"]]).toEqual([503, "later", "1, 2"]);
    expect((await ask(endpoint)).status).toBe(200);
  });

  it("of those in order, and all or any of its conditions", async () => {
    const endpoint = `/${unique("order")}`;
    const [a, b] = ["a", "b"].map((name) => ({ in: "query", name, exists: true }));
    const responses = [
      { when: { all: [a, b] }, body: "both" },
      { when: { any: [a, b] }, body: "one" },
      { when: null, body: "none" },
    ];
    await make({ endpoint, responses });
    expect(await text(`${endpoint}?a&b`)).toBe("both");
    expect(await text(`${endpoint}?b`)).toBe("one");
    expect(await text(endpoint)).toBe("none");
  });

  it("from the next request on after a change, and however large they are", async () => {
    const endpoint = `/${unique("large")}`;
    const large = "x".repeat(200_000);
    const { id } = await make({
      endpoint,
      responses: [when({ in: "query", name: "a", exists: true }, large)],
    });
    expect(await text(`${endpoint}?a`)).toBe(large);
    expect(await text(endpoint)).toBe("own");
    await done(site.owner.put(`${site.mocks}/${id}`, { responses: [{ body: "small" }] }));
    expect(await text(endpoint)).toBe("small");
  });

  it("HEAD gets the headers of the response that GET gets", async () => {
    const endpoint = `/${unique("head")}`;
    await make({ endpoint, responses: [when({ in: "query", name: "a", exists: true }, "12345")] });
    const answer = await ask(`${endpoint}?a`, { method: "HEAD" });
    expect([answer.headers["content-length"], answer.text()]).toEqual(["5", ""]);
  });
});

describe("a mock without fallback", () => {
  it("leaves a request to the next one that matches, and a miss says why", async () => {
    const base = `/${unique("pass")}`;
    const first = when({ in: "query", name: "page", equals: 1 }, "page 1");
    await make({ endpoint: `${base}/list`, responses: [first], fallback: false });
    const missed = await ask(`${base}/list?page=2`);
    expect(missed.status).toBe(404);
    expect(missed.json()).toMatchObject({
      code: "mock_not_found",
      hint: `The mock for GET ${base}/list answers only some requests: query \`page\` is \`2\`, expected \`1\`.`,
    });
    await make({ endpoint: `${base}/*`, responseBody: "any" });
    expect(await text(`${base}/list?page=1`)).toBe("page 1");
    expect(await text(`${base}/list?page=2`)).toBe("any");
  });

  it("shows nobody the credentials that it expects", async () => {
    const endpoint = `/${unique("secret")}`;
    const condition = { in: "header", name: "Authorization", equals: "Bearer s3cret" };
    await make({ endpoint, responses: [when(condition, "in")], fallback: false });
    expect(await text(endpoint, { headers: { authorization: "Bearer s3cret" } })).toBe("in");
    const missed = await text(endpoint, { headers: { authorization: "Bearer gu3ss" } });
    expect(missed).toContain("Authorization");
    expect(missed).not.toContain("s3cret");
    expect(missed).not.toContain("gu3ss");
  });
});

describe("a sequence", () => {
  const three = ["1", "2", "3"].map((body) => ({ body }));
  const calls = async (endpoint: string, count: number) => {
    const bodies: string[] = [];
    for (let call = 0; call < count; call++) bodies.push(await text(endpoint));
    return bodies;
  };

  it.each([
    ["restart", ["1", "2", "3", "1", "2"]],
    ["last", ["1", "2", "3", "3", "3"]],
    ["own", ["1", "2", "3", "own", "own"]],
  ])("gives one after the other, then %s", async (sequenceEnd, bodies) => {
    const endpoint = `/${unique("seq")}`;
    await make({ endpoint, responses: three, responseMode: "sequence", sequenceEnd });
    expect(await calls(endpoint, 5)).toEqual(bodies);
  });

  it("begins anew when it is reset", async () => {
    const endpoint = `/${unique("seq")}`;
    const { id } = await make({ endpoint, responses: three, responseMode: "sequence" });
    expect(await calls(endpoint, 2)).toEqual(["1", "2"]);
    expect(await done(site.owner.post(`${site.mocks}/${id}/reset`))).toEqual({ success: true });
    expect(await calls(endpoint, 2)).toEqual(["1", "2"]);
  });

  it("gives each of many calls at once a turn of its own", async () => {
    const endpoint = `/${unique("seq")}`;
    await make({ endpoint, responses: three, responseMode: "sequence" });
    const bodies = await Promise.all(Array.from({ length: 30 }, () => text(endpoint)));
    const times = (body: string) => bodies.filter((each) => each === body).length;
    expect(["1", "2", "3"].map(times)).toEqual([10, 10, 10]);
  });

  it("leaves out responses whose conditions do not hold", async () => {
    const endpoint = `/${unique("seq")}`;
    const [one, two, three] = ["1", "2", "3"];
    const responses = [
      { body: one },
      when({ in: "query", name: "b", exists: true }, two ?? ""),
      { body: three },
    ];
    await make({ endpoint, responses, responseMode: "sequence" });
    expect(await calls(endpoint, 4)).toEqual(["1", "3", "1", "3"]);
  });
});

it("random responses come by their weights", async () => {
  const endpoint = `/${unique("random")}`;
  const responses = [
    { body: "often", weight: 1000 },
    { body: "never", weight: 1, when: { all: [{ in: "query", name: "x", exists: true }] } },
    { body: "rarely", weight: 1 },
  ];
  await make({ endpoint, responses, responseMode: "random" });
  const bodies = new Set<string>();
  for (let call = 0; call < 20; call++) bodies.add(await text(endpoint));
  expect(bodies).toContain("often");
  expect(bodies).not.toContain("never");
  expect(bodies).not.toContain("own");
});
