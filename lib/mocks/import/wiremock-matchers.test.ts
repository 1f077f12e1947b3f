import { describe, expect, it, test } from "vitest";
import { newConditionWork } from "../responses/condition-work";
import { holds } from "../responses/conditions";
import { requestOf } from "../responses/fixtures/request";
import { entries, type Given, mapping, mockOf, whenOf } from "./fixtures/wiremock";

describe("a URL", () => {
  const at = (url: Given) => {
    const { endpoint, responses } = mockOf({ urlPath: undefined, ...url });
    return [endpoint, ...responses.flatMap(({ when }) => (when && "all" in when ? when.all : []))];
  };
  const query = (name: string, rest: Given) => ({ in: "query", name, ...rest });

  test.each<[Given, unknown[]]>([
    [{ url: "/a/b" }, ["/a/b"]],
    [{ url: "/a?x=1&y=a%20b" }, ["/a", query("x", { equals: "1" }), query("y", { equals: "a b" })]],
    [{ url: "http://localhost:8080/a" }, ["/a"]],
    [{ url: "/a/:b/{c}" }, ["/a/%3Ab/%7Bc%7D"]],
    [{ urlPath: "/a/*" }, ["/a/%2A"]],
    [{ urlPathTemplate: "/a/{b}/{c.d}" }, ["/a/:b/:c_d"]],
    [{ urlPathPattern: "/a/[0-9]+" }, ["~^/a/[0-9]+$"]],
    [{ urlPathPattern: "^/a\\.json$" }, ["/a.json"]],
    [{ urlPathPattern: "/a/[^/]+/b/([^/]*)" }, ["/a/:part1/b/:part2"]],
    [{ urlPathPattern: "/a|/b" }, ["~^(?:/a|/b)$"]],
    [{ urlPathPattern: "/q/[^/]++/ack" }, ["/q/:part1/ack"]],
    [{ urlPattern: "/.*" }, ["~^/.*$"]],
    [{ urlPattern: "/a.*" }, ["~^/a.*$"]],
    [
      { urlPattern: "/a\\?x=1&y=.*&z=[0-9]+" },
      ["/a", query("x", { equals: "1" }), query("y", { exists: true }), query("z", { matches: "^[0-9]+$" })],
    ],
    [{ urlPattern: "/a(\\?.*)?" }, ["/a"]],
    [{ urlPattern: "/a($|\\?.*)" }, ["/a"]],
    [{ urlPattern: "/a(?:\\?.+|$)" }, ["/a"]],
    [
      { urlPattern: "/a\\?x=(1&2|[&])&y=3" },
      ["/a", query("x", { matches: "^(?:(1&2|[&]))$" }), query("y", { equals: "3" })],
    ],
    [{}, ["~^/.*$"]],
  ])("%j", (url, expected) => expect(at(url)).toEqual(expected));

  test.each<[Given, string]>([
    [{ urlPathPattern: "/(?!a).*" }, "RE2"],
    [{ urlPathPattern: `/${"a".repeat(600)}[0-9]` }, "500 characters"],
    [{ url: `/${"a".repeat(5000)}` }, "too long"],
  ])("is refused: %.60j", (url, reason) => {
    expect(entries(mapping({ urlPath: undefined, ...url }))).toMatchObject([
      { skipped: true, notes: [expect.stringContaining(reason)] },
    ]);
  });
});

