import { expect, it } from "vitest";
import { MetadataFilter } from "./metadata-filter";

it.each<[given: string | string[], conditions: [keys: string[], value: string][]]>([
  ["", []],
  ["plan:pro", [[["plan"], "pro"]]],
  [
    "plan:pro,seats:5",
    [
      [["plan"], "pro"],
      [["seats"], "5"],
    ],
  ],
  [
    ["a:1", "b.c.0:x,d:"],
    [
      [["a"], "1"],
      [["b", "c", "0"], "x"],
      [["d"], ""],
    ],
  ],
  [" plan:pro plus ", [[["plan"], "pro plus "]]],
  ["url:https://x.example/a.b", [[["url"], "https://x.example/a.b"]]],
  [String.raw`a\.b\:c\\d:1\,2\\`, [[["a.b:c\\d"], "1,2\\"]]],
  ["é🎈:日本", [[["é🎈"], "日本"]]],
  ["a:'; drop table records; --", [[["a"], "'; drop table records; --"]]],
])("%j is understood", (given, conditions) => {
  expect(MetadataFilter.parse(given)).toEqual(conditions.map(([keys, value]) => ({ keys, value })));
});

it.each([
  "plan",
  ":pro",
  "a..b:1",
  ".a:1",
  "plan:pro,",
  "plan:pro,,seats:1",
  String.raw`plan\:pro`,
  "a.b.c.d.e.f.g.h.i.j.k:1",
  Array.from({ length: 11 }, (_, at) => `k${at}:1`).join(),
  `a:${"x".repeat(1000)}`,
])("%j is refused", (given) => {
  expect(MetadataFilter.safeParse(given).success).toBe(false);
});
