import fc from "fast-check";
import { expect, test } from "vitest";
import { mixedCost, takeMixed } from "./mixed-segment";
import { paramsOf } from "./params";
import type { MixedPart } from "./segments";

const oracle = (parts: readonly MixedPart[], text: string): string[] | undefined => {
  const source = parts.map((part) => ("text" in part ? part.text.replace(/[^\w]/g, "\\$&") : "([^]+?)"));
  return new RegExp(`^${source.join("")}$`).exec(text)?.slice(1);
};

test("a mixed segment takes what a lazy regular expression would", () => {
  const texts = fc.constantFrom("a", ".", "-", "aa", "a.", ".a");
  const part = fc.oneof(
    texts.map((text): MixedPart => ({ text })),
    fc.constant<MixedPart>({ name: "n" }),
  );
  const parts = fc
    .array(part, { minLength: 1, maxLength: 6 })
    .filter((all) => all.some((one) => "name" in one))
    // Texts side by side are one text.
    .filter((all) => all.every((one, at) => !("text" in one && "text" in (all[at - 1] ?? {}))));
  const text = fc.array(fc.constantFrom("a", "b", ".", "-"), { maxLength: 10 }).map((all) => all.join(""));
  fc.assert(
    fc.property(parts, text, (all, given) => {
      expect(takeMixed(all, given)).toEqual(oracle(all, given));
    }),
  );
});

test("what a search in a segment can cost is known beforehand", () => {
  const parts: MixedPart[] = [{ text: "ab" }, { name: "x" }, { text: "cd" }, { name: "y" }, { text: "ef" }];
  expect(mixedCost(parts, "x".repeat(100))).toBe(2 + 1 + 2 * 100 + 1 + 2);
});

test.each<[endpoint: string, path: string, params: Record<string, string>]>([
  ["/users/:id", "/users/7", { id: "7" }],
  ["/users/:id", "/users/a%2Fb%2525", { id: "a/b%25" }],
  ["/users/:first-name", "/users/Ada", { "first-name": "Ada" }],
  ["/report.:ext", "/report.tar.gz", { ext: "tar.gz" }],
  ["/v:major.:minor", "/v1.2.3", { major: "1", minor: "2.3" }],
  ["/aliases/:a:run", "/aliases/xyz", { a: "x", run: "yz" }],
  ["/:from-:to/*", "/a-b/c/d%2Fe", { from: "a", to: "b", "*": "c/d/e" }],
  ["/a/:b?", "/a", {}],
  ["/a/:b?", "/a/1", { b: "1" }],
  ["/a/:b?/:c*", "/a/1/2/3", { b: "1", c: "2/3" }],
  ["/files/:path+", "/files/a/b", { path: "a/b" }],
  ["/:__proto__/:constructor", "/x/y", { ["__proto__"]: "x", constructor: "y" }],
])("of %j the path %j has the parameters %j", (endpoint, path, params) => {
  expect(Object.entries(paramsOf(endpoint, path))).toEqual(Object.entries(params));
});
