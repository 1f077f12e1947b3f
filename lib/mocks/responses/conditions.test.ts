import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newConditionWork } from "./condition-work";
import { explain, holds, needsBody } from "./conditions";
import { Condition, type When } from "./contract";
import { requestOf } from "./fixtures/request";
import { pairsMax } from "./form-fields";

const urlencoded = ["Content-Type", "application/x-www-form-urlencoded"];
const request = {
  method: "POST",
  target: "/users/7?page=2&tag=a&tag=B&empty=&__proto__=p",
  params: { id: "7", name: "Änne" },
  headers: [
    "Accept",
    "text/html",
    "accept",
    "application/json",
    "X-N",
    "1",
    "Cookie",
    "sid=a%20b; sid=2; n=1",
  ],
  body: JSON.stringify({
    n: 1,
    t: "Text",
    b: true,
    nil: null,
    list: [{ id: 1 }, { id: "x" }],
    sub: { a: 1, b: 2 },
  }),
};
const form = { headers: urlencoded, body: "a=1&b=x+y&b=Z&__proto__=p" };

const isMet = (condition: Condition, sent: Parameters<typeof requestOf>[0] = request) =>
  holds({ all: [condition] }, requestOf(sent), newConditionWork());

describe.each<[holds: "holds" | "does not hold", conditions: Condition[]]>([
  [
    "holds",
    [
      { in: "method", equals: "POST" },
      { in: "method", equals: "post" },
      { in: "method", contains: "os" },
      { in: "method", matches: "^P" },
      { in: "method", oneOf: ["GET", "post"] },
      { in: "method", exists: true },
      { in: "path", name: "id", equals: "7" },
      { in: "path", name: "id", equals: 7 },
      { in: "path", name: "name", equals: "äNNE", ignoreCase: true },
      { in: "path", name: "name", contains: "nn" },
      { in: "path", name: "id", matches: "^\\d$" },
      { in: "path", name: "id", oneOf: [1, 7] },
      { in: "path", name: "toString", exists: false },
      { in: "query", name: "page", equals: 2 },
      { in: "query", name: "tag", equals: "a" },
      { in: "query", name: "tag", equals: "B" },
      { in: "query", name: "tag", equals: "b", ignoreCase: true },
      { in: "query", name: "tag", contains: "" },
      { in: "query", name: "tag", matches: "^b$", ignoreCase: true },
      { in: "query", name: "tag", oneOf: ["x", "B"] },
      { in: "query", name: "empty", equals: "" },
      { in: "query", name: "empty", exists: true },
      { in: "query", name: "absent", exists: false },
      { in: "query", name: "absent", equals: "", not: true },
      { in: "query", name: "__proto__", equals: "p" },
      { in: "query", name: "constructor", exists: false },
      { in: "header", name: "ACCEPT", equals: "text/html" },
      { in: "header", name: "accept", equals: "application/json" },
      { in: "header", name: "accept", equals: "text/html, application/json" },
      { in: "header", name: "accept", contains: "JSON", ignoreCase: true },
      { in: "header", name: "accept", matches: "html, app" },
      { in: "header", name: "x-n", oneOf: [1] },
      { in: "header", name: "x-absent", exists: true, not: true },
      { in: "cookie", name: "sid", equals: "a b" },
      { in: "cookie", name: "sid", equals: 2 },
      { in: "cookie", name: "sid", contains: " " },
      { in: "cookie", name: "sid", matches: "^\\w \\w$" },
      { in: "cookie", name: "n", oneOf: ["1"] },
      { in: "cookie", name: "SID", exists: false },
      { in: "json", contains: { t: "Text" } },
      { in: "json", exists: true },
      { in: "json", name: "n", equals: 1 },
      { in: "json", name: "$.t", equals: "Text" },
      { in: "json", name: "t", equals: "tEXT", ignoreCase: true },
      { in: "json", name: "t", contains: "ex" },
      { in: "json", name: "t", matches: "^T.*t$" },
      { in: "json", name: "n", matches: "^1$" },
      { in: "json", name: "b", matches: "true" },
      { in: "json", name: "nil", equals: null },
      { in: "json", name: "nil", exists: true },
      { in: "json", name: "nil", oneOf: [0, null] },
      { in: "json", name: "sub", equals: { b: 2, a: 1 } },
      { in: "json", name: "sub", contains: { b: 2 } },
      { in: "json", name: "list", contains: { id: "x" } },
      { in: "json", name: "list[*].id", equals: 1 },
      { in: "json", name: "list[*].id", equals: "x" },
      { in: "json", name: "list[-1].id", oneOf: ["x", "y"] },
      { in: "json", name: "list[2]", exists: false },
      { in: "form", name: "n", exists: false },
      { in: "body", exists: true },
      { in: "body", contains: '"n":1' },
      { in: "body", contains: '"N":1', ignoreCase: true },
      { in: "body", matches: '"t":"T[a-z]+"' },
    ],
  ],
  [
    "does not hold",
    [
      { in: "method", equals: "GET" },
      { in: "method", equals: "POST", not: true },
      { in: "method", matches: "post" },
      { in: "path", name: "id", equals: "07" },
      { in: "path", name: "name", equals: "änne" },
      { in: "path", name: "__proto__", exists: true },
      { in: "query", name: "page", equals: "2.0" },
      { in: "query", name: "tag", equals: "A" },
      { in: "query", name: "tag", equals: "a, B" },
      { in: "query", name: "tag", equals: "a", not: true },
      { in: "query", name: "PAGE", exists: true },
      { in: "query", name: "absent", contains: "" },
      { in: "query", name: "absent", matches: "" },
      { in: "query", name: "absent", oneOf: ["", null] },
      { in: "header", name: "accept", equals: "application/json, text/html" },
      { in: "header", name: "accept", exists: false },
      { in: "cookie", name: "sid", equals: "a%20b" },
      { in: "json", equals: { t: "Text" } },
      { in: "json", name: "n", equals: "1" },
      { in: "json", name: "n", contains: "1" },
      { in: "json", name: "n", oneOf: ["1"] },
      { in: "json", name: "b", equals: "true" },
      { in: "json", name: "nil", matches: "null" },
      { in: "json", name: "nil", exists: false },
      { in: "json", name: "absent", equals: null },
      { in: "json", name: "sub", matches: "a" },
      { in: "json", name: "sub", equals: { a: 1 } },
      { in: "json", name: "t", matches: "^t", ignoreCase: false },
      { in: "json", name: "list[*].id", equals: 1, not: true },
      { in: "body", equals: "{}" },
      { in: "body", contains: '"N":1' },
    ],
  ],
])("%s", (expected, conditions) => {
  test.each(conditions)("%j", (condition) => {
    expect(Condition.parse(condition)).toEqual(condition);
    expect(isMet(condition)).toBe(expected === "holds");
    expect(isMet({ ...condition, not: !condition.not })).toBe(expected !== "holds");
  });
});

