import { describe, expect, test } from "vitest";
import { configuredHeaders } from "@/lib/platform/budgets/budgets";
import { headerProblems, isPlainHeaderValue, isToken } from "./headers";

const { linesMax, bytesMax } = configuredHeaders;

const paths = (headers: Record<string, string | string[]>) => headerProblems(headers).map(({ path }) => path);

describe("headerProblems", () => {
  test.each([
    [{}],
    [{ "Content-Type": "text/html; charset=utf-8" }],
    [{ "X-Empty": "" }],
    [{ "X-Tab": "a\tb" }],
    [{ "X-Latin": "café ÿ" }],
    [{ "!#$%&'*+-.^_`|~09Az": "token" }],
    [{ "X-Repeated": ["1", "2", "1"] }],
    [{ "Set-Cookie": ["domain=1; Path=/", "b=2; Secure; HttpOnly", "c=subdomain=x"] }],
    [{ "Access-Control-Allow-Origin": "https://a.test", Location: "/", Proxy: "x", Date: "now" }],
    [{ "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "whatever" }],
  ])("%j can be sent", (headers) => {
    expect(headerProblems(headers)).toEqual([]);
  });

  test.each([
    ...["Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length", "Upgrade", "TE", "Trailer"],
    ...["Proxy-Authenticate", "Proxy-Connection", "Proxy-", "Strict-Transport-Security", "Clear-Site-Data"],
    ...["Service-Worker-Allowed"],
  ])("%s is refused in any letter case", (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(headerProblems({ [spelling]: "x" })).toEqual([
        { path: [spelling], message: `${spelling} cannot be set by a mock` },
      ]);
    }
  });

  test.each(["", " ", "X Y", "X:", "X\r\nY", "X\0", "Ü", "X(", "x@y", "Connection "])(
    "%j is no header name",
    (name) => {
      expect(paths({ [name]: "x" })).toEqual([[name]]);
    },
  );

  test.each([
    ["a\r\nSet-Cookie: b=c", "line breaks"],
    ["a\nb", "line breaks"],
    ["a\rb", "line breaks"],
    ["a\0b", "control characters"],
    ["a\u001bb", "control characters"],
    ["a\u007fb", "control characters"],
    ["a\u0085b", "control characters"],
    ["日本", "Latin-1"],
    ["\u010a\u010d", "Latin-1"],
    ["😀", "Latin-1"],
  ])("the value %j is refused, alone and in an array", (value, cause) => {
    const message = expect.stringContaining(cause);
    expect(headerProblems({ "X-A": value })).toEqual([{ path: ["X-A"], message }]);
    expect(headerProblems({ "X-A": ["fine", value] })).toEqual([{ path: ["X-A", "1"], message }]);
  });

  test.each([
    "a=b; Domain=example.com",
    "a=b;domain=example.com",
    "a=b; DOMAIN = example.com",
    "a=b; Path=/;\tDoMaIn\t=.example.com; Secure",
    "a=b; domain",
    "a=b; domain=",
    'a="x; Domain=example.com"',
    "a=b;\u00a0Domain=example.com",
    ";Domain=example.com",
  ])("the cookie %j would leave the project's host and is refused", (cookie) => {
    expect(paths({ "Set-Cookie": cookie })).toEqual([["Set-Cookie"]]);
    expect(paths({ "sEt-cOOkie": ["a=b", cookie] })).toEqual([["sEt-cOOkie", "1"]]);
    expect(paths({ "X-Other": cookie })).toEqual([]);
  });

  test("names that differ only in letter case are one header, reported once per repetition", () => {
    expect(headerProblems({ "X-A": "1", "x-a": "2", "X-B": "3" })).toEqual([
      { path: ["x-a"], message: "Same header as X-A; use an array to repeat it" },
    ]);
  });

  test("an empty array is refused", () => {
    expect(paths({ "X-A": [] })).toEqual([["X-A"]]);
  });

  test("all problems are listed at once", () => {
    const headers = { Connection: "a\nb", "b d": ["x", "\0"], "X-Ok": "1" };
    expect(paths(headers)).toEqual([["Connection"], ["Connection"], ["b d"], ["b d", "1"]]);
  });

  test("an own __proto__ key is judged like any other name", () => {
    const headers = JSON.parse('{"__proto__": "a\\nb"}');
    expect(paths(headers)).toEqual([["__proto__"]]);
  });

  test("lines are limited, repeated ones counted each", () => {
    const values = Array.from({ length: linesMax }, () => "x");
    expect(headerProblems({ "X-A": values })).toEqual([]);
    expect(paths({ "X-A": values, "X-B": "x" })).toEqual([[]]);
  });

  test("bytes are limited, names counted twice because they are listed for browsers too", () => {
    const fixed = 2 * "X-A".length + ": \r\n, ".length;
    expect(headerProblems({ "X-A": "x".repeat(bytesMax - fixed) })).toEqual([]);
    expect(paths({ "X-A": "x".repeat(bytesMax - fixed + 1) })).toEqual([[]]);
    expect(paths({ ["x".repeat(bytesMax / 2)]: "" })).toEqual([[]]);
  });
});

test.each([
  ["X-A", true],
  ["", false],
  ["a b", false],
  ["a\n", false],
  ["é", false],
])("isToken(%j) is %j", (text, expected) => {
  expect(isToken(text)).toBe(expected);
});

test.each([
  ["", true],
  ["a \t ÿ", true],
  ["a\n", false],
  ["\u0080", false],
  ["Ā", false],
])("isPlainHeaderValue(%j) is %j", (value, expected) => {
  expect(isPlainHeaderValue(value)).toBe(expected);
});
