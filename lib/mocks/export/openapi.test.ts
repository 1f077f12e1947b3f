import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { documentOf, type Given, importOf, mockBaseUrl, roundTrip, rowOf } from "./fixtures/exported";

type Operation = { operationId: string; responses: Record<string, Record<string, unknown>> } & Record<
  string,
  unknown
>;
type PathItem = { parameters?: { name: string }[] } & Record<string, Operation>;
type Document = { servers: unknown; paths: Record<string, PathItem>; "x-fieldkit-left-out"?: object[] };

const exported = async (mocks: readonly Given[]): Promise<Document> =>
  JSON.parse(await documentOf("openapi", mocks.map(rowOf)));

/** `GET /users/{id}` and so on, in the document's order. */
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, { parameters: _, ...item }]) =>
    Object.entries(item).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
  );
const placesOf = (document: Document) => operationsOf(document).map(([place]) => place);

describe("paths", () => {
  test.each<[endpoint: string, ...paths: string[]]>([
    ["/", "/"],
    ["/users/:id", "/users/{id}"],
    ["/a/:id/b/:id", "/a/{id}/b/{id2}"],
    ["/report.:ext", "/report.{ext}"],
    ["/:a-:b/", "/{a}-{b}/"],
    ["/files/*", "/files/{rest}"],
    ["/a/:b?/:c?", "/a", "/a/{b}", "/a/{b}/{c}"],
    ["/a/:b*", "/a", "/a/{b}"],
    ["/a/:b+", "/a/{b}"],
    ["/:a?", "/", "/{a}"],
    ["/%3Aid/%2A/a:1/*/b", "/%3Aid/%2A/a:1/*/b"],
    ["/{id}:run", "/{id}%3Arun"],
    ["/caf\u00e9 au lait", "/caf\u00e9 au lait"],
  ])("%s", async (endpoint, ...paths) => {
    const mock: Given = { name: "M", method: "PUT", endpoint };
    const document = await exported([mock]);
    expect(placesOf(document)).toEqual(paths.map((path) => `PUT ${path}`));
    for (const [path, { parameters = [] }] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
      expect(parameters.map(({ name }) => name)).toEqual(names);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(document.servers).toEqual([{ url: mockBaseUrl }]);
    // What is imported of it has the endpoint that it had.
    expect(await roundTrip("openapi", [mock])).toMatchObject([
      { method: "PUT", endpoint: rowOf(mock).endpoint },
    ]);
  });

  test("that differ in nothing but names are one, and a regular expression is left out", async () => {
    const document = await exported([
      { name: "One", endpoint: "/users/:id" },
      { name: "Two", method: "POST", endpoint: "/users/:user" },
      { name: "Three", endpoint: "/users/:name" },
      { name: "Four", endpoint: "~^/v[0-9]+$" },
    ]);
    expect(operationsOf(document)).toEqual([
      ["GET /users/{id}", "one"],
      ["POST /users/{id}", "two"],
    ]);
    expect(document["x-fieldkit-left-out"]).toEqual([
      { name: "Four", method: "GET", endpoint: "~^/v[0-9]+$", reason: expect.stringContaining("regular") },
      {
        name: "Three",
        method: "GET",
        endpoint: "/users/:name",
        reason: expect.stringContaining("/users/:id"),
      },
    ]);
    expect(importOf(JSON.stringify(document)).entries).toMatchObject([
      { mock: { method: "GET", endpoint: "/users/:id" } },
      { mock: { method: "POST", endpoint: "/users/:user" } },
    ]);
  });

  test("a mock for any method is there for each that has none of its own, and is on", async () => {
    const document = await exported([
      { name: "Any", method: "ANY", endpoint: "/a" },
      { name: "Get", endpoint: "/a" },
      { name: "Off", method: "PUT", endpoint: "/a", enabled: false },
      { name: "Alone", endpoint: "/b", enabled: false },
    ]);
    expect(Object.fromEntries(operationsOf(document))).toEqual({
      "GET /a": "get",
      "POST /a": "any_POST",
      "PUT /a": "any_PUT",
      "PATCH /a": "any_PATCH",
      "DELETE /a": "any_DELETE",
      "GET /b": "alone",
    });
    expect(document.paths["/b"]?.get?.["x-fieldkit-enabled"]).toBe(false);
    expect(document["x-fieldkit-left-out"]).toMatchObject([{ name: "Off", reason: expect.any(String) }]);
  });

  test("ids of operations are made of names, each once", async () => {
    const names = ["List users", "list-users", "List users", "\u5217\u8868", "list users 2"];
    const document = await exported(names.map((name, at) => ({ name, endpoint: `/p${at}/:id` })));
    const ids = operationsOf(document).map(([, id]) => id);
    expect(ids).toEqual(["listUsers", "listUsers_2", "listUsers_3", "gETP3Id", "listUsers2"]);
  });
});

describe("answers", () => {
  test("are examples of their status, with what OpenAPI can't say beside them", async () => {
    const when = { all: [{ in: "query" as const, name: "page", equals: "2" }] };
    const document = await exported([
      {
        name: "Users",
        description: "All of them",
        endpoint: "/users",
        responseBody: '[{"id": 1}]',
        responseHeaders: { "X-A": "1", "x-list": ["2", "3"], "Set-Cookie": ["a=1; Path=/", "b=2"] },
        responses: [
          { name: "Second", when, body: "[]", headers: { "X-A": "9", "X-B": "4" } },
          { name: "Second", body: "plain", headers: { "content-type": "text/plain" } },
          {
            name: "None",
            when,
            statusCode: 404,
            body: '{"id": {{ a }}}',
            templated: true,
            delayMs: 5,
            fault: "empty",
          },
          { name: "Gone", statusCode: 204 },
        ],
      },
    ]);
    const { responses, ...operation } = document.paths["/users"]?.get ?? { responses: {} };
    expect(operation).toEqual({ operationId: "users", summary: "Users", description: "All of them" });
    const text = { schema: { type: "string" } };
    expect(responses).toEqual({
      200: {
        description: "OK",
        headers: {
          "X-A": { ...text, example: "1" },
          "x-list": { schema: { type: "array", items: { type: "string" } }, example: ["2", "3"] },
          "Set-Cookie": { ...text, example: "a=1; Path=/", "x-fieldkit-values": ["a=1; Path=/", "b=2"] },
          "X-B": { ...text, example: "4" },
        },
        content: {
          "application/json": {
            examples: { "answer 1": { value: [{ id: 1 }] }, Second: { value: [], "x-fieldkit-when": when } },
          },
          "text/plain": { examples: { Second: { value: "plain" } } },
        },
      },
      204: { description: "Gone" },
      404: {
        description: "None",
        content: { "application/json": { example: '{"id": {{ a }}}' } },
        "x-fieldkit-when": when,
        "x-fieldkit-templated": true,
        "x-fieldkit-delay-ms": 5,
        "x-fieldkit-fault": "empty",
      },
    });
  });

  test("that are never given are left out, and a body that is no text has no example", async () => {
    const never = rowOf({ name: "A", endpoint: "/a", fallback: false, responses: [{ statusCode: 201 }] });
    const binary = {
      ...rowOf({ name: "B", endpoint: "/b", responseBody: "AAEC" }),
      bodyEncoding: "base64" as const,
    };
    const { paths } = JSON.parse(await documentOf("openapi", [never, binary]));
    expect(Object.keys(paths["/a"].get.responses)).toEqual(["201"]);
    expect(Object.values(paths["/b"].get.responses[200].content)).toEqual([{}]);
  });

  test.each<[what: string, mock: Partial<Given>]>([
    [
      "JSON",
      {
        responseBody: '{\n  "a": 1\n}',
        responseHeaders: { "Content-Type": "application/json; charset=utf-8" },
      },
    ],
    ["JSON with large numbers", { responseBody: '{"a": 12345678901234567890}', statusCode: 503 }],
    [
      "a text",
      { responseBody: "hello", responseHeaders: { "Content-Type": "text/html", "X-A": "1", "X-B": "2, 3" } },
    ],
    ["nothing", { responseBody: "", statusCode: 204, responseHeaders: {} }],
  ])("%s is imported as it was", async (_what, mock) => {
    const [back] = await roundTrip("openapi", [{ name: "M", endpoint: "/m", ...mock }]);
    const type = "Content-Type";
    const typed = mock.statusCode === 503 ? { [type]: "application/json" } : {};
    expect(back).toMatchObject({ name: "M", ...mock, responses: [] });
    expect(back?.responseHeaders).toEqual({ ...mock.responseHeaders, ...typed });
  });
});

// Together, because to make a validator takes a second.
test("a document of everything is valid OpenAPI, and so is one of nothing", async () => {
  const when = { any: [{ in: "header" as const, name: "a", exists: true }] };
  const twice = [
    { name: "A", when },
    { name: "A", body: "a" },
    { statusCode: 204, when, delayMs: 5 },
  ];
  const everything = await exported([
    ...[
      "/",
      "/a/:id/b/:id",
      "/:a-:b/",
      "/files/*",
      "/c/:b?/:c?",
      "/{id}:run",
      "~^/v[0-9]+$",
      "/a b/\u00e9",
    ].map(
      (endpoint, at): Given => ({
        name: `M${at}`,
        description: "d",
        method: at % 2 ? "ANY" : "PUT",
        endpoint,
      }),
    ),
    { name: "A", endpoint: "/answers", responses: twice, responseMode: "random", enabled: false },
    {
      name: "H",
      endpoint: "/h",
      responseHeaders: { "Set-Cookie": ["a=1", "b=2"], "X-A": ["1", "2"], "X-B": "" },
    },
  ]);
  const nothing = await exported([]);
  expect(nothing.paths).toEqual({});
  expect(everything["x-fieldkit-left-out"]).toHaveLength(1);
  const validator = new Validator();
  for (const document of [everything, nothing]) {
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect([valid, errors ?? []]).toEqual([true, []]);
  }
});
