import { describe, expect, test } from "vitest";
import { createMock } from "@/lib/mocks/contract";
import { convertOpenApi } from "./openapi";

/** What a document becomes, each mock as our contract stores it. */
function converted(document: unknown) {
  return convertOpenApi(document).map((entry) => {
    if ("skipped" in entry) return entry;
    return { ...entry, mock: createMock.body.parse(entry.mock) };
  });
}

function mockOf(operation: unknown, around: object = {}) {
  const [entry] = converted({ openapi: "3.0.3", paths: { "/a": { get: operation } }, ...around });
  if (!entry || !("mock" in entry)) throw new Error(JSON.stringify(entry));
  return { ...entry.mock, notes: entry.notes };
}

const json = (media: object) => ({ content: { "application/json": media } });

describe("an operation", () => {
  test("becomes a mock with all that it documents", () => {
    const document = {
      openapi: "3.1.0",
      servers: [
        {
          url: "https://{host}/{base}/",
          variables: { host: { default: "example.com" }, base: { default: "v1" } },
        },
      ],
      paths: {
        "/users/{user.id}": {
          summary: "not an operation",
          patch: {
            operationId: "updateUser",
            summary: "Update a user",
            description: "Changes it.",
            responses: {
              404: { description: "Not found\n\nmore", ...json({ example: { error: "none" } }) },
              200: {
                headers: {
                  "X-Total": { schema: { type: "integer" } },
                  "Content-Type": { example: "text/html" },
                },
                content: { "text/html": {}, "application/hal+json": { example: { id: 1 } } },
              },
              "5XX": {},
            },
          },
        },
      },
    };
    expect(convertOpenApi(document)).toEqual([
      {
        source: "PATCH /users/{user.id} (updateUser)",
        notes: [
          "Its endpoint starts with /v1, the path of its first server.",
          "The placeholder user.id is called user_id",
          "Other responses: 404, 5XX. To get one, send “Prefer: code=404”.",
        ],
        mock: {
          name: "Update a user",
          description: "Changes it.",
          method: "PATCH",
          endpoint: "/v1/users/:user_id",
          statusCode: 200,
          responseHeaders: { "X-Total": "100", "Content-Type": "application/hal+json" },
          responseBody:
            '{\n  "id": {{ request.params.user_id | to_number | default: request.params.user_id | json }}\n}',
          templated: true,
          responses: [
            {
              name: "404 Not found",
              when: { all: [{ in: "header", name: "prefer", matches: "(^|[;, ])code=404($|[;, ])" }] },
              statusCode: 404,
              headers: { "Content-Type": "application/json" },
              body: '{\n  "error": "none"\n}',
            },
            {
              name: "5XX",
              when: {
                all: [{ in: "header", name: "prefer", matches: "(^|[;, ])code=5[0-9][0-9]($|[;, ])" }],
              },
              statusCode: 500,
              headers: {},
              body: "",
            },
          ],
        },
      },
    ]);
  });

  test("of Swagger 2.0, too", () => {
    const [entry] = converted({
      swagger: "2.0",
      basePath: "/api/",
      produces: ["application/xml", "application/json"],
      definitions: { Pet: { properties: { name: { type: "string" } } } },
      responses: { Missing: { description: "None", examples: { "application/json": { error: "none" } } } },
      paths: {
        "/pets": {
          post: {
            responses: {
              201: { schema: { $ref: "#/definitions/Pet" }, headers: { Location: { type: "string" } } },
              404: { $ref: "#/responses/Missing" },
            },
          },
        },
      },
    });
    expect(entry).toMatchObject({
      source: "POST /pets",
      mock: {
        name: "POST /pets",
        method: "POST",
        endpoint: "/api/pets",
        statusCode: 201,
        responseHeaders: { Location: "https://example.com", "Content-Type": "application/json" },
        responseBody: '{\n  "name": "Example"\n}',
        responses: [{ name: "404 None", statusCode: 404, body: '{\n  "error": "none"\n}' }],
      },
    });
  });
});

describe("which answer is its own", () => {
  test.each([
    [["404", "201", "200"], 200, [404]],
    [["default", "204"], 204, [500]],
    [["default", "400"], 200, [400]],
    [["404", "302"], 302, [404]],
    [["2XX", "201"], 201, [200]],
    [["2XX", "404", "default"], 200, [404, 500]],
    [["100", "700", "x-note", "abc"], 200, []],
    [[], 200, []],
  ])("%j: %i", (keys, status, others) => {
    const responses = Object.fromEntries(keys.map((key) => [key, { description: key }]));
    const mock = mockOf({ responses });
    expect(mock.statusCode).toBe(status);
    // A 201 beside 2XX is asked for with its own code.
    const rest = mock.responses.map(({ statusCode }) => statusCode);
    expect(rest.filter((each) => others.includes(each))).toEqual(others);
  });
});

