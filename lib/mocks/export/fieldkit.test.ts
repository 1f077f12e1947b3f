import { expect, test } from "vitest";
import { createMock } from "@/lib/mocks/contract";
import { convertFieldkit } from "@/lib/mocks/import/fieldkit";
import { documentOf, type Given, importOf, roundTrip, rowOf } from "./fixtures/exported";

const mocks: Given[] = [
  { name: "Plain", endpoint: "/plain" },
  {
    name: "Everything",
    description: "Two\nlines, “quotes” and a \\ backslash",
    method: "POST",
    endpoint: "/users/:id/report.:ext/:rest*",
    responseBody: '{"a": 1.0, "b": "\\u00e9"}\n',
    responseHeaders: { "X-B": "1", "x-a": ["2", "3"], "Set-Cookie": ["a=1", "b=2"] },
    statusCode: 201,
    delayMs: 250,
    templated: true,
    delayDistribution: { type: "lognormal", medianMs: 20, sigma: 0.5 },
    bytesPerSecond: 1000,
    fault: "truncated",
    responses: [
      {
        name: "Second page",
        when: {
          all: [
            { in: "query", name: "page", equals: "2" },
            { in: "json", name: "a.b", oneOf: [1, null] },
          ],
        },
        statusCode: 404,
        headers: { "X-C": "4" },
        body: "{{ request.query.page }}",
        templated: true,
        delayDistribution: { type: "uniform", minMs: 1, maxMs: 2 },
        weight: 7,
      },
      { when: { any: [{ in: "header", name: "accept", matches: "x+", not: true, ignoreCase: true }] } },
    ],
    responseMode: "sequence",
    sequenceEnd: "own",
    fallback: false,
    enabled: false,
  },
  { name: "Expression", method: "ANY", endpoint: "~^/v[0-9]+/(?<rest>.*)$" },
  { name: "Empty", method: "DELETE", endpoint: "/", responseBody: "", statusCode: 204 },
];

test("mocks are the same after an export and an import", async () => {
  const filled = mocks.map((mock) => ({ description: null, ...createMock.body.parse(mock) }));
  expect(await roundTrip("fieldkit", mocks)).toEqual(filled);
  // Headers are sent in the order in which they are configured.
  const [, second] = await roundTrip("fieldkit", mocks);
  expect(Object.keys(second?.responseHeaders ?? {})).toEqual(["X-B", "x-a", "Set-Cookie"]);
});

test("what the API shows says all that an export does", () => {
  const shown = { id: "x", projectId: "y", hits: 3, responseCount: 0, callbackCount: 0, createdAt: "z" };
  const [, mock] = mocks;
  const exported = convertFieldkit({ fieldkit: 1, mocks: [mock] });
  for (const document of [
    { ...mock, ...shown },
    [{ ...mock, ...shown }],
    { mocks: [{ ...mock, ...shown }] },
  ]) {
    expect(convertFieldkit(document)).toEqual(exported);
  }
});

test.each<[string, object, object]>([
  ["no method is GET", { endpoint: "/a" }, { source: "GET /a", mock: { endpoint: "/a" } }],
  ["no endpoint has a place", { name: "A" }, { source: "mocks.0" }],
  ["no text is none", { method: { toString: 1 }, endpoint: {} }, { source: "mocks.0" }],
  [
    "a row of a list without its responses would lose them",
    { endpoint: "/a", responseCount: 2 },
    { skipped: expect.stringContaining("responses are not in the document") },
  ],
])("of a mock in a document of our own: %s", (_, mock, entry) => {
  expect(convertFieldkit([mock])).toMatchObject([entry]);
});

test.each(["fieldkit", "openapi", "postman"] as const)(
  "what is off is off again after %s",
  async (format) => {
    const given: Given[] = [
      { name: "Off", endpoint: "/off", enabled: false },
      { name: "On", endpoint: "/on" },
    ];
    const found = await roundTrip(format, given);
    expect(found.map(({ endpoint, enabled }) => [endpoint, enabled]).sort()).toEqual([
      ["/off", false],
      ["/on", true],
    ]);
  },
);

test("a document has every field that a mock can be created with, and no other", async () => {
  const document = JSON.parse(await documentOf("fieldkit", mocks.map(rowOf)));
  expect(Object.keys(document)).toEqual(["fieldkit", "mocks"]);
  for (const mock of document.mocks) expect(Object.keys(mock)).toEqual(Object.keys(createMock.body.shape));
});

test("the document of no mocks is one, too", async () => {
  expect(importOf(await documentOf("fieldkit", []))).toEqual({ format: "fieldkit", entries: [] });
});
