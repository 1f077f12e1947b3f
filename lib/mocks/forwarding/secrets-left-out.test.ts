import { describe, expect, test } from "vitest";
import { jsonProblem } from "@/lib/operations/json-size";
import { json } from "@/lib/platform/budgets/budgets";
import { finished } from "./fixtures/finished";
import { secretsLeftOut } from "./secrets-left-out";

/** The same in one step and in few words, which takes too long for a text of somebody else's. */
function inOneStep(text: string): string | undefined {
  if (!/passw(?:or)?d|secret|token|api[-_ ]?key|private[-_ ]?key|authorization/i.test(text)) return text;
  if (jsonProblem(Buffer.from(text)) !== undefined) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const string = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
  const fields = new RegExp(`(${string})(\\s*:\\s*)(${string}|-?\\d[\\d.eE+-]*)|${string}`, "g");
  const secret =
    /^(?:passw(?:or)?d|(?:client)?secret|(?:access|refresh|id|auth|session)?token|(?:api|private)key|authorization)$/;
  const isSecret = (name: string) =>
    secret.test(String(JSON.parse(name)).toLowerCase().replace(/[-_ ]/g, ""));
  return text.replace(fields, (whole, name?: string, between?: string) =>
    name !== undefined && isSecret(name) ? `${name}${between}"***"` : whole,
  );
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
  test.each(texts)("of %.60j", (text) => expect(finished(secretsLeftOut(text))).toBe(inOneStep(text)));

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
    for (let round = 0; round < 20_000; round += 1) {
      const text = texts[below(texts.length)] ?? "";
      const at = below(text.length + 1);
      const changed = text.slice(0, at) + (pieces[below(pieces.length)] ?? "") + text.slice(at + below(3));
      expect(finished(secretsLeftOut(changed)), changed).toBe(inOneStep(changed));
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
  const left = finished(secretsLeftOut(text));
  expect(left).toBe(inOneStep(text));
  expect(left !== undefined).toBe(isRead);
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
