import { describe, expect, it, test } from "vitest";
import { entries, type Given, mapping, mockOf } from "./fixtures/wiremock";
import { GivenFiles } from "./given-files";
import { convertWireMock } from "./wiremock";

describe("a response", () => {
  test.each<[Given, Given]>([
    [
      { status: 404, body: "no" },
      { statusCode: 404, responseBody: "no" },
    ],
    [{ jsonBody: { a: [1] } }, { responseBody: '{"a":[1]}' }],
    [{ base64Body: "w6Q=" }, { responseBody: "ä", bodyEncoding: "text" }],
    [{ base64Body: "//79" }, { responseBody: "//79", bodyEncoding: "base64" }],
    [
      { headers: { "X-A": "1", "Set-Cookie": ["a=1", "b=2"] } },
      { responseHeaders: { "X-A": "1", "Set-Cookie": ["a=1", "b=2"] } },
    ],
    [{ fixedDelayMilliseconds: 90_000 }, { delayMs: 30_000 }],
    [
      { delayDistribution: { type: "uniform", lower: 10, upper: 20 } },
      { delayDistribution: { type: "uniform", minMs: 10, maxMs: 20 } },
    ],
    [
      { delayDistribution: { type: "lognormal", median: 80, sigma: 0.4 } },
      { delayDistribution: { type: "lognormal", medianMs: 80, sigma: 0.4 } },
    ],
    [
      { body: "a".repeat(100), chunkedDribbleDelay: { numberOfChunks: 5, totalDuration: 1000 } },
      { bytesPerSecond: 100 },
    ],
    [{ fault: "CONNECTION_RESET_BY_PEER" }, { fault: "reset" }],
    [{ fault: "EMPTY_RESPONSE" }, { fault: "empty" }],
    [{ fault: "MALFORMED_RESPONSE_CHUNK" }, { fault: "malformed" }],
    [{ bodyFileName: "a.json" }, { responseBody: "", notes: [expect.stringContaining("a.json")] }],
    [
      { body: "{{request.path}}", transformers: ["response-template"] },
      { templated: true, responseBody: "{{ request.path }}" },
    ],
    [
      { body: "{{request.path}}" },
      { templated: true, notes: [expect.stringContaining("taken for a template")] },
    ],
    [{ body: "{{unknown 1}}" }, { templated: false, responseBody: "{{unknown 1}}" }],
    [
      { body: "{{parameters.a}}", transformers: ["response-template"], transformerParameters: { a: 1 } },
      { templated: false, responseBody: "1" },
    ],
  ])("%.80j", (response, expected) => expect(mockOf({}, response)).toMatchObject(expected));

  it("is no template where only others ask for that", () => {
    const asking = mapping(
      { urlPath: "/b" },
      { body: "{{request.path}}", transformers: ["response-template"] },
    );
    const made = entries([asking, mapping({}, { body: "{{request.path}}" })]);
    expect(made).toMatchObject([{ mock: { templated: false } }, { mock: { templated: true } }]);
  });

  test.each<[content: string, others: Given[], Given]>([
    ["{{request.path}}", [], { responseBody: "{{ request.path }}", templated: true }],
    ["{{unknown 1}}", [], { responseBody: "", bodyFileId: "id" }],
    ["plain", [], { responseBody: "", bodyFileId: "id" }],
    [
      "{{request.path}}",
      [{ body: "", transformers: ["response-template"] }],
      { responseBody: "", bodyFileId: "id" },
    ],
  ])("takes the file %j as a template or as it is", (content, others, expected) => {
    const file = { id: "id", name: "a.txt", content: Buffer.from(content) };
    const mappings = [
      mapping({ urlPath: "/file" }, { bodyFileName: "a.txt" }),
      ...others.map((other) => mapping({}, other)),
    ];
    const made = convertWireMock({ mappings }, new GivenFiles([file])).at(-1);
    expect(made).toMatchObject({ mock: expected });
  });

  test.each<[Given, string]>([
    [{ proxyBaseUrl: "http://a.test" }, "another server"],
    [{ status: 100 }, "status 100"],
    [{ body: "{{soapXPath request.body '/a'}}", transformers: ["response-template"] }, "soapXPath"],
  ])("is skipped: %j", (response, reason) => {
    expect(entries(mapping({}, response))).toMatchObject([
      { skipped: true, notes: [expect.stringContaining(reason)] },
    ]);
  });
});

