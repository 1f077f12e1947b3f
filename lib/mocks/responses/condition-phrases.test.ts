import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newConditionWork } from "./condition-work";
import { explain } from "./conditions";
import type { Condition, When } from "./contract";
import { requestOf } from "./fixtures/request";

type Sent = Parameters<typeof requestOf>[0];

const request = {
  target: "/a?page=2&tag=a&tag=b&many=1&many=2&many=3&many=4&many=5&many=6",
  params: { id: "7" },
  headers: ["Accept", "a", "accept", "b", "Content-Type", "application/x-www-form-urlencoded"],
  body: '{"n":1,"t":"1","list":[{"a":1},{"b":[]}]}',
};
const phrases = (when: When, sent: Sent = request) => explain(when, requestOf(sent), newConditionWork());
const phrase = (condition: Condition, sent: Sent = request) => phrases({ all: [condition] }, sent).join("; ");

test.each<[condition: Condition, phrase: string]>([
  [{ in: "query", name: "page", equals: 1 }, "query `page` is `2`, expected `1`"],
  [{ in: "query", name: "absent", equals: "1" }, "query `absent` is missing, expected `1`"],
  [{ in: "query", name: "tag", equals: null }, "query `tag` is `a`, `b`, expected `null`"],
  [
    { in: "query", name: "many", equals: 0 },
    "query `many` is `1`, `2`, `3`, `4`, `5` and 1 more, expected `0`",
  ],
  [{ in: "query", name: "page", equals: 2, not: true }, "query `page` is `2`, expected not to be `2`"],
  [
    { in: "header", name: "Accept", contains: "json" },
    "header `Accept` is `a`, `b`, expected to contain `json`",
  ],
  [
    { in: "header", name: "accept", contains: "a", not: true },
    "header `accept` is `a`, `b`, expected not to contain `a`",
  ],
  [{ in: "path", name: "id", matches: "^x" }, "path `id` is `7`, expected to match `^x`"],
  [{ in: "path", name: "id", matches: "7", not: true }, "path `id` is `7`, expected not to match `7`"],
  [{ in: "query", name: "page", oneOf: ["a", "b"] }, "query `page` is `2`, expected one of `a`, `b`"],
  [{ in: "query", name: "page", oneOf: [2], not: true }, "query `page` is `2`, expected none of `2`"],
  [
    { in: "query", name: "page", oneOf: [1, 3, 4, 5, 6, 7, 8] },
    "query `page` is `2`, expected one of `1`, `3`, `4`, `5`, `6` and 2 more",
  ],
  [{ in: "query", name: "page", exists: false }, "query `page` is `2`, expected to be missing"],
  [{ in: "query", name: "page", exists: true, not: true }, "query `page` is `2`, expected to be missing"],
  [{ in: "query", name: "absent", exists: true }, "query `absent` is missing"],
  [{ in: "query", name: "absent", exists: false, not: true }, "query `absent` is missing"],
  [{ in: "form", name: "a", equals: 1 }, "form `a` is missing, expected `1`"],
  [{ in: "method", equals: "get" }, "method is `POST`, expected `get`"],
  [{ in: "body", contains: "x" }, `body is \`${request.body}\`, expected to contain \`x\``],
  [{ in: "json", name: "n", equals: "1" }, 'json `n` is `1`, expected `"1"`'],
  [{ in: "json", name: "t", equals: 1 }, 'json `t` is `"1"`, expected `1`'],
  [
    { in: "json", name: "list[*].a", oneOf: [2, "2", null] },
    'json `list[*].a` is `1`, expected one of `2`, `"2"`, `null`',
  ],
  [{ in: "json", equals: { a: [1] } }, `json is \`${request.body}\`, expected \`{"a":[1]}\``],
  [{ in: "json", name: "t", matches: "a" }, 'json `t` is `"1"`, expected to match `a`'],
])("%j: %s", (condition, expected) => expect(phrase(condition)).toBe(expected));