describe("bodies", () => {
  const schemas = {
    components: { examples: { One: { value: [1] }, Far: { externalValue: "https://example.com/a.json" } } },
  };
  test.each([
    ["example", json({ example: { a: 1 }, examples: { b: { value: 2 } } }), { a: 1 }, []],
    ["the first of examples", json({ examples: { a: { value: 1 }, b: { value: 2 } } }), 1, []],
    ["a reference to an example", json({ examples: { a: { $ref: "#/components/examples/One" } } }), [1], []],
    ["null", json({ example: null }), null, []],
    ["JSON that is written as a text", json({ example: '{"a": 1}' }), { a: 1 }, []],
    ["a text", json({ example: "a" }), "a", []],
    ["a schema", json({ schema: { properties: { id: { type: "integer" } } } }), { id: 1 }, []],
    ["no schema", json({}), {}, []],
    [
      "an example elsewhere",
      json({ examples: { a: { $ref: "#/components/examples/Far" } }, schema: { type: "integer" } }),
      1,
      ["Its example is in another file: https://example.com/a.json"],
    ],
    [
      "a reference out of the document",
      json({ schema: { $ref: "./models.yaml#/User" } }),
      {},
      ["./models.yaml#/User is outside of the document"],
    ],
    ["a reference to nothing", json({ schema: { $ref: "#/nowhere" } }), {}, ["#/nowhere leads nowhere"]],
    ["a type with parameters", { content: { "application/json; charset=utf-8": { example: 1 } } }, 1, []],
  ])("%s", (_, response, body, notes) => {
    const mock = mockOf({ responses: { 200: response } }, schemas);
    expect(JSON.parse(mock.responseBody)).toEqual(body);
    expect(mock.notes).toEqual(notes);
  });

  test.each([
    ["text/plain", { example: "hello" }, "hello"],
    ["text/plain", { schema: { type: "string" } }, "string"],
    ["application/x-www-form-urlencoded", { schema: { properties: { a: { type: "integer" } } } }, "a=1"],
    ["application/xml", { schema: { type: "object" } }, ""],
    ["image/png", { schema: { type: "string", format: "binary" } }, ""],
    ["application/xml", { example: "<a/>" }, "<a/>"],
  ])("%s of %j", (type, media, body) => {
    const mock = mockOf({ responses: { 200: { content: { [type]: media } } } });
    expect(mock).toMatchObject({ responseBody: body, responseHeaders: { "Content-Type": type } });
    expect(mock.notes).toHaveLength(body === "" ? 1 : 0);
  });

  test("a 204 has neither a body nor a type", () => {
    expect(mockOf({ responses: { 204: json({ example: 1 }) } })).toMatchObject({
      responseBody: "",
      responseHeaders: {},
    });
  });

  test("headers that a mock can't have are noted", () => {
    const headers = {
      Connection: { example: "close" },
      "X-A": { example: "a\nb" },
      "X-B": { example: [1, 2] },
      "X-C": {},
    };
    const mock = mockOf({ responses: { 200: { headers } } });
    expect(mock.responseHeaders).toEqual({ "X-B": "1, 2" });
    expect(mock.notes).toEqual([expect.stringContaining("X-A")]);
  });
});

test("what can't be a mock says why", () => {
  const entries = converted({
    openapi: "3.0.0",
    "x-webhooks": {},
    paths: {
      "x-note": { get: {} },
      "/a": { get: {}, head: {}, options: {}, trace: {}, parameters: [], "x-get": {} },
      "/a?b": { get: {} },
      "/b": { $ref: "paths.yaml#/b" },
      "/c": { get: "nonsense" },
      [`/${"a".repeat(5000)}`]: { get: {} },
      "/d": null,
    },
  });
  expect(entries.map((entry) => ("skipped" in entry ? entry.skipped : entry.mock.endpoint))).toEqual([
    "/a",
    "HEAD is answered by the mock for GET",
    "OPTIONS is answered for every mock, as browsers ask it before other origins",
    "Mocks answer GET, POST, PUT, PATCH and DELETE, not TRACE",
    "Its method and endpoint are those of GET /a",
    "paths.yaml#/b is outside of the document",
    "It is no operation",
    "Its path is too long",
  ]);
});

test.each([null, 1, "text", [], {}, { paths: [] }, { paths: { "/a": { get: { responses: [1] } } } }])(
  "no document is too odd: %j",
  (document) => {
    expect(() => converted(document)).not.toThrow();
  },
);

test("names and descriptions are cut to what we allow", () => {
  const mock = mockOf({ summary: ` a\n${"😀".repeat(300)}`, description: `${"b".repeat(4999)}😀` });
  expect(mock.name).toHaveLength(200);
  expect(mock.description).toHaveLength(4999);
  expect(mockOf({ summary: " \n", operationId: "list\u0000All" }).name).toBe("listAll");
});
