import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { send } from "./client";
import { createMock, createSite, done, type Mock, type Person, type Site, signUp } from "./fixtures";
import { countsOf, importMocks } from "./imported-mocks";

let site: Site;
let owner: Person;
beforeAll(async () => {
  owner = await signUp();
});
beforeEach(async () => {
  site = await createSite(owner);
});

const imported = (file: object | string, fields?: Record<string, string>) => importMocks(site, file, fields);
const ask = async (path: string, method = "GET", headers: Record<string, string> = {}) => {
  const answer = await send({ method, host: site.host, path: `/api/mock${path}`, headers });
  return [answer.status, answer.text()];
};

const openapi = `
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /users/{id}:
    get:
      operationId: getUser
      responses:
        "200":
          content: {application/json: {example: {id: 7, name: Ada}}}
        "404":
          content: {application/json: {example: {error: none}}}
    delete:
      responses: {"204": {description: gone}}
  /users:
    post:
      responses:
        "201":
          content:
            application/json:
              schema: {type: object, properties: {id: {type: integer, minimum: 1}, email: {type: string, format: email}}}
`;

describe("an OpenAPI document", () => {
  it("becomes mocks that answer, and nothing more when it is repeated", async () => {
    const first = await imported(openapi);
    expect(first).toMatchObject({ format: "openapi", dryRun: false });
    expect(countsOf(first)).toEqual([3, 0, 0, 0]);
    expect(await ask("/users/7")).toEqual([200, expect.stringContaining("Ada")]);
    expect(await ask("/users/7", "GET", { prefer: "code=404" })).toEqual([
      404,
      expect.stringContaining("none"),
    ]);
    expect(await ask("/users/7", "DELETE")).toEqual([204, ""]);
    const [status, text] = await ask("/users", "POST");
    expect(status).toBe(201);
    expect(JSON.parse(String(text))).toEqual({ id: expect.any(Number), email: expect.stringContaining("@") });
    expect(countsOf(await imported(openapi))).toEqual([0, 0, 3, 0]);
    expect(await done<Mock[]>(site.owner.get(site.mocks))).toHaveLength(3);
  });

  it("is previewed without doing anything", async () => {
    const preview = await imported(openapi, { dryRun: "true" });
    expect(preview.dryRun).toBe(true);
    expect(
      preview.entries.map(({ result, method, endpoint, mockId }) => [result, method, endpoint, mockId]),
    ).toEqual(expect.arrayContaining([["created", "GET", "/users/:id", null]]));
    expect(await done(site.owner.get(site.mocks))).toEqual([]);
  });

  it("replaces what is there, or keeps it", async () => {
    const mine = { method: "DELETE", endpoint: "/users/:id", responseBody: "mine", enabled: false };
    const { id } = await createMock(site.owner, site.project.id, mine);
    expect(countsOf(await imported(openapi, { existing: "keep", dryRun: "true" }))).toEqual([2, 0, 1, 0]);
    const changed = await imported(openapi);
    expect(countsOf(changed)).toEqual([2, 1, 0, 0]);
    expect(changed.entries.find(({ result }) => result === "changed")?.mockId).toBe(id);
    expect(await done(site.owner.get(`${site.mocks}/${id}`))).toMatchObject({
      statusCode: 204,
      enabled: false,
    });
  });
});

it.each<[format: string, document: object | string, path: string, answer: [number, unknown]]>([
  [
    "wiremock",
    {
      mappings: [
        {
          request: {
            method: "GET",
            urlPathPattern: "/v[0-9]+/items",
            queryParameters: { page: { equalTo: "2" } },
          },
          response: { status: 200, body: "second" },
        },
      ],
    },
    "/v3/items?page=2",
    [200, "second"],
  ],
  [
    "mockoon",
    {
      name: "Demo",
      port: 3000,
      lastMigration: 32,
      endpointPrefix: "api",
      routes: [
        {
          type: "http",
          method: "get",
          endpoint: "people/:id",
          responses: [{ body: "{{urlParam 'id'}}", statusCode: 200, headers: [], default: true, rules: [] }],
        },
      ],
    },
    "/api/people/9",
    [200, "9"],
  ],
  [
    "postman",
    {
      info: { name: "C", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      item: [
        {
          name: "Ping",
          request: { method: "GET", url: "https://a.example/ping" },
          response: [{ name: "ok", code: 202, body: "pong", header: [] }],
        },
      ],
    },
    "/ping",
    [202, "pong"],
  ],
  [
    "har",
    {
      log: {
        entries: [
          {
            request: { method: "GET", url: "https://a.example/data.json", headers: [], queryString: [] },
            response: {
              status: 200,
              headers: [{ name: "Content-Type", value: "application/json" }],
              content: { mimeType: "application/json", text: "[1]" },
            },
          },
        ],
      },
    },
    "/data.json",
    [200, "[1]"],
  ],
  ["curl", "curl -X GET 'https://a.example/things/1'", "/things/1", [200, "{}"]],
  [
    "fieldkit",
    { fieldkit: 1, mocks: [{ name: "Own", method: "ANY", endpoint: "/own", responseBody: "own", id: "x" }] },
    "/own",
    [200, "own"],
  ],
])("a document of %s is recognised and answers", async (format, document, path, answer) => {
  const outcome = await imported(document);
  expect(outcome.entries.map(({ notes }) => notes)).toEqual([expect.any(Array)]);
  expect([outcome.format, ...countsOf(outcome)]).toEqual([format, 1, 0, 0, 0]);
  expect(await ask(path)).toEqual(answer);
  expect(countsOf(await imported(document))).toEqual([0, 0, 1, 0]);
});

it("mocks as this API shows them are imported", async () => {
  const responses = [{ name: "Other", when: { all: [{ in: "query", name: "a", equals: "1" }] }, body: "b" }];
  const { id } = await createMock(site.owner, site.project.id, { endpoint: "/shown", responses });
  const [list, one] = [await site.owner.get(site.mocks), await site.owner.get(`${site.mocks}/${id}`)];
  for (const answer of [list, one]) {
    expect(countsOf(await imported(answer.json() as object))).toEqual([0, 0, 1, 0]);
    expect(countsOf(await imported(answer.json() as object, { format: "fieldkit" }))).toEqual([0, 0, 1, 0]);
  }
});

it("many entries are imported up to 5,000, and changed together", async () => {
  const document = (length: number, responseBody: string) => ({
    fieldkit: 1,
    mocks: Array.from({ length }, (_, n) => ({ name: `M${n}`, endpoint: `/m${n}`, responseBody })),
  });
  const large = await imported(document(5001, "one"));
  expect(countsOf(large)).toEqual([5000, 0, 0, 1]);
  expect(large.entries.at(-1)?.notes.join()).toContain("5000");
  expect(await ask("/m4999")).toEqual([200, "one"]);
  expect(countsOf(await imported(document(250, "two")))).toEqual([0, 250, 0, 0]);
  expect(await ask("/m249")).toEqual([200, "two"]);
  expect(await ask("/m4999")).toEqual([200, "one"]);
});
