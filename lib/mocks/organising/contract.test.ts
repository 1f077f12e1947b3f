import { describe, expect, it } from "vitest";
import { Folder, FolderFilter, organisingLimits, TagFilter, Tags } from "./contract";

const problems = (schema: typeof Folder | typeof Tags, given: unknown) =>
  schema
    .safeParse(given)
    .error?.issues.map(({ path, message }) => [path.join("."), message].join(" ").trim());

describe("folders", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    ["Payments", "Payments"],
    ["  Payments / Refunds ", "Payments/Refunds"],
    ["a/b/c/d", "a/b/c/d"],
    ["Zahlungen – öffentlich, neu", "Zahlungen – öffentlich, neu"],
    ["x".repeat(organisingLimits.folderChars), "x".repeat(organisingLimits.folderChars)],
  ])("%j is kept as %j", (given, kept) => {
    expect(Folder.parse(given)).toBe(kept);
    // What is kept is taken again, and means the same.
    expect(Folder.parse(kept)).toBe(kept);
  });

  const slash = "must have a name on each side of a slash, as in Payments/Refunds";
  const control = "must have no line breaks or other control characters";
  it.each([
    ["/", slash],
    ["/Payments", slash],
    ["Payments/", slash],
    ["Payments// Refunds", slash],
    ["Payments/ /Refunds", slash],
    ["Pay\nments", control],
    ["Pay\u0000ments", control],
    ["Pay\u0085ments", control],
    ["x".repeat(organisingLimits.folderChars + 1), "must have at most 200 characters"],
    [7, "must be a text"],
    [null, "must be a text"],
  ])("%j is refused", (given, message) => {
    expect(problems(Folder, given)).toEqual([message]);
  });
});

describe("tags", () => {
  it("are trimmed and keep their order", () => {
    expect(Tags.parse([" slow ", "Beta", "ab c"])).toEqual(["slow", "Beta", "ab c"]);
    expect(Tags.parse([])).toEqual([]);
  });

  const control = "must have no commas, line breaks or other control characters";
  it.each([
    [["a", " "], "1 must not be empty"],
    [["a", "b", " A"], "2 must not be there twice, letter case aside"],
    [["a,b"], `0 ${control}`],
    [["a\tb"], `0 ${control}`],
    [["x".repeat(51)], "0 must have at most 50 characters"],
    [["a", 7], "1 must be a text"],
    [Array.from({ length: 21 }, (_, at) => `t${at}`), "must have at most 20 tags"],
    [Array.from({ length: 100_000 }, () => ({})), "must have at most 20 tags"],
    ["a", "must be a list of texts"],
    [null, "must be a list of texts"],
  ])("%j are refused", (given, message) => {
    expect(problems(Tags, given)).toEqual([message]);
  });
});

describe("filters", () => {
  it.each([
    ["a", ["a"]],
    ["a, b", ["a", "b"]],
    [
      ["a", "b,c"],
      ["a", "b", "c"],
    ],
    ["", []],
  ])("the tags of %j are %j", (given, tags) => {
    expect(TagFilter.parse(given)).toEqual(tags);
  });

  it("a folder may be any text of its length", () => {
    expect(FolderFilter.parse(" Payments ")).toBe("Payments");
    expect(FolderFilter.safeParse("x".repeat(201)).success).toBe(false);
    expect(FolderFilter.safeParse(["a", "b"]).success).toBe(false);
  });
});
