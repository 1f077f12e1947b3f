import { describe, expect, it } from "vitest";
import { Folder, FolderFilter, folderChars } from "./contract";

const problems = (schema: typeof Folder, given: unknown) =>
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
    ["x".repeat(folderChars), "x".repeat(folderChars)],
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
    ["x".repeat(folderChars + 1), "must have at most 200 characters"],
    [7, "must be a text"],
    [null, "must be a text"],
  ])("%j is refused", (given, message) => {
    expect(problems(Folder, given)).toEqual([message]);
  });
});

describe("filters", () => {
  it("a folder may be any text of its length", () => {
    expect(FolderFilter.parse(" Payments ")).toBe("Payments");
    expect(FolderFilter.safeParse("x".repeat(201)).success).toBe(false);
    expect(FolderFilter.safeParse(["a", "b"]).success).toBe(false);
  });
});
