import { describe, expect, it } from "vitest";
import { changedPart, differingLines, mergeValues, same, takenLabels } from "@/components/ui/form-values";

describe("mergeValues", () => {
  const base = { name: "a", code: "200", rows: [{ k: "1" }] };
  it.each([
    ["nobody changed", {}, {}, [], [], {}],
    ["only they changed", {}, { name: "b" }, ["name"], [], { name: "b" }],
    ["only I changed", { name: "c" }, {}, [], [], {}],
    ["each changed another field", { name: "c" }, { code: "404" }, ["code"], [], { code: "404" }],
    ["both changed to the same", { name: "c" }, { name: "c" }, [], [], { name: "c" }],
    [
      "both changed one field",
      { name: "c" },
      { name: "b", code: "404" },
      ["code"],
      ["name"],
      { code: "404" },
    ],
    ["both changed rows", { rows: [] }, { rows: [{ k: "2" }] }, [], ["rows"], {}],
    ["they changed rows", {}, { rows: [] }, ["rows"], [], { rows: [] }],
  ])("%s", (_, mine, theirs, taken, clashes, newBase) => {
    const merged = mergeValues(base, { ...base, ...mine }, { ...base, ...theirs });
    expect(merged).toEqual({ taken, clashes, base: { ...base, ...newBase } });
  });
});

it.each([
  ["a", "a", true],
  ["", undefined, false],
  [null, null, true],
  [null, {}, false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [[1], [1, 2], false],
])("same(%j, %j) is %j", (one, other, expected) => expect(same(one, other)).toBe(expected));

it("sends what differs and nothing else", () => {
  expect(changedPart({ a: 1, b: { c: 1 }, d: null }, { a: 1, b: { c: 2 }, d: null })).toEqual({
    b: { c: 2 },
  });
});

it.each([
  ["others changed another field", ["Name"], ["Body"], [], ["Name", "Body"]],
  ["others changed the same field again", ["Name"], ["Name"], [], ["Name"]],
  ["it was changed here, too, and then by others again", ["Name", "Body"], [], ["Name"], ["Body"]],
])("takenLabels: %s", (_, before, more, clashes, expected) => {
  const found = clashes.map((label) => ({ label }));
  expect(takenLabels(before, more, found)).toEqual(expected);
});

describe("differingLines", () => {
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `line ${from + i}`);
  it("keeps short texts whole", () => expect(differingLines("a\nb", "a\nc")).toEqual(["a\nb", "a\nc"]));
  it("leaves out what both begin and end with", () => {
    const text = (middle: string) => [...lines(0, 50), middle, ...lines(50, 100)].join("\n");
    expect(differingLines(text("x"), text("y"))).toEqual([
      "…\nline 48\nline 49\nx\nline 50\nline 51\n…",
      "…\nline 48\nline 49\ny\nline 50\nline 51\n…",
    ]);
  });
  it("shows a line that only one has", () => {
    expect(differingLines(lines(0, 9).join("\n"), lines(0, 10).join("\n"))[1]).toBe(
      "…\nline 7\nline 8\nline 9",
    );
  });
});
