import { expect, test } from "vitest";
import type { ForwardingFilter } from "./contract";
import { filterOf, fitsPattern } from "./rule-filter";

const all: ForwardingFilter = { methods: [], path: null, headers: [], validOnly: false, bodyContains: null };
const capture = {
  method: "post",
  path: "/orders/17",
  rawHeaders: [
    ["X-Event", "order.created"],
    ["x-tag", "a"],
    ["X-Tag", "b"],
  ] as [string, string][],
  body: Buffer.from('{"type":"order.created"}'),
  signature: { verdict: "late" as const, detail: "", refused: false },
};
const header = (name: string, match: "equals" | "contains", value: string) => ({ name, match, value });

test.each<[string, Partial<ForwardingFilter>, boolean]>([
  ["nothing", {}, true],
  ["its method in any letter case", { methods: ["GET", "POST"] }, true],
  ["another method", { methods: ["GET"] }, false],
  ["its path", { path: "/orders/*" }, true],
  ["another path", { path: "/invoices/*" }, false],
  ["a header in any letter case", { headers: [header("x-event", "equals", "order.created")] }, true],
  ["a part of a header's value", { headers: [header("X-Event", "contains", "created")] }, true],
  ["a value that is only a part", { headers: [header("X-Event", "equals", "order")] }, false],
  ["one of a header's values", { headers: [header("X-Tag", "equals", "b")] }, true],
  [
    "two headers of which one is missing",
    { headers: [header("X-Tag", "equals", "b"), header("X-No", "contains", "")] },
    false,
  ],
  ["a valid signature, where it is late", { validOnly: true }, false],
  ["a text of the body", { bodyContains: '"order.created"' }, true],
  ["a text in other letters", { bodyContains: "ORDER" }, false],
  ["all of it", { methods: ["POST"], path: "/orders/17", bodyContains: "order" }, true],
])("a filter of %s", (_, filter, fits) => expect(filterOf({ ...all, ...filter })(capture)).toBe(fits));

test("a valid signature", () =>
  expect(
    filterOf({ ...all, validOnly: true })({
      ...capture,
      signature: { ...capture.signature, verdict: "valid" },
    }),
  ).toBe(true));

test.each([
  ["/", "/", true],
  ["/a", "/", false],
  ["/a/b", "/a*", true],
  ["/a/b", "*b", true],
  ["/a/b", "/a/b/*", false],
  ["/a/b/c", "/a/*/c", true],
  ["/ac", "/a*c", true],
  ["/a", "/a*a", false],
  ["/aXbXc", "/a*X*c", true],
  ["/aXc", "/a*X*X*c", false],
  ["/anything", "*", true],
])("%s and %s", (path, pattern, fits) => expect(fitsPattern(path, pattern)).toBe(fits));

test("text beyond the first 64 KiB is not searched", () => {
  const body = Buffer.concat([Buffer.alloc(64 * 1024, "a"), Buffer.from("needle")]);
  expect(filterOf({ ...all, bodyContains: "needle" })({ ...capture, body })).toBe(false);
});
