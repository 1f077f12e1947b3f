import { expect, test } from "vitest";
import { mockFromCall } from "@/components/mocks/mock-from-call";
import type { WholeMockCall } from "@/lib/mocks/calls/contract";

const call = (fields: Partial<WholeMockCall> = {}): WholeMockCall => ({
  ...{ id: "1", projectId: "p", sequence: 1, kind: "call", outcome: "proxy", callId: null },
  ...{ method: "POST", target: "/users/7?page=2", ip: "203.0.113.7", requestSize: 0 },
  ...{ mockId: null, mockName: null, responseName: null, reason: null, statusCode: 201, fault: null },
  ...{ responseSize: 2, durationMs: 1, attempts: 1, receivedAt: "2030-01-01T00:00:00.000Z" },
  ...{ requestHeaders: [], requestBody: "", requestBodyEncoding: "utf8" },
  responseHeaders: [
    ["Content-Type", "text/plain"],
    ["X-Many", "a"],
    ["X-Many", "b"],
    ["Content-Length", "2"],
    ["Set-Cookie", "secret=1"],
    ["Access-Control-Allow-Origin", "*"],
  ],
  ...{ responseBody: "ok", responseBodyEncoding: "utf8" },
  ...fields,
});

test("what was answered is the mock's answer, without what belongs to one answer only", () => {
  expect(mockFromCall(call())).toMatchObject({
    ...{ method: "POST", endpoint: "/users/7", name: "POST /users/7" },
    ...{ statusCode: "201", responseBody: "ok", bodyKind: "text" },
    headers: [
      { name: "Content-Type", value: "text/plain" },
      { name: "X-Many", value: "a" },
      { name: "X-Many", value: "b" },
    ],
  });
});

test.each([
  ["a miss", { outcome: "miss" as const, statusCode: 404 }],
  ["a failure", { outcome: "failure" as const, statusCode: 502 }],
  ["chaos", { outcome: "chaos" as const, statusCode: 503 }],
  ["a fault", { outcome: "mock" as const, fault: "reset" as const, statusCode: 200 }],
  ["no answer", { outcome: "proxy" as const, statusCode: null }],
])("of %s the answer is nobody's", (_, fields) => {
  expect(mockFromCall(call(fields))).toMatchObject({
    statusCode: "200",
    responseBody: expect.not.stringMatching("ok"),
  });
});

test("a body of which only the beginning is kept is left out", () => {
  expect(mockFromCall(call({ responseBodyTruncated: true }))).toMatchObject({
    responseBody: "",
    statusCode: "201",
  });
});

test("a body that is no text is base64", () => {
  const bytes = { responseBody: "AAE=", responseBodyEncoding: "base64" as const };
  expect(mockFromCall(call(bytes))).toMatchObject({ responseBody: "AAE=", bodyKind: "base64" });
});

test.each([
  ["/", { target: "/" }],
  ["/", { target: "?x=1" }],
  ["/a//b", { target: "//a//b" }],
  ["/a%3Ab/%2A/%7Bc%7D", { target: "/a:b/*/{c}" }],
])("its endpoint %s stands for nothing else", (endpoint, fields) => {
  expect(mockFromCall(call(fields)).endpoint).toBe(endpoint);
});

test("HEAD becomes GET, which answers both, and long paths have short names", () => {
  expect(mockFromCall(call({ method: "HEAD" })).method).toBe("GET");
  expect(mockFromCall(call({ target: `/${"x".repeat(500)}` })).name).toHaveLength(200);
});
