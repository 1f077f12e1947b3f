import { describe, expect, it, test } from "vitest";
import { entries, type Given, mockOf, response, route } from "./fixtures/mockoon";
import { convertMockoon } from "./mockoon";

describe("a route", () => {
  test.each<[string, string, string]>([
    ["", "things", "/things"],
    ["api/v1", "things/", "/api/v1/things/"],
    ["/api/", "/things/:id", "/api/things/:id"],
    ["", "v2/tags/{resource-arn}", "/v2/tags/:resource-arn"],
    ["", "a/{b.c}/:d?", "/a/:b_c/:d?"],
    ["", "from/:a-:b.json", "/from/:a-:b.json"],
    ["", "v1/:name:run", "/v1/:name%3Arun"],
    ["", "items(':id')", "/items(':id')"],
    ["", "users/:id(\\d+)", "/users/:id"],
    ["", "files/*", "/files/*"],
    ["", "rest?method=a.b", "/rest"],
    ["", "#Action=Create", "/"],
  ])("%s + %s is %s", (endpointPrefix, endpoint, expected) => {
    expect(mockOf({ endpoint }, { endpointPrefix }).endpoint).toBe(expected);
  });

  test.each([
    ["get", "GET"],
    ["delete", "DELETE"],
    ["all", "ANY"],
    ["head", "ANY"],
    ["options", "ANY"],
  ])("with the method %s is a mock for %s", (method, expected) => {
    expect(mockOf({ method }).method).toBe(expected);
  });

  it("with another method asks for that one", () => {
    expect(mockOf({ method: "head" })).toMatchObject({
      fallback: false,
      responses: [{ when: { all: [{ in: "method", equals: "HEAD" }] } }],
    });
  });

  it("has the headers and the wait of its environment, and its own", () => {
    const environment = {
      latency: 100,
      headers: [
        { key: "X-A", value: "1" },
        { key: "X-B", value: "2" },
        { key: "Content-Length", value: "7" },
      ],
    };
    const responses = [
      response({
        default: true,
        latency: 50,
        headers: [
          { key: "x-a", value: "3" },
          { key: "X-C", value: "4" },
          { key: "x-c", value: "5" },
        ],
      }),
    ];
    expect(mockOf({ responses }, environment)).toMatchObject({
      delayMs: 150,
      responseHeaders: { "x-a": "3", "X-B": "2", "X-C": ["4", "5"] },
      notes: [expect.stringContaining("Content-Length")],
    });
  });

  it("becomes a template only where it is one", () => {
    const body = '{"id": "{{uuid}}"}';
    const templated = mockOf({
      responses: [response({ default: true, body, headers: [{ key: "X-A", value: "{%" }] })],
    });
    expect(templated).toMatchObject({
      templated: true,
      responseBody: '{"id": "{{ uuid }}"}',
      responseHeaders: { "X-A": "{{ '{%' }}" },
    });
    const plain = mockOf({ responses: [response({ default: true, body, disableTemplating: true })] });
    expect(plain).toMatchObject({ templated: false, responseBody: body });
  });

  it("can be turned off, and has a name", () => {
    expect(mockOf({ enabled: false, documentation: "List them" })).toMatchObject({
      enabled: false,
      name: "List them",
    });
  });

  test.each<[Given, string]>([
    [{ type: "crud" }, "keeps what it is sent"],
    [{ type: "ws" }, "WebSocket"],
    [{ method: "brew" }, "no mocks for the method"],
    [{ responses: [] }, "no responses"],
    [{ responses: [response({ statusCode: 101 })] }, "status 101"],
    [{ responses: [response({ body: "{{setData 'set' 'a' 'b' 1}}" })] }, "{{setData}}"],
    [{ responses: [response({ bodyType: "DATABUCKET", databucketID: "none" })] }, "data bucket"],
  ])("is skipped: %j", (given, reason) => {
    const [entry] = entries({ routes: [route(given)] });
    expect(entry).toMatchObject({ skipped: true, notes: [expect.stringContaining(reason)] });
  });
});

