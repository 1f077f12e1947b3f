import { describe, expect, test } from "vitest";
import { createMock } from "@/lib/mocks/contract";
import { convertHar } from "./har";

function converted(...entries: unknown[]) {
  return convertHar({ log: { entries } }).map((entry) => {
    if ("skipped" in entry) return entry;
    return { ...entry, mock: createMock.body.parse(entry.mock) };
  });
}

type Recorded = {
  status?: number;
  type?: string;
  text?: string;
  headers?: object[];
  encoding?: string;
  resource?: string;
  post?: object;
};

function entry(address: string, recorded: Recorded = {}) {
  const [method, url] = address.split(" ");
  const {
    status = 200,
    type = "application/json",
    text = "{}",
    headers = [],
    encoding,
    resource,
    post,
  } = recorded;
  return {
    ...(resource && { _resourceType: resource }),
    request: { method, url, ...(post && { postData: post }) },
    response: { status, headers, content: { mimeType: type, text, ...(encoding && { encoding }) } },
  };
}

test("a recorded request", () => {
  const headers = [
    { name: ":status", value: "201" },
    { name: "content-type", value: "application/json; charset=iso-8859-1" },
    { name: "content-encoding", value: "br" },
    { name: "content-length", value: "9" },
    { name: "date", value: "today" },
    { name: "strict-transport-security", value: "max-age=1" },
    { name: "set-cookie", value: "a=1; Domain=example.com; Path=/" },
    { name: "Set-Cookie", value: "b=2" },
    { name: "proxy-status", value: "x" },
    { name: "x-id", value: "7" },
  ];
  const recorded = { status: 201, headers, text: '{"id": 1}' };
  expect(
    convertHar({ log: { entries: [entry("POST https://api.example.com/v1/users:find/*?a=1", recorded)] } }),
  ).toEqual([
    {
      source: "POST api.example.com/v1/users:find/*",
      notes: ["The header proxy-status was left out: proxy-status cannot be set by a mock"],
      mock: {
        name: "POST /v1/users:find/*",
        method: "POST",
        endpoint: "/v1/users%3Afind/%2A",
        statusCode: 201,
        responseHeaders: {
          "content-type": "application/json; charset=utf-8",
          "set-cookie": ["a=1; Path=/", "b=2"],
          "x-id": "7",
        },
        responseBody: '{"id": 1}',
        responses: [],
      },
    },
  ]);
});

test("one path with several queries and bodies", () => {
  const post = (text: string) => ({ mimeType: "application/json", text });
  const [search, graph] = converted(
    entry("GET https://a.example/search?q=1", { text: "1" }),
    entry("GET https://a.example/search?q=2", { text: "2" }),
    entry("GET https://a.example/search?q=2", { text: "again" }),
    entry("GET https://a.example/search", { text: "3" }),
    entry("POST https://a.example/graphql", { text: "4", post: post('{"operationName": "A"}') }),
    entry("POST https://a.example/graphql", { text: "5", post: post('{"operationName": "B"}') }),
  );
  expect(search).toMatchObject({
    mock: {
      responseBody: "1",
      responses: [
        { body: "2", when: { all: [{ in: "query", name: "q", equals: "2" }] } },
        { body: "3", when: { all: [{ in: "query", name: "q", exists: false }] } },
      ],
    },
    notes: ["1 more answers to the same request, or beyond the limits, were left out"],
  });
  expect(graph).toMatchObject({
    mock: { responses: [{ body: "5", when: { all: [{ in: "json", name: "operationName", equals: "B" }] } }] },
  });
});

test("the host that most requests went to goes first, and wins", () => {
  const entries = converted(
    entry("GET https://tracker.example/a"),
    entry("GET https://app.example/a", { text: "1" }),
    entry("GET https://app.example/b"),
    entry("GET https://tracker.example/c"),
    entry("GET https://app.example/d"),
  );
  expect(entries.map(({ source }) => source)).toEqual([
    "GET app.example/a",
    "GET app.example/b",
    "GET app.example/d",
    "GET tracker.example/a",
    "GET tracker.example/c",
  ]);
  expect(entries[3]).toEqual({
    source: "GET tracker.example/a",
    skipped: "Its method and path are those of a request to app.example",
  });
});

describe("what is no answer of an API", () => {
  test.each<[string, Recorded, string]>([
    ["GET https://a.example/a", { resource: "image" }, "Pictures"],
    ["GET https://a.example/a", { type: "image/svg+xml" }, "Pictures"],
    ["GET https://a.example/a", { resource: "fetch", type: "font/woff2" }, "Fonts"],
    ["GET https://a.example/a", { type: "text/javascript; charset=utf-8" }, "Scripts"],
    ["GET https://a.example/a", { type: "application/wasm" }, "Scripts"],
    ["GET https://a.example/a", { resource: "stylesheet" }, "Style sheets"],
    ["GET https://a.example/a", { type: "text/css" }, "Style sheets"],
    ["GET https://a.example/a", { resource: "websocket" }, "WebSockets"],
    ["OPTIONS https://a.example/a", {}, "OPTIONS is answered"],
    ["GET https://a.example/a", { status: 0 }, "no answer"],
    ["GET https://a.example/a", { status: 304 }, "304"],
    ["GET data:text/plain,hello", {}, "can't be read"],
    ["GET nonsense", {}, "can't be read"],
  ])("%s %j", (address, recorded, reason) => {
    expect(converted(entry(address, recorded))).toEqual([
      { source: "1 request", skipped: expect.stringContaining(reason) },
    ]);
  });
});

describe("bodies", () => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  test.each<[string, Recorded, string, string[]]>([
    ["text in base64", { encoding: "base64", text: base64(Buffer.from('{"ä": 1}')) }, '{"ä": 1}', []],
    [
      "bytes in base64",
      { encoding: "base64", text: base64(Uint8Array.of(0xff, 0xfe, 0)), type: "application/octet-stream" },
      "//4A",
      [],
    ],
    ["HTML", { type: "text/html", text: "<p>", resource: "document" }, "<p>", []],
    ["NUL characters", { text: "a\0b", type: "text/plain" }, "ab", []],
  ])("%s", (_, recorded, responseBody, notes) => {
    expect(converted(entry("GET https://a.example/a", recorded))).toMatchObject([
      { mock: { responseBody }, notes },
    ]);
  });

  test("a body that was not recorded is missed", () => {
    const content = { mimeType: "application/json", size: 100 };
    const missing = {
      request: { method: "GET", url: "https://a.example/a" },
      response: { status: 200, content },
    };
    expect(converted(missing)).toMatchObject([
      { mock: { responseBody: "{}" }, notes: ["Its body is not in the recording"] },
    ]);
  });
});

test.each([null, 1, { log: 1 }, { log: { entries: [null, 1, {}, { request: { url: 1 }, response: [] }] } }])(
  "no document is too odd: %j",
  (document) => {
    expect(() => convertHar(document)).not.toThrow();
  },
);

test("thousands of requests to one path", { timeout: 20_000 }, () => {
  const start = performance.now();
  const entries = Array.from({ length: 8000 }, (_, at) =>
    entry(`GET https://a.example/a?x=${at}&y=${"b".repeat(200)}`),
  );
  const [mock, more] = converted(...entries);
  expect(mock).toMatchObject({ mock: { responses: { length: 100 } } });
  expect(more).toMatchObject({ source: "3000 requests" });
  expect(performance.now() - start).toBeLessThan(10_000);
});
