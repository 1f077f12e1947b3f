import { describe, expect, test } from "vitest";
import { jsonProblem } from "@/lib/operations/json-size";
import { json } from "@/lib/platform/budgets/budgets";
import { isSecretName, mayHaveSecrets } from "@/lib/platform/secrets/secret-names";
import { finished } from "./fixtures/finished";
import { secretsLeftOut } from "./secrets-left-out";

/** What is left of a text, made from its parsed value, which takes too long for a text of somebody else's. */
function inOneStep(text: string): { value: unknown } | "unread" {
  if (jsonProblem(Buffer.from(text)) !== undefined) return "unread";
  try {
    return { value: without(JSON.parse(text), false) };
  } catch {
    return "unread";
  }
}

function without(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, isSecret));
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(([name, each]) => [
      name,
      without(each, isSecret || isSecretName(name)),
    ]);
    return Object.fromEntries(fields);
  }
  if (isSecret && (typeof value === "string" || typeof value === "number")) return "***";
  return typeof value === "string" ? inside(value) : value;
}

/** A string that is JSON, too. */
function inside(text: string): string {
  const read = /^[ \t\r\n]*[[{]/.test(text) ? inOneStep(text) : "unread";
  if (read === "unread" || JSON.stringify(read.value) === JSON.stringify(JSON.parse(text))) return text;
  return JSON.stringify(read.value);
}

function expectLeft(text: string): string | undefined {
  const left = finished(secretsLeftOut(text));
  const expected = inOneStep(text);
  if (expected === "unread") expect(left, text).toBe(mayHaveSecrets(text) ? undefined : text);
  else {
    expect(JSON.parse(left ?? ""), text).toEqual(expected.value);
    // What is no secret is as it was written.
    if (!left?.includes("***")) expect(left).toBe(text);
  }
  return left;
}

const texts = [
  '{"token":"a\\\\","n":"\\"token\\":1"}',
  '{"token":{"token":"b","name":"c"},"list":[{"secret":"d"}]}',
  '{"tokens":["a","b"],"token":["a",{"apiKey":"x"}]}',
  '{"token":[],"token":{},"token":"","token":-0.5e+10,"token":false}',
  '"token"',
  '["token","token",["password"]]',
  ' \t\r\n{ "token" \n:\t "a" , "x" : 1 }\n ',
  '{"\\u0074oken":"a","to\\u212Aen":"b","TO\u212aEN":"c","pass\\u0057ORD":"d","token":"e"}',
  '{"access_-token":"a","id token":"b","_token_":"c","to\\u002d\\u005fken":"d","\\ttoken":"e"}',
  `{"t${"-".repeat(5000)}oken":"a","${"x".repeat(5000)}token":"b"}`,
  '{"token":"\\ud83d\\ude00😀é日","日token":"a","\\ud83dtoken":"b","İdtoken":"c"}',
  '{"__proto__":{"token":"a"},"":"token"}',
  // No JSON, in ways that a parser must know.
  ...['{"token":"a"', '{"token":"a}', '{"token":"a\\"}', '{"token":"a"}}', '{"token":"a"]', '{"token"}'],
  ...['{"token":}', '{"token":"a",}', '["token",]', '[,"token"]', "{token:1}", "{'token':'a'}", "token=abc"],
  ...['{"token":01}', '{"token":1.}', '{"token":.5}', '{"token":-}', '{"token":+1}', '{"token":1e}'],
  ...['{"token":"\\x"}', '{"token":"\\u12g4"}', '{"token":"\\u12', '{"token":"a\nb"}', '{"token":"a\tb"}'],
  ...['{"token":NaN}', '{"token":nul}', '{"token":truefalse}', '{"token":"a"} x', '{"token":"a"}{"x":1}'],
  ...[
    '\ufeff{"token":"a"}',
    '{"token":"a"\u00a0}',
    '{"token" "a"}',
    '{"token"::"a"}',
    '{1:"token"}',
    "token",
  ],
  ...['{"a":1 "token":2}', '["token" 1]', '{"token":"\u007f\u2028"}', "[[[[token", '{"token":"a"\0}', ""],
];

describe("what is left out", () => {
  test.each(texts)("of %.60j", (text) => {
    expectLeft(text);
  });

  test.each([
    ['{"token": "a" , "n":1.50}', '{"token": "***" , "n":1.50}'],
    [
      '{"newPassword":"a","x-api-key":["b",{"c":1e5,"d":true,"e":null}],"user":"f"}',
      '{"newPassword":"***","x-api-key":["***",{"c":"***","d":true,"e":null}],"user":"f"}',
    ],
    ['{"p\\u0061ssword":"a"}', '{"p\\u0061ssword":"***"}'],
    ['{"o\\u0074p":123}', '{"o\\u0074p":"***"}'],
    [
      '{"credentials":{"user":"a","hash":{"b":["c"]}},"name":"d"}',
      '{"credentials":{"user":"***","hash":{"b":["***"]}},"name":"d"}',
    ],
    ['{"log":"{\\"token\\":\\"a\\",\\"n\\":1}"}', '{"log":"{\\"token\\":\\"***\\",\\"n\\":1}"}'],
    ['{"log":"[token] is needed: ask"}', '{"log":"[token] is needed: ask"}'],
    ['"{\\"otp\\":1}"', '"{\\"otp\\":\\"***\\"}"'],
  ])("of %s is %s", (text, expected) => expect(finished(secretsLeftOut(text))).toBe(expected));

  test("of JSON in JSON in JSON, however deep", () => {
    let text = '{"token":"deep"}';
    for (let nesting = 0; nesting < 8; nesting += 1) {
      expect(finished(secretsLeftOut(text))).not.toContain("deep");
      text = JSON.stringify({ text });
    }
  });

  test("of anything that can be made of such texts", () => {
    let seed = 7;
    const below = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    const pieces = [
      '"',
      '"token"',
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      " ",
      "\\",
      "\\u0041",
      "1",
      "-",
      ".5",
      "null",
    ];
    for (let round = 0; round < 2000; round += 1) {
      const text = texts[below(texts.length)] ?? "";
      const at = below(text.length + 1);
      const changed = text.slice(0, at) + (pieces[below(pieces.length)] ?? "") + text.slice(at + below(3));
      expectLeft(changed);
    }
  });
});

const { depthMax, entriesMax, valuesMax } = json;
const nested = (depth: number) => `{"token":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const listed = (entries: number) => `{"token":1,"a":[${Array.from({ length: entries }, () => 1)}]}`;
const ones = `,[${Array.from({ length: 99 }, () => 1)}]`;
const pairs = (values: number) => `["token"${ones.repeat(values / 100)}]`;

test.each([
  ["nested as deep as may be", nested(depthMax - 1), true],
  ["nested deeper", nested(depthMax), false],
  ["with as many entries as may be", listed(entriesMax), true],
  ["with more entries", listed(entriesMax + 1), false],
  ["with many values", pairs(valuesMax - 100), true],
  ["with more values", pairs(valuesMax + 100), false],
])("a text %s", (_, text, isRead) => {
  expect(expectLeft(text) !== undefined).toBe(isRead);
});

const object = (name: string, fields: number, value: string, between = "") =>
  `{${Array.from({ length: fields }, (_, at) => `"${name}${between.repeat(at) || (between ? "" : at)}":"${value}"`)}}`;
const chars = 1024 * 1024;
const filled = (begin: string, piece: string, end: string) =>
  begin + piece.repeat(Math.floor((chars - begin.length - end.length) / piece.length)) + end;

describe("a megabyte is read in short steps", () => {
  test.each([
    ["quotes", filled('{"token":"', '\\"', '"}')],
    ["escapes", filled('{"token":"', "\\u0041", '"}')],
    ["a name of escapes", filled('{"token":1,"', "\\u002d", '":"a"}')],
    ["a name of dashes", filled('{"token":1,"', "-", '":"a"}')],
    ["characters of three bytes", filled('{"token":"', "\u65e5", '"}').slice(0, chars / 3)],
    ["blanks", filled('{"token"', " ", ':"a"}')],
    ["digits", filled('{"token":', "1", "}")],
    ["quotes without an end", filled('{"token":"', '\\"', "")],
    ["many names", `[${Array.from({ length: 900 }, () => object("token-", 20, "\\n".repeat(15)))}]`],
    ["many secrets", `[${Array.from({ length: 900 }, () => object("secret", 20, "a".repeat(30), "-"))}]`],
  ])("of %s", (_, text) => {
    let steps = 0;
    finished(secretsLeftOut(text), () => {
      steps += 1;
    });
    // Not by the clock, which on a busy machine counts the time of others: each step is 32 KiB, and half a millisecond.
    expect(steps).toBeGreaterThanOrEqual(Math.floor(text.length / 32_768));
  });
});
