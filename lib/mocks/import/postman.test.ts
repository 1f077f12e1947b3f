import { describe, expect, test } from "vitest";
import { converted, item } from "./fixtures/postman";
import { convertPostman } from "./postman";

test("a request with saved examples", () => {
  const request = {
    method: "get",
    description: { content: "All of them." },
    url: {
      raw: "{{baseUrl}}/users/:id?full=1",
      host: ["{{baseUrl}}"],
      path: ["users", ":id"],
      query: [{ key: "full", value: "1" }],
    },
  };
  const collection = {
    variable: [{ key: "baseUrl", value: "https://example.com/v1/" }],
    item: [
      {
        name: "Users",
        item: [
          {
            name: "Get a user",
            request,
            response: [
              {
                name: "Found",
                code: 200,
                header: [{ key: "Content-Type", value: "application/json" }],
                body: '{"id": 1}',
                originalRequest: request,
              },
              {
                name: "Brief",
                code: 200,
                body: "{}",
                originalRequest: { ...request, url: "{{baseUrl}}/users/:id?full=0" },
              },
              { name: "Broken", code: 500, header: "X-A: b\nnonsense", body: null, originalRequest: request },
              { name: "Odd", code: 99 },
            ],
          },
        ],
      },
    ],
  };
  expect(convertPostman(collection)).toEqual([
    {
      source: "GET /v1/users/:id (Users / Get a user)",
      notes: ["The example Odd was left out: a mock answers with 200 to 599"],
      mock: {
        name: "Get a user",
        description: "All of them.",
        method: "GET",
        endpoint: "/v1/users/:id",
        folder: "Users",
        statusCode: 200,
        responseHeaders: { "Content-Type": "application/json" },
        responseBody: '{"id": 1}',
        responses: [
          {
            name: "Brief",
            when: { all: [{ in: "query", name: "full", equals: "0" }] },
            statusCode: 200,
            headers: {},
            body: "{}",
          },
          {
            name: "Broken",
            when: {
              any: [
                { in: "header", name: "x-mock-response-name", equals: "Broken" },
                { in: "header", name: "x-mock-response-code", equals: "500" },
              ],
            },
            statusCode: 500,
            headers: { "X-A": "b" },
            body: "",
          },
        ],
      },
    },
  ]);
});

describe("addresses", () => {
  test.each([
    ["https://example.com/a/b?x=1#y", "/a/b"],
    ["https://example.com", "/"],
    ["example.com/a", "/a"],
    ["localhost:3000/a", "/a"],
    ["{{baseUrl}}/a", "/a"],
    ["{{host}}:{{port}}/a", "/a"],
    ["{{known}}/a", "/v1/a"],
    ["{{nested}}/a", "/v1/a"],
    ["https://example.com/{{version}}/a", "/:version/a"],
    ["https://example.com/a/{{part of it}}.json", "/a/:part_of_it.json"],
    ["https://example.com/:id/:user.name/x:y", "/:id/:user_name/x%3Ay"],
    ["/a", "/a"],
    [{ raw: "https://example.com/raw" }, "/raw"],
    [{ host: ["{{known}}"], path: ["a", { type: "string", value: "b" }] }, "/v1/a/b"],
    [{ host: "https://example.com", path: ["a"] }, "/a"],
    ["{{loop}}/a", "/a"],
    [undefined, "/"],
    [7, "/"],
  ])("%j is %s", (url, endpoint) => {
    const variable = [
      { key: "known", value: "https://example.com/v1" },
      { key: "nested", value: "{{known}}" },
      { key: "loop", value: "{{loop}}{{loop}}" },
    ];
    expect(converted({ variable, item: [item(url)] })).toMatchObject([{ mock: { endpoint } }]);
  });
});

test("requests with one method and path become one mock", () => {
  const saved = (name: string, query: string) =>
    item(`https://example.com/a?q=${query}`, { name, response: [{ name, code: 200 }] });
  const entries = converted({
    item: [
      saved("One", "1"),
      item("https://example.com/a", {}, "POST"),
      saved("Two", "2"),
      item("https://example.com/a"),
    ],
  });
  expect(entries).toMatchObject([
    {
      source: "GET /a (One)",
      mock: { responses: [{ name: "Two", when: { all: [{ in: "query", name: "q", equals: "2" }] } }] },
      notes: ["It has the examples of Two, too", "It has the examples of A, too", "A has no saved example"],
    },
    {
      mock: { method: "POST", responseBody: "{}", statusCode: 200 },
      notes: ["A has no saved example", "It answers {}"],
    },
  ]);
});

test("what can't be a mock says why", () => {
  expect(
    converted({ item: [item("/a", {}, "PROPFIND"), item("/a", {}, "HEAD"), item(`/${"a".repeat(5000)}`)] }),
  ).toEqual([
    { source: "PROPFIND /a (A)", skipped: "Mocks answer GET, POST, PUT, PATCH and DELETE, not PROPFIND" },
    { source: "HEAD /a (A)", skipped: "HEAD is answered by the mock for GET" },
    { source: expect.any(String), skipped: "Its path is too long" },
  ]);
});

test.each([
  null,
  1,
  [],
  { item: [null, 1, { request: 1 }, { request: null, response: [1, { header: [1], body: {} }] }] },
])("no document is too odd: %j", (document) => {
  expect(() => converted(document)).not.toThrow();
});

describe("stays bounded", () => {
  let deep: object = item("https://example.com/deep");
  for (let at = 0; at < 100_000; at++) deep = { name: "folder", item: [deep] };
  const examples = Array.from({ length: 1000 }, (_, at) => ({
    name: `${at}`,
    body: "a".repeat(2000),
    originalRequest: { url: `https://example.com/a?q=${at}` },
  }));
  const bomb = Array.from({ length: 30 }, (_, at) => ({
    key: `v${at}`,
    value: `{{v${at + 1}}}`.repeat(50_000),
  }));

  test.each<[string, unknown[], object[], number]>([
    ["folders in folders", [deep], [], 1],
    ["many requests", Array.from({ length: 6000 }, (_, at) => item(`/${at}`)), [], 5001],
    ["many examples", [item("https://example.com/a", { response: examples })], [], 1],
    ["variables in variables", Array.from({ length: 1000 }, (_, at) => item(`{{v0}}/${at}`)), bomb, 1000],
  ])("%s", { timeout: 20_000 }, (_, items, variable, count) => {
    const start = performance.now();
    expect(converted({ item: items, variable })).toHaveLength(count);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
