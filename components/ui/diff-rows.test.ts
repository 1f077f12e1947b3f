import { describe, expect, it } from "vitest";
import { diffRows } from "./diff-rows";

const shown = (before: string, after: string) =>
  diffRows(before, after)?.map((row) =>
    row.kind === "gap"
      ? `… ${row.count}`
      : `${{ same: " ", added: "+", removed: "-" }[row.kind]}${row.parts
          .map(({ text, changed }) => (changed ? `[${text}]` : text))
          .join("")}`,
  );

describe("what changed between two texts", () => {
  it("marks the words within a line that changed", () => {
    expect(shown("# A\n\nGift cards work\n", "# A\n\nGift vouchers work\n")).toEqual([
      " # A",
      " ",
      "-Gift [cards] work",
      "+Gift [vouchers] work",
    ]);
  });

  it("marks whole lines that have nothing in common", () => {
    expect(shown("one\n", "two\n")).toEqual(["-one", "+two"]);
    expect(shown("", "new\n")).toEqual(["+new"]);
  });

  it("counts what stays the same far from any change", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    expect(shown(lines.join("\n"), [...lines, "end"].join("\n"))).toEqual([
      "… 17",
      " line 17",
      " line 18",
      " line 19",
      "+end",
    ]);
  });

  it("sees no change in a line break at the end", () => {
    expect(shown("a", "a\n")).toEqual(["… 1"]);
    expect(shown("a\n", "a\n")).toEqual(["… 1"]);
  });
});
