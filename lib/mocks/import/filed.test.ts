import { describe, expect, it, test } from "vitest";
import { Tags } from "@/lib/operations/tags";
import { Folder } from "../organising/contract";
import { folderIn, folderName, tagsFrom } from "./filed";

describe("folders of other tools", () => {
  it.each([
    ["Users", "Users"],
    [" GET/POST\n users ", "GET POST users"],
    ["/", ""],
    [7, "7"],
    [undefined, ""],
    [{}, ""],
  ])("%j is %j here", (name, expected) => {
    expect(folderName(name)).toBe(expected);
  });

  test.each([
    ["", "Users", "Users"],
    ["API", "Users", "API/Users"],
    ["API", "", "API"],
    ["x".repeat(199), "Users", "x".repeat(199)],
  ])("%j with %j in it is %j", (outer, name, expected) => {
    expect(folderIn(outer, name)).toBe(expected);
    expect(Folder.parse(expected)).toBe(expected);
  });
});

it.each<[given: unknown, tags: string[]]>([
  [
    ["users", " admin ", "Users", "a,b", 7, null, {}, ""],
    ["users", "admin", "a b", "7"],
  ],
  [["x".repeat(60)], ["x".repeat(50)]],
  ["users", []],
  [undefined, []],
  [Array.from({ length: 30 }, (_, at) => `t${at}`), Array.from({ length: 20 }, (_, at) => `t${at}`)],
])("the tags of %j are those of a mock", (given, tags) => {
  expect(tagsFrom(given)).toEqual(tags);
  expect(Tags.parse(tags)).toEqual(tags);
});