describe("mappings of the same method and URL", () => {
  const paged = (value: string) => ({ queryParameters: { page: { equalTo: value } } });

  it("are tried by priority, and the newest first", () => {
    const mappings = [
      mapping({}, { status: 500 }, { priority: 9 }),
      mapping(paged("1"), { status: 201 }),
      mapping(paged("2"), { status: 202 }),
      mapping(paged("3"), { status: 203 }, { priority: 1 }),
    ];
    const made = entries({ mappings });
    expect(made).toMatchObject([
      {
        mock: {
          statusCode: 500,
          fallback: true,
          responses: [{ statusCode: 203 }, { statusCode: 202 }, { statusCode: 201 }],
        },
      },
    ]);
    const exported = entries({ mappings: mappings.slice(0, 3), meta: { total: 3 } });
    expect(exported).toMatchObject([{ mock: { responses: [{ statusCode: 201 }, { statusCode: 202 }] } }]);
  });

  it("do not match other requests where each has conditions", () => {
    expect(entries([mapping(paged("1")), mapping(paged("2"))])).toMatchObject([
      { mock: { fallback: false, responses: { length: 2 } } },
    ]);
  });

  it("want no parameter of each other where their URL is an exact one", () => {
    const exact = (url: string, response: Given = {}) => mapping({ urlPath: undefined, url }, response);
    const absent = (name: string) => ({ in: "query", name, exists: false });
    const made = entries([
      exact("/things", { status: 201 }),
      exact("/things?page=2", { status: 202 }),
      mapping({ ...paged("3"), headers: { "X-A": { absent: true } } }, { status: 203 }),
      exact("/things?size=9", { status: 204 }),
      exact("/others", { status: 205 }),
    ]);
    expect(made).toMatchObject([
      { mock: { endpoint: "/others", statusCode: 205, responses: [] } },
      {
        mock: {
          fallback: false,
          responses: [
            { statusCode: 204, when: { all: [{ name: "size" }, absent("page")] } },
            { statusCode: 203, when: { all: [{ name: "page" }, { in: "header" }] } },
            { statusCode: 202, when: { all: [{ name: "page" }, absent("size")] } },
            { statusCode: 201, when: { all: [absent("size"), absent("page")] } },
          ],
        },
      },
    ]);
  });

  it("are skipped where another one always answers", () => {
    expect(entries([mapping({}, { status: 201 }), mapping({}, { status: 202 })])).toMatchObject([
      { mock: { statusCode: 202 } },
      { skipped: true, notes: [expect.stringContaining("never reached")] },
    ]);
  });
});

describe("scenarios", () => {
  const step = (from: string, to: string | undefined, status: number, request: Given = {}) =>
    mapping(
      request,
      { status },
      { scenarioName: "s", requiredScenarioState: from, ...(to && { newScenarioState: to }) },
    );

  test.each<[string | undefined, string]>([
    [undefined, "last"],
    ["Started", "restart"],
  ])("of one request are a sequence that ends with %s", (to, sequenceEnd) => {
    const made = entries([step("Started", "A", 201), step("A", "B", 202), step("B", to, 203)]);
    expect(made).toMatchObject([
      {
        mock: {
          responseMode: "sequence",
          sequenceEnd,
          responses: [{ statusCode: 201 }, { statusCode: 202 }, { statusCode: 203 }],
        },
      },
    ]);
  });

  it("of several requests stay in their first state", () => {
    const made = entries([
      step("A", undefined, 202),
      step("Started", "A", 201, { method: "POST" }),
      step("Started", undefined, 200),
    ]);
    expect(made).toMatchObject([
      { mock: { method: "GET", statusCode: 200 } },
      { mock: { method: "POST", statusCode: 201 } },
      { skipped: true, notes: [expect.stringContaining("`A`")] },
    ]);
  });
});

test.each([
  null,
  1,
  "x",
  [],
  {},
  [null, 1],
  { mappings: {} },
  { mappings: [{}] },
  { request: {}, response: {} },
  { request: { headers: [1], bodyPatterns: [1, null] }, response: { headers: 1 } },
])("never throws: %j", (document) => expect(() => entries(document)).not.toThrow());

it("takes a time that grows with the document", () => {
  const headers = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`x-${at}`, { equalTo: "a" }]));
  const documents = [
    Array.from({ length: 5000 }, (_, at) => mapping({ queryParameters: { a: { equalTo: `${at}` } } })),
    Array.from({ length: 5000 }, (_, at) =>
      mapping({}, {}, { scenarioName: "s", requiredScenarioState: `${at}` }),
    ),
    [mapping({ headers })],
    [mapping({ headers: { a: { or: Object.values(headers) } } })],
  ];
  for (const document of documents) {
    const begun = performance.now();
    convertWireMock(document);
    expect(performance.now() - begun).toBeLessThan(5000);
  }
});