test.each<[condition: Condition, isMet: boolean]>([
  [{ in: "form", name: "a", equals: 1 }, true],
  [{ in: "form", name: "b", equals: "x y" }, true],
  [{ in: "form", name: "b", equals: "z", ignoreCase: true }, true],
  [{ in: "form", name: "b", contains: "y" }, true],
  [{ in: "form", name: "b", matches: "^[XY ]+$", ignoreCase: true }, true],
  [{ in: "form", name: "b", oneOf: ["Z"] }, true],
  [{ in: "form", name: "__proto__", equals: "p" }, true],
  [{ in: "form", name: "c", exists: false }, true],
  [{ in: "form", name: "b", equals: "x+y" }, false],
  [{ in: "json", exists: true }, false],
  [{ in: "body", equals: form.body }, true],
])("of a form, %j holds: %j", (condition, expected) => expect(isMet(condition, form)).toBe(expected));

test.each<[condition: Condition, isMet: boolean]>([
  [{ in: "body", exists: false }, true],
  [{ in: "body", equals: "" }, false],
  [{ in: "json", exists: false }, true],
  [{ in: "json", name: "a", equals: 1, not: true }, true],
  [{ in: "form", name: "a", exists: false }, true],
])("without a body, %j holds: %j", (condition, expected) => {
  expect(isMet(condition, {})).toBe(expected);
  expect(isMet(condition, { ...form, body: "" })).toBe(expected);
});

test("a method in lower case is compared as well", () => {
  expect(isMet({ in: "method", equals: "POST" }, { method: "post" })).toBe(true);
});

const yes: Condition = { in: "method", equals: "POST" };
const no: Condition = { in: "method", equals: "GET" };

test.each<[when: When, isMet: boolean]>([
  [null, true],
  [{ all: [yes] }, true],
  [{ all: [yes, yes] }, true],
  [{ all: [yes, no] }, false],
  [{ any: [no, yes] }, true],
  [{ any: [no, no] }, false],
])("%j holds: %j", (when, expected) => {
  expect(holds(when, requestOf(), newConditionWork())).toBe(expected);
});

test.each<[when: When, needs: boolean]>([
  [null, false],
  [{ all: [yes, { in: "query", name: "a", exists: true }] }, false],
  [{ all: [yes, { in: "json", name: "a", exists: true }] }, true],
  [{ any: [yes, { in: "form", name: "a", exists: true }] }, true],
  [{ any: [{ in: "body", exists: false }] }, true],
])("%j needs the body: %j", (when, needs) => expect(needsBody(when)).toBe(needs));

