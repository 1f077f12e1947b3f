import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, issuePaths, send } from "./client";
import { createMock, createSite, done, type Mock, type Site } from "./fixtures";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

type Entry = {
  source: string;
  result: string;
  method: string;
  endpoint: string;
  mockId: string;
  notes: string[];
};
type Import = {
  format: string;
  dryRun: boolean;
  created: number;
  changed: number;
  unchanged: number;
  skipped: number;
  entries: Entry[];
};

async function upload(
  file: string | Buffer<ArrayBuffer>,
  fields: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<Answer> {
  const form = new FormData();
  form.append("file", new File([file], "document"));
  for (const text of files) form.append("files", new File([text], "body"));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = request.headers.get("content-type") ?? "";
  return site.owner.call("POST", `${site.mocks}/import`, body, { "content-type": type });
}
const imported = (file: object | string, fields: Record<string, string> = {}) =>
  done<Import>(upload(typeof file === "string" ? file : JSON.stringify(file), fields));
const ask = async (path: string, method = "GET", headers: Record<string, string> = {}) => {
  const answer = await send({ method, host: site.host, path: `/api/mock${path}`, headers });
  return [answer.status, answer.text()];
};
const counts = ({ created, changed, unchanged, skipped }: Import) => [created, changed, unchanged, skipped];

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
    expect(counts(first)).toEqual([3, 0, 0, 0]);
    expect(await ask("/users/7")).toEqual([200, expect.stringContaining("Ada")]);
    expect(await ask("/users/7", "GET", { prefer: "code=404" })).toEqual([
      404,
      expect.stringContaining("none"),
    ]);
    expect(await ask("/users/7", "DELETE")).toEqual([204, ""]);
    const [status, text] = await ask("/users", "POST");
    expect(status).toBe(201);
    expect(JSON.parse(String(text))).toEqual({ id: expect.any(Number), email: expect.stringContaining("@") });
    expect(counts(await imported(openapi))).toEqual([0, 0, 3, 0]);
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
    expect(counts(await imported(openapi, { existing: "keep", dryRun: "true" }))).toEqual([2, 0, 1, 0]);
    const changed = await imported(openapi);
    expect(counts(changed)).toEqual([2, 1, 0, 0]);
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
  expect([outcome.format, ...counts(outcome)]).toEqual([format, 1, 0, 0, 0]);
  expect(await ask(path)).toEqual(answer);
  expect(counts(await imported(document))).toEqual([0, 0, 1, 0]);
});

it("mocks as this API shows them are imported", async () => {
  const responses = [{ name: "Other", when: { all: [{ in: "query", name: "a", equals: "1" }] }, body: "b" }];
  const { id } = await createMock(site.owner, site.project.id, { endpoint: "/shown", responses });
  const [list, one] = [await site.owner.get(site.mocks), await site.owner.get(`${site.mocks}/${id}`)];
  for (const answer of [list, one]) {
    expect(counts(await imported(answer.json() as object))).toEqual([0, 0, 1, 0]);
    expect(counts(await imported(answer.json() as object, { format: "fieldkit" }))).toEqual([0, 0, 1, 0]);
  }
});

