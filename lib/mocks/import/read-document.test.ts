import { describe, expect, test } from "vitest";
import { readDocument } from "./read-document";

describe("recognises", () => {
  test.each([
    ["OpenAPI as JSON", '{"openapi": "3.0.3", "paths": {}}', "openapi"],
    ["OpenAPI as YAML", "openapi: 3.1.0\npaths: {}", "openapi"],
    ["a version without quotes", "openapi: 3.0\npaths: {}", "openapi"],
    ["Swagger 2.0", 'swagger: "2.0"', "openapi"],
    ["Swagger without quotes", "swagger: 2.0", "openapi"],
    ["a byte order mark", '\uFEFF{"openapi": "3.0.3"}', "openapi"],
    [
      "Postman 2.1",
      '{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}',
      "postman",
    ],
    ["Postman without a schema", '{"info": {}, "item": []}', "postman"],
    ["Postman as its API answers", '{"collection": {"item": []}}', "postman"],
    ["HAR", '{"log": {"entries": []}}', "har"],
    ["Mockoon", '{"routes": [], "port": 3000}', "mockoon"],
    ["WireMock's export", '{"mappings": []}', "wiremock"],
    ["one mapping of WireMock", '{"request": {}, "response": {}}', "wiremock"],
    ["cURL", "  curl https://example.com", "curl"],
    ["cURL behind a prompt", "$ curl https://example.com", "curl"],
    ["our own export", '{"fieldkit": 1, "mocks": []}', "fieldkit"],
    ["what our API lists", '[{"endpoint": "/a", "responseBody": "{}"}]', "fieldkit"],
    ["one mock of our API", '{"endpoint": "/a", "statusCode": 200}', "fieldkit"],
    ["mocks of our API in a field", '{"mocks": [{"endpoint": "/a", "projectId": "b"}]}', "fieldkit"],
    ["JSON with a comma too many and a comment", '{"swagger": "2.0", # old\n "paths": {},}', "openapi"],
  ])("%s", (_, text, format) => {
    expect(readDocument(text)).toMatchObject({ format });
  });

  test("what somebody says that it is goes first", () => {
    expect(readDocument("[]", "wiremock")).toEqual({ document: [], format: "wiremock" });
    expect(readDocument('[{"endpoint": "/a"}]', "fieldkit")).toMatchObject({ format: "fieldkit" });
    expect(readDocument('{"data": [{"type": "route", "item": {}}]}', "mockoon")).toHaveProperty("document");
  });

  const formats = ["openapi", "postman", "har", "mockoon", "wiremock", "fieldkit"] as const;
  test.each(formats)("what can't be %s is none, whatever somebody says", (format) => {
    for (const text of ["[1]", "{}", '"a"', "null", "hello", '{"routes": {}, "mocks": 1, "log": []}']) {
      expect(readDocument(text, format)).toEqual({ problem: expect.stringMatching(/^Th(is|ese) .* no /) });
    }
  });
});

describe("says what is wrong", () => {
  test.each([
    ["nothing", " \n", "empty"],
    ["an unknown document", '{"a": 1}', "none of the documents"],
    ["a list", "[1]", "none of the documents"],
    ["a text", "hello", "none of the documents"],
    ["null", "null", "none of the documents"],
    ["an old version", '{"swagger": "1.2"}', "says version 1.2"],
    ["a newer version", "openapi: 4.0.0", "says version 4.0.0"],
    ["Postman's first format", '{"requests": [], "order": []}', "Export it as Collection v2.1"],
    ["another version of ours", '{"fieldkit": 2, "mocks": []}', "another version"],
    ["JSON", '{\n  "a": [1}', "line 2, column"],
    ["JSON that ends early", '{\n"openapi": "3.0.0', "line 2"],
    ["YAML", "openapi: 3.0.0\npaths:\n  a: [1", "line 3, column"],
    ["several documents", "openapi: 3.0.0\n---\nopenapi: 3.0.0", "several documents"],
    ["an alias without an anchor", "openapi: 3.0.0\npaths: *paths", "alias"],
    ["an alias inside of its anchor", "openapi: 3.0.0\npaths: &a\n  b: *a", "inside of its own anchor"],
  ])("%s", (_, text, problem) => {
    expect(readDocument(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const laughs = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
for (let at = 1; at < 12; at++) {
  laughs.push(
    `a${at}: &a${at} [${Array(9)
      .fill(`*a${at - 1}`)
      .join(", ")}]`,
  );
}

describe("refuses at once what would cost too much", () => {
  test.each([
    ["more than 5 MiB", " ".repeat(5 * 1024 * 1024 + 1), "5 MiB"],
    ["5 MiB of letters with more bytes", "ä".repeat(3 * 1024 * 1024), "5 MiB"],
    ["a billion laughs", laughs.join("\n"), "repeat too much"],
    ["thousands of aliases", `a: &a 1\nb: [${"*a,".repeat(6000)}]`, "aliases"],
    ["deep JSON", "[".repeat(1_000_000), "deeper than 100 levels"],
    ["deep YAML", "- ".repeat(100_000), "deeper than 100 levels"],
    ["depth made of aliases", deepByAliases(), "deeper than 100 levels"],
    ["a million values", `[${"1,".repeat(1_100_000)}1]`, "1000000 values"],
    ["a million words of YAML", "a: 1\n".repeat(350_000), "1000000 words"],
    ["merge keys that copy much", manyMerges(), "merge keys"],
  ])("%s", { timeout: 20_000 }, (_, text, problem) => {
    expect(readDocument(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

function deepByAliases(): string {
  const lines = ["a0: &a0 [[[[x]]]]"];
  for (let at = 1; at < 40; at++) lines.push(`a${at}: &a${at} [[[*a${at - 1}]]]`);
  return lines.join("\n");
}

function manyMerges(): string {
  const base = Array.from({ length: 1000 }, (_, at) => `k${at}: 1`).join(", ");
  return `base: &b {${base}}\nlist:\n${"  - <<: *b\n".repeat(200)}`;
}

test("merge keys take over what is not there", () => {
  const text = "openapi: 3.0.0\nbase: &b {x: 1, y: 2}\nitem:\n  <<: *b\n  x: 3";
  expect(readDocument(text)).toMatchObject({ document: { item: { x: 3, y: 2 } } });
});

test.each([
  '{"openapi": "3.0.0", "__proto__": {"polluted": true}}',
  "openapi: 3.0.0\n__proto__: {polluted: true}",
])("a field named __proto__ is a field: %s", (text) => {
  const read = readDocument(text);
  expect("document" in read && Object.keys(read.document as object)).toEqual(["openapi", "__proto__"]);
  expect({}).not.toHaveProperty("polluted");
});
