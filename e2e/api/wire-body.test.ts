import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send } from "./client";
import { createMock, createSite, type Mock, type Site, unique } from "./fixtures";

const deepArray = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const withExtra = (json: string) => `{"name":"x","endpoint":"/x","extra":${json}}`;

let site: Site;
let mock: Mock;

beforeAll(async () => {
  site = await createSite();
  mock = await createMock(site.owner, site.project.id);
});

/** Where bodies are sent to: creation and change, on session paths and on project paths. */
const targets = (): [method: string, path: string][] => [
  ["POST", "/api/teams"],
  ["PUT", `/api/teams/${site.team.id}`],
  ["POST", `/api/teams/${site.team.id}/projects`],
  ["PUT", `/api/teams/${site.team.id}/projects/${site.project.id}`],
  ["POST", site.mocks],
  ["PUT", `${site.mocks}/${mock.id}`],
];

const malformed: [name: string, body: string | Buffer][] = [
  ["an unfinished object", '{"name":'],
  ["a bare word", "hello"],
  ["an empty body", ""],
  ["two values", "{}{}"],
  ["a trailing comma", '{"name":"x",}'],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["an overlong UTF-8 sequence", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
];

const unsafe: [name: string, body: string][] = [
  ["arrays nested 5,000 deep", withExtra(deepArray(5000))],
  ["objects nested 5,000 deep", withExtra(deepObject(5000))],
  ["arrays nested 5,000 deep at the top", deepArray(5000)],
  ["a NUL in a known field", '{"name":"a\\u0000b","slug":"s","endpoint":"/x"}'],
  ["a NUL in an unknown field", withExtra('"\\u0000"')],
  ["a NUL in a nested array", withExtra('[["\\u0000"]]')],
  ["a NUL in a key", withExtra('{"\\u0000":1}')],
  ["a lone high surrogate", '{"name":"\\ud800","slug":"s","endpoint":"/x"}'],
  ["a lone low surrogate in an unknown field", withExtra('"\\udc00"')],
  ["a lone surrogate in a key", withExtra('{"\\ud800":1}')],
  ["a __proto__ key", '{"name":"x","slug":"s","endpoint":"/x","__proto__":{"polluted":true}}'],
  ["a nested __proto__ key", withExtra('{"deep":[{"__proto__":1}]}')],
];

const notObjects: [name: string, body: string][] = [
  ["null", "null"],
  ["a number", "1"],
  ["a text", '"text"'],
  ["an array", "[]"],
];

describe("a body that is not JSON is 400 invalid_json", () => {
  it.each(malformed)("%s", async (_, body) => {
    for (const [method, path] of targets()) {
      const refusal = expectRefusal(await site.owner.call(method, path, body), 400);
      expect(refusal.code, `${method} ${path}`).toBe("invalid_json");
    }
  });

  it("a missing body where one is required is 400", async () => {
    for (const [method, path] of targets()) {
      expectRefusal(await send({ method, path, headers: { cookie: site.owner.cookie } }), 400);
    }
  });
});

describe("a body with unsafe parts is 400 invalid_request before anything is stored", () => {
  it.each(unsafe)("%s", async (_, body) => {
    for (const [method, path] of targets()) {
      const refusal = expectRefusal(await site.owner.call(method, path, body), 400);
      expect(refusal.code, `${method} ${path}`).toBe("invalid_request");
      expect(refusal.issues?.length, `${method} ${path}`).toBeGreaterThan(0);
    }
  });

  it.each(notObjects)("%s in place of an object", async (_, body) => {
    for (const [method, path] of targets()) {
      expectRefusal(await site.owner.call(method, path, body), 400);
    }
  });

  it("64 levels of nesting are accepted, 65 are not", async () => {
    const slug = unique("team");
    const nested = (depth: number) => `{"name":"x","slug":"${slug}","extra":${deepArray(depth - 1)}}`;
    expectRefusal(await site.owner.call("POST", "/api/teams", nested(65)), 400);
    expect((await site.owner.call("POST", "/api/teams", nested(64))).status).toBe(201);
  });

  it("names unsafe query values 400 and unsafe ids 404", async () => {
    for (const query of ["limit=%00", "cursor=%00", "limit=%ff", "cursor=%ed%a0%80"]) {
      expectRefusal(await site.owner.get(`/api/teams?${query}`), 400);
    }
    for (const id of ["%00", "%ff", "%ed%a0%80", "..%2f..", "%", "%zz", "'--", "a".repeat(5000)]) {
      expectRefusal(await site.owner.get(`/api/teams/${id}`), 404);
      expectRefusal(await site.owner.get(`/api/projects/${id}/mocks`), 404);
    }
  });
});

describe("content types", () => {
  const refused = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/json, text/plain",
    "text/plain; application/json",
    "application/json; charset=utf-16",
    'application/json;charset="iso-8859-1"',
  ];
  it.each(refused)("%s is 415", async (type) => {
    for (const [method, path] of targets()) {
      const answer = await site.owner.call(method, path, '{"name":"x"}', { "content-type": type });
      expect(expectRefusal(answer, 415).code).toBe("unsupported_media_type");
    }
  });

  const accepted = ["application/json", "application/json; charset=utf-8", "Application/JSON"].concat([
    'application/json;Charset="UTF-8"',
    "application/json; charset=us-ascii; version=1",
    "application/merge-patch+json",
  ]);
  it.each(accepted)("%s is read as JSON", async (type) => {
    const body = JSON.stringify({ name: "x", slug: unique("team") });
    const answer = await site.owner.call("POST", "/api/teams", body, { "content-type": type });
    expect(answer.status, answer.text()).toBe(201);
  });

  it("no content type is read as JSON", async () => {
    const answer = await send({
      method: "POST",
      path: "/api/teams",
      headers: { cookie: site.owner.cookie },
      body: JSON.stringify({ name: "x", slug: unique("team") }),
    });
    expect(answer.status, answer.text()).toBe(201);
  });
});