describe("routes of the same method and endpoint", () => {
  it("are told apart by their queries", () => {
    const made = entries({
      routes: [
        route({ endpoint: "rest" }),
        route({ endpoint: "rest?method=a", responses: [response({ statusCode: 201 })] }),
        route({ endpoint: "rest?method=b&x=:x", responses: [response({ statusCode: 202 })] }),
      ],
    });
    expect(made).toMatchObject([
      {
        mock: {
          statusCode: 200,
          fallback: true,
          responses: [
            {
              statusCode: 202,
              when: {
                all: [
                  { name: "method", equals: "b" },
                  { name: "x", exists: true },
                ],
              },
            },
            { statusCode: 201, when: { all: [{ name: "method", equals: "a" }] } },
          ],
        },
      },
    ]);
  });

  it("are told apart by what their fragments say", () => {
    const made = entries({
      routes: [
        route({ method: "post", endpoint: "#X-Target=A" }),
        route({ method: "post", endpoint: "#Action=B" }),
      ],
    });
    expect(made).toMatchObject([
      {
        mock: {
          endpoint: "/",
          fallback: false,
          responses: [
            { when: { all: [{ in: "header", name: "X-Target", equals: "A" }] } },
            {
              when: {
                any: [
                  { in: "query", name: "Action", equals: "B" },
                  { in: "form", name: "Action" },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it("are skipped where another one answers first", () => {
    const made = entries({ routes: [route({ uuid: "1" }), route({ uuid: "2" })] });
    expect(made).toMatchObject([
      { mock: {} },
      { skipped: true, notes: [expect.stringContaining("never reached")] },
    ]);
  });

  it("are as many as a mock has responses", () => {
    const routes = Array.from({ length: 120 }, (_, at) => route({ endpoint: `rest?n=${at}` }));
    const made = entries({ routes });
    expect(made).toHaveLength(21);
    expect(made[0]).toMatchObject({ mock: { responses: { length: 100 } } });
  });
});

it("takes routes in the order of folders", () => {
  const routes = ["c", "b", "a"].map((uuid) => route({ uuid, endpoint: uuid }));
  const folders = [
    {
      uuid: "f",
      name: "Outer",
      children: [
        { type: "folder", uuid: "g" },
        { type: "folder", uuid: "f" },
      ],
    },
    { uuid: "g", name: "In/ner", children: [{ type: "route", uuid: "a" }] },
  ];
  const rootChildren = [
    { type: "folder", uuid: "f" },
    { type: "route", uuid: "b" },
  ];
  const made = entries({ routes, folders, rootChildren });
  expect(made.map((entry) => [entry.source, "mock" in entry && entry.mock.folder])).toEqual([
    ["GET /a", "Outer/In ner"],
    ["GET /b", undefined],
    ["GET /c", undefined],
  ]);
});

it("reads exports of older versions", () => {
  const document = {
    source: "mockoon:1.6.0",
    data: [
      { type: "environment", item: { routes: [route()] } },
      { type: "route", item: route({ endpoint: "x" }) },
    ],
  };
  expect(entries(document)).toMatchObject([{ mock: { endpoint: "/things" } }, { mock: { endpoint: "/x" } }]);
});

test.each([
  null,
  1,
  "x",
  [],
  {},
  { routes: {} },
  { routes: [null, 1, [], {}] },
  { routes: [{ responses: [null] }] },
])("never throws: %j", (document) => expect(() => entries(document as Given)).not.toThrow());

it("takes a time that grows with the document", () => {
  const responses = [response({ default: true, body: "{{uuid}}".repeat(50) })];
  const routes = Array.from({ length: 2000 }, (_, at) =>
    route({ uuid: `${at}`, endpoint: "same?n=1", responses }),
  );
  const begun = performance.now();
  convertMockoon({ routes });
  expect(performance.now() - begun).toBeLessThan(5000);
});
