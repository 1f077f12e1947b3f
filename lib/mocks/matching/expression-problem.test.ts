import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { expressionProblem } from "./expression-problem";
import { canMatchPath } from "./reachable-path";

test.each([
  "~^users$",
  "~^(users|orders)/[0-9]+$",
  "~^[a-z]+/x$",
  "~^(?i)users$",
  "~^[^/]",
  "~^(?:)$",
  "~^/a$/b",
  "~^/x^y",
  "~^/(a$|b$)c",
  "~^/[^\\s\\S]$",
  "~^/a\\bb$",
  "~^/a\\B/",
  "~^\\b\\B/",
  "~^/(?-s:.)\\A",
  "~^.$a",
])("%s can never match, and is refused", (endpoint) => {
  expect(expressionProblem(endpoint)).toMatch(/^can never match/);
});

test.each([
  "~^/find\\?$",
  "~^/a\\bb?/",
  "~^/users/[0-9]+$",
  "~^(/users)?(/[0-9]+)$",
  "~^(users|/orders)/[0-9]+$",
  "~^.users",
  "~^(?i)/K$",
  "~^(?i)/\u017f\\b",
  "~^[^a]users",
  "~^(?m)/a$\\n^b",
  "~^/(?P<id>\\pL+)$",
  "~^$|^/",
  "~^",
  "~^x*",
  "~^/$",
  "~^/\\b",
  "~^/\\d\\b[\\s\\S]*\\z",
  "/users",
])("%s may match, and is taken", (endpoint) => expect(expressionProblem(endpoint)).toBeUndefined());

test("what is refused matches no path that chance makes", () => {
  const part = fc.constantFrom(
    "/",
    "a",
    "B",
    "1",
    "^",
    "$",
    "\\b",
    "\\B",
    "[^a]",
    "[^/]",
    ".",
    "\\W",
    "(?i)k",
    "\\n",
    "-",
  );
  const repeated = fc
    .tuple(part, fc.constantFrom("", "?", "*", "{2}"))
    .map(([text, times]) => `(?:${text})${times}`);
  const parts = fc.array(repeated, { maxLength: 4 }).map((all) => all.join(""));
  const expression = fc.oneof(
    parts,
    fc.tuple(parts, parts).map(([one, other]) => `(?:${one}|${other})`),
  );
  const path = fc.string({
    unit: fc.constantFrom("/", "a", "b", "B", "1", "-", "\n", "k", "K", "\u212a"),
    maxLength: 5,
  });
  fc.assert(
    fc.property(expression, fc.array(path, { minLength: 1, maxLength: 20 }), (pattern, paths) => {
      const compiled = RE2JS.compile(`^${pattern}`);
      if (canMatchPath(compiled)) return;
      for (const each of paths) expect(compiled.test(`/${each}`)).toBe(false);
    }),
  );
});

test("what is accepted matches some short path, where the alphabet is small", () => {
  const alphabet = ["/", "a", "b", "-", "\n"];
  let level = ["/"];
  const all = [...level];
  for (let length = 1; length < 6; length += 1) {
    level = level.flatMap((text) => alphabet.map((character) => text + character));
    all.push(...level);
  }
  const part = fc.constantFrom("/", "a", "-", "\\n", "^", "$", "\\b", "\\B", ".", "[^a]", "[^/]", "(?:a|-)?");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const compiled = RE2JS.compile(`^${parts.join("")}`);
      expect(canMatchPath(compiled)).toBe(all.some((path) => compiled.test(path)));
    }),
  );
});