describe("what can't be imported", () => {
  it("is skipped with a reason, and the rest is not", async () => {
    const mocks = [
      { name: "Good", endpoint: "/good" },
      { name: "Twice", endpoint: "/good" },
      { name: "", endpoint: "/bad" },
      { name: "Dead", endpoint: "~^users" },
      { name: "Broken", endpoint: "/broken", templated: true, responseBody: "{{ a" },
    ];
    const outcome = await imported({ fieldkit: 1, mocks });
    expect(counts(outcome)).toEqual([1, 0, 0, 4]);
    expect(outcome.entries.slice(1).map(({ notes }) => notes.join())).toEqual([
      expect.stringContaining("already"),
      expect.stringContaining("name"),
      expect.stringContaining("never match"),
      expect.stringContaining("line 1"),
    ]);
  });

  it.each([
    ["nothing", ""],
    ["a text", "hello there"],
    ["broken JSON", '{"openapi": "3.0.0",'],
    ["JSON of something else", '{"a": 1}'],
    ["arrays in arrays", "[".repeat(100_000)],
  ])("%s is 400 at the file", async (_what, file) => {
    expect(issuePaths(await upload(file))).toEqual(["file"]);
  });

  it.each<[what: string, mock: object]>([
    ["a callback to a private address", { callbacks: [{ url: "https://10.0.0.1/" }] }],
    ["a callback to this machine", { callbacks: [{ url: "http://127.0.0.1/" }] }],
    ["a NUL character", { responseBody: "a\0b" }],
    ["half of a character", { name: "\ud800" }],
    ["a key that harms", { responseHeaders: JSON.parse('{"__proto__": "a"}') }],
    ["no name", { name: " " }],
    ["a file of nobody", { bodyFileId: crypto.randomUUID() }],
  ])("is skipped for what a mock by itself is refused for: %s", async (_, mock) => {
    const whole = { name: "A", endpoint: "/a", ...mock };
    const { issues } = (await site.owner.post(site.mocks, whole)).json() as {
      issues: { path: string; message: string }[];
    };
    const outcome = await imported({ fieldkit: 1, mocks: [whole] });
    expect(counts(outcome)).toEqual([0, 0, 0, 1]);
    expect(outcome.entries[0]?.notes).toEqual(issues.map(({ path, message }) => `${path} ${message}`));
  });

  it("is a callback that this installation does not make, if it is another tool's", async () => {
    const parameters = { method: "POST", url: "http://10.0.0.1/hook" };
    const mapping = {
      request: { method: "GET", urlPath: "/hooked" },
      response: { status: 200 },
      serveEventListeners: [{ name: "webhook", parameters }],
    };
    const outcome = await imported({ mappings: [mapping] });
    expect(counts(outcome)).toEqual([1, 0, 0, 0]);
    expect(outcome.entries[0]?.notes).toEqual([expect.stringMatching(/^A callback is left out: /)]);
    expect(await done(site.owner.get(`${site.mocks}/${outcome.entries[0]?.mockId}`))).toMatchObject({
      callbacks: [],
    });
  });

  it("is a text that is not UTF-8", async () => {
    const latin1 = Buffer.from(
      JSON.stringify({ fieldkit: 1, mocks: [{ name: "ä", endpoint: "/a" }] }),
      "latin1",
    );
    expect(issuePaths(await upload(latin1))).toEqual(["file"]);
  });

  it.each(["openapi", "postman", "har", "mockoon", "wiremock", "fieldkit"])(
    "is 400 where it is said to be %s",
    async (format) => {
      const answer = await upload('["a"]', { format });
      expect(issuePaths(answer)).toEqual(["file"]);
      expect(answer.text()).toMatch(/Th(is|ese) .* no /);
    },
  );

  it("may have 5 MiB, and is 400 at the file beyond", async () => {
    const bytesMax = 5 * 1024 * 1024;
    const json = JSON.stringify({ fieldkit: 1, mocks: [] });
    expect(counts(await imported(json.padEnd(bytesMax)))).toEqual([0, 0, 0, 0]);
    expect(issuePaths(await upload(json.padEnd(bytesMax + 1)))).toEqual(["file"]);
    const besides = (size: number) => upload(json, {}, ["a".repeat(size)]);
    expect((await besides(bytesMax - json.length)).status).toBe(200);
    expect(issuePaths(await besides(bytesMax - json.length + 1))).toEqual(["files"]);
  });

  it("is too much beyond a quota, and then nothing is imported", async () => {
    const mocks = Array.from({ length: 501 }, (_, n) => ({ name: "E", endpoint: `~^/e${n}$` }));
    const document = JSON.stringify({ fieldkit: 1, mocks });
    const [answer, preview] = [await upload(document), await upload(document, { dryRun: "true" })];
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: "quota_exceeded" });
    const { requestId: _, ...said } = answer.json() as { requestId: string };
    expect(preview.status).toBe(409);
    expect(preview.json()).toMatchObject(said);
    expect(await done(site.owner.get(site.mocks))).toEqual([]);
  });
});

it("many entries are imported up to 5,000, and changed together", async () => {
  const document = (length: number, responseBody: string) => ({
    fieldkit: 1,
    mocks: Array.from({ length }, (_, n) => ({ name: `M${n}`, endpoint: `/m${n}`, responseBody })),
  });
  const large = await imported(document(5001, "one"));
  expect(counts(large)).toEqual([5000, 0, 0, 1]);
  expect(large.entries.at(-1)?.notes.join()).toContain("5000");
  expect(await ask("/m4999")).toEqual([200, "one"]);
  expect(counts(await imported(document(250, "two")))).toEqual([0, 250, 0, 0]);
  expect(await ask("/m249")).toEqual([200, "two"]);
  expect(await ask("/m4999")).toEqual([200, "one"]);
});
