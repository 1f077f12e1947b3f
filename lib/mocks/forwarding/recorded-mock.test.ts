import { describe, expect, test } from "vitest";
import { finished } from "./fixtures/finished";
import { placeOf, recordedMock as recordedInSteps, unrecordable } from "./recorded-mock";
import { secretsLeftOut as leftOutInSteps } from "./secrets-left-out";

const secretsLeftOut = (text: string) => finished(leftOutInSteps(text));
const recordedMock = (...given: Parameters<typeof recordedInSteps>) => finished(recordedInSteps(...given));

describe("secrets in a body", () => {
  test.each([
    ['{"access_token": "abc", "n": 1.50}', '{"access_token": "***", "n": 1.50}'],
    ['{"user":{"Password":"a\\"b","name":"x"}}', '{"user":{"Password":"***","name":"x"}}'],
    ['[{"apiKey":123},{"api-key":"a"}]', '[{"apiKey":"***"},{"api-key":"***"}]'],
    ['{"pass\\u0077ord": "a", "token": "b"}', '{"pass\\u0077ord": "***", "token": "***"}'],
    ['{"token": null, "secret": true}', '{"token": null, "secret": true}'],
    [
      '{"say": "\\"token\\": \\"kept\\"", "nextPageToken": "7"}',
      '{"say": "\\"token\\": \\"kept\\"", "nextPageToken": "7"}',
    ],
    ["no JSON at all", "no JSON at all"],
    ['{"token": "cut', undefined],
    [`{"token":"a","list":[${"1,".repeat(30_000)}1]}`, undefined],
  ])("%.60s", (text, expected) => {
    expect(secretsLeftOut(text)).toBe(expected);
  });

  test("are found in time, whatever the text is", () => {
    const quotes = `{"token":"${'\\"'.repeat(300_000)}"}`;
    expect(secretsLeftOut(quotes)).toBe('{"token":"***"}');
    expect(secretsLeftOut(`"token ${'\\"'.repeat(300_000)}`)).toBeUndefined();
  });
});

const answer = (fields: Partial<Parameters<typeof unrecordable>[0]> = {}) => ({
  method: "GET",
  rawPath: "/users",
  statusCode: 200,
  rawHeaders: ["Content-Type", "application/json", "Set-Cookie", "a=1", "X-Id", "7", "Date", "today"],
  body: Buffer.from("{}"),
  ...fields,
});
const all = { recordedHeaders: ["content-type", "x-id", "set-cookie"], recordedBodies: true };

describe("a recorded mock", () => {
  test("has the answer, the headers that are wanted, and no cookie", () => {
    expect(recordedMock(answer({ method: "POST", statusCode: 201 }), all)).toMatchObject({
      name: "POST /users (recorded)",
      method: "POST",
      endpoint: "/users",
      statusCode: 201,
      responseBody: "{}",
      bodyEncoding: "text",
      responseHeaders: { "Content-Type": ["application/json"], "X-Id": ["7"] },
      tags: ["recorded"],
      templated: false,
    });
  });

  test.each([
    ["", "/"],
    ["/a/:b/{c}/*", "/a/%3Ab/%7Bc%7D/%2A"],
    ["/a%20b/", "/a%20b/"],
    ["/caf\u00c3\u00a9", "/café"],
  ])("is for %j alone", (rawPath, endpoint) => {
    expect(recordedMock(answer({ rawPath }), all)?.endpoint).toBe(endpoint);
  });

  test.each([
    ["/users/7", { method: "GET", endpoint: "/users/7" }],
    [`/${"a".repeat(2500)}`, undefined],
    ["/a\u0085b", undefined],
  ])("has a place that is known without the rest: %.20j", (rawPath, place) => {
    expect(placeOf(answer({ rawPath }))).toEqual(place);
    if (!place) expect(recordedMock(answer({ rawPath }), all)).toBeUndefined();
  });

  test("has every character of a text of many steps", () => {
    const body = Buffer.from("日é😀x".repeat(50_000));
    expect(recordedMock(answer({ body }), all)?.responseBody).toBe(body.toString());
  });

  test.each([
    ["bytes that are no text", Buffer.from([0xff, 0]), { responseBody: "/wA=", bodyEncoding: "base64" }],
    ["a text with NUL", Buffer.from("a\0"), { responseBody: "YQA=", bodyEncoding: "base64" }],
    [
      "a text in UTF-16 with secrets, left out",
      Buffer.from('{"token":"a"}', "utf16le"),
      { responseBody: "{}" },
    ],
    ["secrets that can't be left out, left out", Buffer.from('{"token": "a'), { responseBody: "{}" }],
  ])("has %s", (_, body, expected) => {
    expect(recordedMock(answer({ body }), all)).toMatchObject(expected);
  });

  test("has no body if none is wanted", () => {
    const settings = { recordedHeaders: [], recordedBodies: false };
    const text = answer({ body: Buffer.from("private"), rawHeaders: ["Content-Type", "text/plain"] });
    expect(recordedMock(text, settings)).toMatchObject({ responseBody: "", responseHeaders: {} });
  });

  test.each([
    ["every method that mocks have", {}, undefined],
    ["not HEAD", { method: "HEAD" }, "no mocks for HEAD"],
    ["not OPTIONS", { method: "OPTIONS" }, "no mocks for OPTIONS"],
    ["refusals", { statusCode: 404 }, undefined],
    ["no failure of the server", { statusCode: 503 }, "status 503"],
    ["no part of an answer", { statusCode: 206 }, "status 206"],
    ["nothing that depends on a cache", { statusCode: 304 }, "status 304"],
    ["nothing for who asks too often", { statusCode: 429 }, "status 429"],
    ["nothing compressed", { rawHeaders: ["Content-Encoding", "gzip"] }, "compressed"],
    ["no path that is no endpoint", { rawPath: "//users" }, "path"],
    [
      "nothing that is larger than a mock may be",
      { body: Buffer.alloc(1024 ** 2 + 1, "1") },
      "1048576 bytes",
    ],
    ["what is just as large", { body: Buffer.alloc(1024 ** 2, "1") }, undefined],
  ])("is made of %s", (_, fields, why) => {
    if (why === undefined) expect(unrecordable(answer(fields), all)).toBeUndefined();
    else expect(unrecordable(answer(fields), all)).toContain(why);
  });

  test("is made of an answer whose large body is not wanted", () => {
    const large = answer({ body: Buffer.alloc(1024 ** 2 + 1, "1") });
    expect(unrecordable(large, { recordedBodies: false })).toBeUndefined();
  });
});