test.each<[body: string, phrase: string]>([
  ["", "json `a` is missing, expected `1`"],
  ["{}", "json `a` is missing, expected `1`"],
  ['{"a":1', "json `a` is missing (the body is not JSON), expected `1`"],
  [
    `[${"0,".repeat(5000)}0]`,
    "json `a` is unknown: JSON is read up to 5000 entries of a list, 20000 values and 64 levels",
  ],
])("a body is said to be no JSON or too much of it", (body, expected) =>
  expect(phrase({ in: "json", name: "a", equals: 1 }, { body })).toBe(expected),
);

describe("credentials", () => {
  const secrets = ["authorization", "proxy-authorization", "cookie", "x-api-key"];
  const operators = [
    { equals: "s3cret" },
    { equals: "given", not: true },
    { contains: "s3cret" },
    { matches: "s3cret" },
    { oneOf: ["s3cret"] },
    { exists: false },
  ];
  const headers = [...secrets.flatMap((name) => [name, "given"]), "Cookie", "sid=given"];
  const cases = operators.flatMap((operator) => [
    ...secrets.map((name): Condition => ({ in: "header", name, ...operator })),
    ...secrets.map((name): Condition => ({ in: "header", name: name.toUpperCase(), ...operator })),
    { in: "cookie" as const, name: "sid", ...operator },
  ]);

  test.each(cases)("are neither shown nor what is expected of them: %j", (condition) => {
    const expected = `${condition.in} \`${condition.name}\` is not what the mock expects`;
    expect(phrase(condition, { headers })).toBe(expected);
  });

  test.each<[condition: Condition, phrase: string]>([
    ...["jwt", "pwd", "private_key", "sig", "userPassword", "x-api-key"].map((name): [Condition, string] => [
      { in: "query", name, equals: "s3cret" },
      `query \`${name}\` is not what the mock expects`,
    ]),
    [{ in: "json", name: "user.pwd", equals: "s3cret" }, "json `user.pwd` is not what the mock expects"],
    [
      { in: "json", name: "tokens[0].x", equals: "s3cret" },
      "json `tokens[0].x` is not what the mock expects",
    ],
    [{ in: "json", name: "author", equals: "b" }, 'json `author` is missing, expected `"b"`'],
    [
      { in: "json", contains: { password: "s3cret", name: "b" } },
      'json is `{"token":"***","n":1}`, expected to contain `{"password":"***","name":"b"}`',
    ],
    [
      { in: "json", equals: [{ token: { x: "s3cret" } }] },
      'json is `{"token":"***","n":1}`, expected `[{"token":"***"}]`',
    ],
    [{ in: "body", contains: "password=s3cret" }, "body is not what the mock expects"],
    [{ in: "body", oneOf: ["x", '{"jwt":"s3cret"}'] }, "body is not what the mock expects"],
    [{ in: "body", contains: "other" }, "body is not what the mock expects"],
    [{ in: "body", equals: { password: "s3cret" } }, "body is not what the mock expects"],
  ])("are hidden by their names, also within what is compared: %j", (condition, expected) => {
    expect(phrase(condition, { body: '{"token":"given","n":1}' })).toBe(expected);
  });

  test("are not shown as missing either, and not as too long", () => {
    expect(phrase({ in: "cookie", name: "a", equals: 1 }, {})).toBe(
      "cookie `a` is not what the mock expects",
    );
    const long = ["Authorization", "a".repeat(300_000)];
    expect(phrase({ in: "header", name: "authorization", matches: "b+" }, { headers: long })).toBe(
      "header `authorization` is not what the mock expects",
    );
  });
});