it("a hundred thousand problems are not all answered", async () => {
  const body = `{"name":"x","endpoint":"/x","extra":[${'"\\u0000",'.repeat(4000)}1]}`;
  const answer = await site.owner.call("POST", site.mocks, body);
  expect(expectRefusal(answer, 400).issues).toHaveLength(100);
  expect(answer.body.byteLength).toBeLessThan(50_000);
});

describe("what is too much is counted before anything else is looked at", () => {
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join(",");
  it.each([
    ["60,000 headers", `{"responseHeaders":{${many(60_000, (at) => `"bad ${at}":""`)}}}`],
    ["250,000 empty values", `{"responseHeaders":{"X-A":[${many(250_000, () => '""')}]}}`],
    ["250,000 nested arrays", `{"extra":[${many(100_000, () => "[]")}]}`],
    ["one name 100,000 times", `{${many(100_000, () => '"name":""')}}`],
  ])("%s are one problem", async (_, body) => {
    expect(expectRefusal(await site.owner.call("POST", site.mocks, body), 400).issues).toHaveLength(1);
  });

  it("81 headers are one problem, besides what else is wrong", async () => {
    const responseHeaders = Object.fromEntries(
      Array.from({ length: 81 }, (__, at) => [`bad ${at}`, "é".repeat(9)]),
    );
    const answer = await site.owner.post(site.mocks, { endpoint: "/x", responseHeaders });
    expect(issuePaths(answer).sort()).toEqual(["name", "responseHeaders"]);
  });

  it("a hundred query parameters are read, and no more", async () => {
    const query = (count: number) => `${site.mocks}?${"a&".repeat(count)}limit=1`;
    expect((await site.owner.get(query(99))).status).toBe(200);
    expectRefusal(await site.owner.get(query(100)), 400);
    expectRefusal(await site.owner.get(query(7000)), 400);
    expectRefusal(await site.owner.get(`${site.mocks}?fields=${"a,".repeat(7000)}`), 400);
  });
});

describe("a body of more than 1 MiB is 413", () => {
  const mebibyte = 1024 * 1024;
  const sized = (bytes: number) => {
    const frame = JSON.stringify({ name: "x", endpoint: `/${unique("big")}`, responseBody: "" });
    return frame.replace('"responseBody":""', `"responseBody":"${"a".repeat(bytes - frame.length)}"`);
  };

  it.each([false, true])("with chunked transfer: %s", async (chunked) => {
    const headers = { cookie: site.owner.cookie, "content-type": "application/json" };
    const call = { method: "POST", path: site.mocks, headers, chunked };
    expect((await send({ ...call, body: sized(mebibyte) })).status).toBe(201);
    const refusal = expectRefusal(await send({ ...call, body: sized(mebibyte + 1) }), 413);
    expect(refusal.code).toBe("payload_too_large");
    expectRefusal(await send({ ...call, body: sized(3 * mebibyte) }), 413);
  });

  it("before authentication where its length is declared, also where no body is wanted", async () => {
    const body = sized(2 * mebibyte);
    expectRefusal(await send({ method: "POST", path: site.mocks, body }), 413);
    expectRefusal(await send({ method: "POST", path: site.mocks, body, chunked: true }), 401);
  });

  it("64 KiB are enough for whoever is not known", async () => {
    const account = (bytes: number) =>
      JSON.stringify({ email: "a@example.com", password: "x".repeat(bytes) });
    const call = { method: "POST", path: "/api/auth/sign-in/email" };
    for (const chunked of [false, true]) {
      expectRefusal(await send({ ...call, chunked, body: account(65_536) }), 413);
      expect((await send({ ...call, chunked, body: account(65_000) })).status).toBeLessThan(402);
    }
  });
});

it("nothing of all this was stored, and the service still answers", async () => {
  const mocks = (await site.owner.get(site.mocks)).json<Mock[]>();
  expect(mocks.every(({ endpoint }) => endpoint !== "/x")).toBe(true);
  expect((await send({ path: "/readyz" })).status).toBe(200);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