describe("matchers", () => {
  const header = (rest: Given) => [{ all: [{ in: "header", name: "X-A", ...rest }] }];

  test.each<[unknown, unknown]>([
    [{ equalTo: "a" }, header({ equals: "a" })],
    [{ equalTo: "a", caseInsensitive: true }, header({ equals: "a", ignoreCase: true })],
    [{ contains: "a" }, header({ contains: "a" })],
    [{ doesNotContain: "a" }, header({ contains: "a", not: true })],
    [{ matches: "a[0-9]" }, header({ matches: "^a[0-9]$" })],
    [{ matches: ".*a.*" }, header({ matches: "a" })],
    [{ matches: ".*" }, header({ exists: true })],
    [{ matches: "a|b" }, header({ matches: "^(?:a|b)$" })],
    [{ doesNotMatch: "a" }, header({ matches: "^a$", not: true })],
    [{ absent: true }, header({ exists: false })],
    [{ not: { equalTo: "a" } }, header({ equals: "a", not: true })],
    [
      { or: [{ equalTo: "a" }, { absent: true }] },
      [
        {
          any: [
            { in: "header", name: "X-A", equals: "a" },
            { in: "header", name: "X-A", exists: false },
          ],
        },
      ],
    ],
    [
      { and: [{ contains: "a" }, { contains: "b" }] },
      [
        {
          all: [
            { in: "header", name: "X-A", contains: "a" },
            { in: "header", name: "X-A", contains: "b" },
          ],
        },
      ],
    ],
    ["a", header({ equals: "a" })],
  ])("of a header: %j", (matcher, when) => expect(whenOf({ headers: { "X-A": matcher } })).toEqual(when));

  test.each<[Given, Given]>([
    [{ queryParameters: { a: { equalTo: "1" } } }, { in: "query", name: "a", equals: "1" }],
    [{ cookies: { a: { equalTo: "1" } } }, { in: "cookie", name: "a", equals: "1" }],
    [{ formParameters: { a: { equalTo: "1" } } }, { in: "form", name: "a", equals: "1" }],
    [
      { basicAuth: { username: "u", password: "p" } },
      { in: "header", name: "authorization", equals: "Basic dTpw" },
    ],
    [{ method: "OPTIONS" }, { in: "method", equals: "OPTIONS" }],
    [{ bodyPatterns: [{ contains: "x" }] }, { in: "body", contains: "x" }],
    [{ bodyPatterns: [{ matches: "a.b" }] }, { in: "body", matches: "(?s)^a.b$" }],
    [{ bodyPatterns: [{ equalToJson: '{"a": 1}' }] }, { in: "json", equals: { a: 1 } }],
    [
      { bodyPatterns: [{ equalToJson: { a: 1 }, ignoreExtraElements: true }] },
      { in: "json", contains: { a: 1 } },
    ],
    [{ bodyPatterns: [{ equalToJson: { a: 1 }, ignoreArrayOrder: true }] }, { in: "json", equals: { a: 1 } }],
    [
      { bodyPatterns: [{ equalToJson: { a: [1, 2] }, ignoreArrayOrder: true }] },
      { in: "json", contains: { a: [1, 2] } },
    ],
    [{ bodyPatterns: [{ matchesJsonPath: "$.a.b" }] }, { in: "json", name: "a.b", exists: true }],
    [{ bodyPatterns: [{ matchesJsonPath: "$.a.[0].b" }] }, { in: "json", name: "a[0].b", exists: true }],
    [
      { bodyPatterns: [{ matchesJsonPath: { expression: "$.a", equalTo: "7" } }] },
      { in: "json", name: "a", oneOf: ["7", 7] },
    ],
    [
      { bodyPatterns: [{ matchesJsonPath: { expression: "$.a[*].b", contains: "x" } }] },
      { in: "json", name: "a[*].b", contains: "x" },
    ],
    [
      { bodyPatterns: [{ matchesJsonPath: "$.a[?(@.b == 'x' && @.c.d == 7)]" }] },
      { in: "json", name: "a", contains: { b: "x", c: { d: 7 } } },
    ],
    [{ bodyPatterns: [{ matchesJsonPath: "$[?(@.b == 'x')]" }] }, { in: "json", contains: { b: "x" } }],
    [{ bodyPatterns: [{ matchesJsonPath: "$.a[?(@ == 'x')]" }] }, { in: "json", name: "a", contains: ["x"] }],
    [
      { bodyPatterns: [{ matchesJsonPath: "$.a[?(@.b =~ /x.*/i)]" }] },
      { in: "json", name: "a[*].b", matches: "^(?:x.*)$", ignoreCase: true },
    ],
  ])("%j", (request, condition) => expect(whenOf(request)).toEqual([{ all: [condition] }]));

  it("of JSON with placeholders ask for what is there", () => {
    const marked = (name: string) => `${"$"}{json-unit.${name}}`;
    const equalToJson = JSON.stringify({ id: marked("any-string"), x: marked("ignore"), n: 1 });
    expect(whenOf({ bodyPatterns: [{ equalToJson }] })).toEqual([
      {
        all: [
          { in: "json", contains: { n: 1 } },
          { in: "json", name: "id", exists: true },
        ],
      },
    ]);
  });

  test.each<[Given, string]>([
    [{ bodyPatterns: [{ equalToXml: "<a/>" }] }, "equalToXml"],
    [{ bodyPatterns: [{ matchesXPath: "//a" }] }, "matchesXPath"],
    [{ bodyPatterns: [{ matchesJsonPath: "$..a" }] }, "JSONPath"],
    [{ bodyPatterns: [{ matchesJsonPath: { expression: "$.a.length()", equalTo: "2" } }] }, "JSONPath"],
    [{ bodyPatterns: [{ equalToJson: "{" }] }, "no JSON"],
    [{ bodyPatterns: [{ equalToJson: "[".repeat(10_000) + "]".repeat(10_000) }] }, "too much"],
    [{ customMatcher: { name: "mine" } }, "customMatcher"],
    [{ multipartPatterns: [{}] }, "multipartPatterns"],
    [{ headers: { "X-A": { matches: "(?<=a)b" } } }, "RE2"],
  ])("without a counterpart are skipped: %.80j", (request, reason) => {
    expect(entries(mapping(request))).toMatchObject([
      { skipped: true, notes: [expect.stringContaining(reason)] },
    ]);
  });
});
describe("what matches", () => {
  const sent = {
    headers: ["X-A", "abc", "content-type", "application/json"],
    target: "/things?q=1",
    body: '{"a": [{"b": "x", "n": 7}], "s": "one\\ntwo"}',
  };

  test.each<[Given, boolean]>([
    [{ headers: { "X-A": { matches: "a.c" } } }, true],
    [{ headers: { "X-A": { matches: "a" } } }, false],
    [{ headers: { "X-A": { matches: "a.*" } } }, true],
    [{ headers: { "X-A": { matches: "b|abc" } } }, true],
    [{ headers: { "X-A": { matches: "b|ab" } } }, false],
    [{ headers: { "X-B": { absent: true } } }, true],
    [{ queryParameters: { q: { or: [{ equalTo: "2" }, { equalTo: "1" }] } } }, true],
    [{ bodyPatterns: [{ matchesJsonPath: "$.a[?(@.b == 'x' && @.n == 7)]" }] }, true],
    [{ bodyPatterns: [{ matchesJsonPath: "$.a[?(@.b == 'x' && @.n == 8)]" }] }, false],
    [{ bodyPatterns: [{ matchesJsonPath: { expression: "$.a[0].n", equalTo: "7" } }] }, true],
    [{ bodyPatterns: [{ equalToJson: { a: [{ b: "x" }] }, ignoreExtraElements: true }] }, true],
    [{ bodyPatterns: [{ equalToJson: { a: [{ b: "x" }] } }] }, false],
    [{ bodyPatterns: [{ matches: '.*"a".*"s".*' }] }, true],
  ])("%j: %s", (request, expected) => {
    const [when = null] = whenOf(request);
    expect(holds(when, requestOf(sent), newConditionWork())).toBe(expected);
  });
});