const scalar = fc.constantFrom("a", "A", "1", 1, true, null, "", "__proto__");
const name = fc.constantFrom(
  "a",
  "b",
  "__proto__",
  "constructor",
  "accept",
  "cookie",
  "authorization",
  "list[*].a",
);
const source = fc.constantFrom("method", "path", "query", "header", "cookie", "json", "form", "body");
const operator = fc.oneof(
  fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 })).map((equals) => ({ equals })),
  fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 })).map((contains) => ({ contains })),
  // What says that it is no text.
  fc.constantFrom({ toString: "" }, [{ toString: null, valueOf: 1 }]).map((equals) => ({ equals })),
  fc.constantFrom("a", "^$", "[A-Z]+", "1|true", ".*").map((matches) => ({ matches })),
  fc.boolean().map((exists) => ({ exists })),
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
);
const conditions = fc
  .tuple(source, name, operator, fc.record({ ignoreCase: fc.boolean() }, { requiredKeys: [] }))
  .map(([where, which, compared, more]) => ({ in: where, name: which, ...compared, ...more }) as Condition);
const text = fc.oneof(scalar.map(String), fc.string({ unit: "binary", maxLength: 5 }));
const requests = fc.record({
  target: fc
    .array(fc.tuple(name, text))
    .map((pairs) => `/a?${pairs.map((pair) => pair.join("=")).join("&")}`),
  params: fc.dictionary(name, text),
  headers: fc.array(fc.tuple(name, text)).map((pairs) => [...pairs.flat(), ...urlencoded]),
  body: fc.oneof(fc.json({ maxDepth: 3 }), text, fc.constant('{"list":[{"a":1},{"a":"A"}],"a":true}')),
});

test("whatever is asked of whatever request, the answer is always the same, and not its opposite's", () => {
  fc.assert(
    fc.property(conditions, requests, (condition, sent) => {
      const view = requestOf(sent);
      const answer = holds({ any: [condition] }, view, newConditionWork());
      expect(holds({ all: [condition] }, view, newConditionWork())).toBe(answer);
      expect(isMet(condition, sent)).toBe(answer);
      expect(isMet({ ...condition, not: true }, sent)).toBe(!answer);
      expect(explain({ all: [condition] }, view, newConditionWork())).toHaveLength(answer ? 0 : 1);
    }),
  );
});

describe("what may be in the part of a request that is not read", () => {
  const pairs = Array(pairsMax).fill("x=1");
  const list = JSON.stringify({ first: 1, list: Array(5001).fill(0), last: 1 });
  const deep = `{"first":1,"deep":${"[".repeat(70)}${"]".repeat(70)}}`;
  type Source = "query" | "cookie" | "form" | "json";
  const requests: [source: Source, sent: Parameters<typeof requestOf>[0]][] = [
    ["query", { target: `/a?${[...pairs, "last=1"].join("&")}` }],
    ["cookie", { headers: ["Cookie", [...pairs, "last=1"].join("; ")] }],
    ["form", { headers: urlencoded, body: [...pairs, "last=1"].join("&") }],
    ["json", { body: list }],
    ["json", { body: deep }],
  ];

  test.each(requests)("neither holds nor its opposite (%s %#)", (source, sent) => {
    for (const operator of [{ exists: true }, { equals: "1" }, { contains: "1" }, { oneOf: [2, 3] }]) {
      for (const not of [false, true]) {
        expect(isMet({ in: source, name: "last", ...operator, not }, sent)).toBe(false);
      }
    }
    expect(isMet({ in: source, name: "last", exists: false }, sent)).toBe(false);
    const why = explain(
      { all: [{ in: source, name: "last", exists: false }] },
      requestOf(sent),
      newConditionWork(),
    );
    expect(why).toEqual([
      expect.stringMatching(source === "cookie" ? /not what the mock expects/ : /is unknown: .*read/),
    ]);
  });

  test.each(requests.filter(([source]) => source !== "json"))(
    "does not change what was found before it (%s)",
    (source, sent) => {
      expect(isMet({ in: source, name: "x", exists: true }, sent)).toBe(true);
      expect(isMet({ in: source, name: "x", equals: 1 }, sent)).toBe(true);
      expect(isMet({ in: source, name: "x", exists: false }, sent)).toBe(false);
      expect(isMet({ in: source, name: "x", equals: 1, not: true }, sent)).toBe(false);
      // Among those that are not read there may be a 2.
      expect(isMet({ in: source, name: "x", equals: 2, not: true }, sent)).toBe(false);
    },
  );

  test("is nothing where there are just as many as are read", () => {
    expect(isMet({ in: "query", name: "last", exists: false }, { target: `/a?${pairs.join("&")}` })).toBe(
      true,
    );
    expect(isMet({ in: "json", name: "last", exists: false }, { body: `[${Array(5000).fill(0)}]` })).toBe(
      true,
    );
  });
});