describe("what is shown", () => {
  const shown = (value: string) => phrase({ in: "body", exists: false }, { body: value });

  test.each<[value: string, shown: string]>([
    ["a".repeat(100), "a".repeat(100)],
    ["a".repeat(101), `${"a".repeat(100)}…`],
    ["😀".repeat(100), "😀".repeat(100)],
    ["😀".repeat(5000), `${"😀".repeat(100)}…`],
    ["a\r\nb\u0000\u001b[31m", "a\ufffd\ufffdb\ufffd\ufffd[31m"],
    ["a\u202eb\u2028c\u0085", "a\ufffdb\ufffdc\ufffd"],
  ])("of %j is %j", (value, text) =>
    expect(shown(value)).toBe(`body is \`${text}\`, expected to be missing`),
  );

  test.each<[expected: Condition["equals"], shown: string]>([
    [{ toString: "" }, '{"toString":""}'],
    [{ valueOf: 1, toString: null }, '{"valueOf":1,"toString":null}'],
    [[{ toString: 1 }], '[{"toString":1}]'],
  ])("of what says that it is no text is its JSON: %j", (equals, text) => {
    for (const source of ["body", "query"] as const) {
      expect(phrase({ in: source, name: "a", equals }, { body: "b" })).toMatch(`expected \`${text}\``);
    }
  });

  test("of what is expected is cut, too", () => {
    const long = "é".repeat(10_000);
    expect(phrase({ in: "query", name: "a", equals: long })).toBe(
      `query \`a\` is missing, expected \`${"é".repeat(100)}…\``,
    );
    expect(phrase({ in: "query", name: `a\n${"é".repeat(500)}`, exists: true })).toBe(
      `query \`a\ufffd${"é".repeat(98)}…\` is missing`,
    );
  });

  test("of JSON is its beginning, as it is written", () => {
    const values = fc.jsonValue({ depthSize: "large", stringUnit: "grapheme" });
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value);
        const characters = [...text];
        const cut = `${characters.slice(0, 100).join("")}${characters.length > 100 ? "…" : ""}`;
        const plain = cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");
        expect(phrase({ in: "json", exists: false }, { body: text })).toBe(
          `json is \`${plain}\`, expected to be missing`,
        );
      }),
    );
  });

  test("is never more than a few kilobytes", () => {
    const anything = fc.string({ unit: "binary", minLength: 200, maxLength: 300 });
    fc.assert(
      fc.property(anything, fc.array(anything, { maxLength: 20 }), (name, oneOf) => {
        const target = `/a?${`${encodeURIComponent(name)}=${"1".repeat(200)}&`.repeat(20)}`;
        const any = Array<Condition>(20).fill({ in: "query", name, oneOf });
        expect(phrases({ any }, { target }).join("").length).toBeLessThan(5 * 11 * 220);
      }),
    );
  });
});

const page = (equals: number): Condition => ({ in: "query", name: "page", equals });

test.each<[when: When, phrases: string[]]>([
  [null, []],
  [{ all: [page(2)] }, []],
  [{ any: [page(1), page(2)] }, []],
  [
    { all: [page(1), page(2), page(3)] },
    ["query `page` is `2`, expected `1`", "query `page` is `2`, expected `3`"],
  ],
  [{ any: [page(1), page(3)] }, ["query `page` is `2`, expected `1` or query `page` is `2`, expected `3`"]],
  [
    { any: [...Array(6).fill(page(1)), page(3)] },
    [`${Array(5).fill("query `page` is `2`, expected `1`").join(" or ")} or 2 more`],
  ],
  [{ any: [...Array(19).fill(page(1)), page(2)] }, []],
])("%j: %j", (when, expected) => expect(phrases(when)).toEqual(expected));

test("no more than five conditions are explained", () => {
  expect(phrases({ all: Array(20).fill(page(1)) })).toHaveLength(5);
});

test("what costs too much is said to", () => {
  const long = { body: "a".repeat(1024 * 1024) };
  expect(phrase({ in: "body", matches: "b+" }, long)).toBe("body is too long for the pattern");
  expect(phrase({ in: "body", matches: "b+", not: true }, long)).toBe("body is too long for the pattern");
  expect(phrases({ all: Array(5).fill({ in: "body", contains: "b" }) }, long).at(-1)).toBe(
    "body is too large to compare",
  );
});
