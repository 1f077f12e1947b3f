import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/operations/errors";
import { readItemsQuery } from "./items-query";
import { pageLinks } from "./page-links";

const issuesOf = (query: string) => {
  try {
    readItemsQuery(query);
  } catch (error) {
    return error instanceof AppError ? error.issues?.map(({ path }) => path) : error;
  }
  return [];
};

describe("where an answer begins and ends", () => {
  test.each<[query: string, start: number, limit: number, isLimited: boolean]>([
    ["", 0, 1000, false],
    ["_page=1", 0, 10, true],
    ["_page=3&_limit=20", 40, 20, true],
    ["_page=2&_per_page=5", 5, 5, true],
    ["_limit=7", 0, 7, true],
    ["_limit=5000", 0, 1000, true],
    ["_start=10", 10, 1000, false],
    ["_start=10&_limit=5", 10, 5, true],
    ["_start=10&_end=12", 10, 2, true],
    ["_end=12", 0, 12, true],
    ["_start=12&_end=10", 12, 0, true],
  ])("%s", (query, start, limit, isLimited) => {
    expect(readItemsQuery(query)).toMatchObject({ start, limit, isLimited });
  });
});

test.each<[query: string, field: string[], comparison: string, values: string[]]>([
  ["a=1", ["a"], "eq", ["1"]],
  ["a=1&a=2", ["a"], "eq", ["1", "2"]],
  ["a.b_gte=x+y", ["a", "b"], "gte", ["x y"]],
  ["a_ne=", ["a"], "ne", [""]],
  ["a_like=%C3%B6", ["a"], "like", ["ö"]],
  ["_id=7", ["_id"], "eq", ["7"]],
  ["__proto__=7", ["__proto__"], "eq", ["7"]],
  ["a_b_lt=3", ["a_b"], "lt", ["3"]],
  ["_ne=3", ["_ne"], "eq", ["3"]],
])("%s is a condition", (query, field, comparison, values) => {
  expect(readItemsQuery(query).conditions).toEqual([{ field, comparison, values }]);
});

test.each<[query: string, sorts: [string, boolean][]]>([
  ["_sort=a", [["a", false]]],
  [
    "_sort=a,-b.c",
    [
      ["a", false],
      ["b.c", true],
    ],
  ],
  [
    "_sort=a,b&_order=desc,ASC",
    [
      ["a", true],
      ["b", false],
    ],
  ],
  [
    "_sort=a,b&_order=desc",
    [
      ["a", true],
      ["b", false],
    ],
  ],
  ["_sort=", []],
])("%s orders", (query, sorts) => {
  const read = readItemsQuery(query).sorts.map((sort) => [sort.field.join("."), sort.isDescending]);
  expect(read).toEqual(sorts);
});

test("what libraries add against memories is no condition", () => {
  expect(readItemsQuery("_=1700000000&=x").conditions).toEqual([]);
});

test.each([
  ["_page=0", ["_page"]],
  ["_page=-1&_limit=x", ["_page", "_limit"]],
  ["_limit=0", ["_limit"]],
  ["_start=1e3", ["_start"]],
  ["_sort=a,b,c,d,e", ["_sort"]],
  ["_sort=a&_order=up", ["_order"]],
  ["_embed=posts", ["_embed"]],
  [`${"x".repeat(201)}=1`, ["x".repeat(200)]],
  [`${"a.".repeat(20)}a=1`, [`${"a.".repeat(20)}a`]],
  [`a=${"x".repeat(1001)}`, ["a"]],
  [`q=${"x".repeat(101)}`, [""]],
  [`q=${"x".repeat(40)}&a_like=${"x".repeat(30)}&a_like=b&b_like=${"x".repeat(30)}`, [""]],
  ["_sort=a,b,a", ["_sort"]],
  ["_sort=a&_sort=-a", ["_sort"]],
  ["a=%00", [""]],
  ["%00=a", [""]],
  ["q=%00", [""]],
  [Array.from({ length: 21 }, (_, n) => `a=${n}`).join("&"), [""]],
  ["a&".repeat(7500), [""]],
])("%.40s is refused", (query, paths) => {
  expect(issuesOf(query)).toEqual(paths);
});

describe("links to other pages", () => {
  const relations = (query: string, total: number, given: number) => {
    const links = pageLinks({ address: "http://h/c", query }, readItemsQuery(query), { total, given });
    return links?.replaceAll(/<http:\/\/h\/c\?([^>]*)>; rel="(\w+)"/g, "$2 $1").split(", ");
  };
  test.each<[query: string, total: number, given: number, links: string[] | undefined]>([
    ["", 3, 3, undefined],
    ["_page=1&_limit=5", 5, 5, undefined],
    ["_page=1", 11, 10, ["first _page=1&_limit=10", "next _page=2&_limit=10", "last _page=2&_limit=10"]],
    [
      "a=b&_page=2&_per_page=5",
      11,
      5,
      [
        "first a=b&_page=1&_limit=5",
        "prev a=b&_page=1&_limit=5",
        "next a=b&_page=3&_limit=5",
        "last a=b&_page=3&_limit=5",
      ],
    ],
    ["_page=9&_limit=5", 11, 0, ["first _page=1&_limit=5", "prev _page=3&_limit=5", "last _page=3&_limit=5"]],
    ["", 1500, 700, ["first _start=0&_limit=1000", "next _start=700&_limit=1000"]],
    [
      "_start=5&_end=10",
      20,
      5,
      ["first _start=0&_limit=5", "prev _start=0&_limit=5", "next _start=10&_limit=5"],
    ],
    ["_start=30&_limit=5", 20, 0, ["first _start=0&_limit=5", "prev _start=25&_limit=5"]],
    [`a=${"x".repeat(1000)}&b=${"%20".repeat(1000)}&c=${"x".repeat(1000)}&_page=1`, 20, 10, undefined],
  ])("%.40s of %i", (query, total, given, links) => {
    expect(relations(query, total, given)).toEqual(links);
  });
});
