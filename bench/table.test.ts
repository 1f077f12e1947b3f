import { expect, it } from "vitest";
import { alignedTable, type Row, rowsTable } from "./table";

const lastCells = (row: Row) =>
  rowsTable([row])
    .split("\n")
    .at(-1)
    ?.split("|")
    .map((cell) => cell.trim())
    .slice(1, -1);

it.each<{ row: Row; cells: string[] }>([
  {
    row: {
      work: "mock",
      measured: 12_345.6,
      control: 20_000,
      ratio: 0.65,
      cpu: 6.72e-5,
      p99: 9.94,
      wanted: { ratio: 0.65 },
    },
    cells: ["mock", "12,346", "20,000", "0.650", "67 µs", "", "", "9.9 ms", "≥ 0.65", "yes"],
  },
  {
    row: { work: "mock", ratio: 0.6499, wanted: { ratio: 0.65 } },
    cells: ["mock", "", "", "0.650", "", "", "", "", "≥ 0.65", "no"],
  },
  {
    row: { work: "page", p50: 41.2, p95: 60.4, wanted: { p95: 60 } },
    cells: ["page", "", "", "", "", "41 ms", "60 ms", "", "p95 ≤ 60 ms", "no"],
  },
  {
    row: { work: "cold", p50: 4, p99: 100, wanted: { p99: 100 } },
    cells: ["cold", "", "", "", "", "4.0 ms", "", "100 ms", "p99 ≤ 100 ms", "yes"],
  },
  { row: { work: "350 flags", ratio: 0.5 }, cells: ["350 flags", "", "", "0.500", "", "", "", "", "", ""] },
])("a row of $row.work has $cells", ({ row, cells }) => {
  expect(lastCells(row)).toEqual(cells);
});

it("what was not measured does not meet what is wanted", () => {
  expect(lastCells({ work: "cold", wanted: { p99: 100 } })?.at(-1)).toBe("no");
});

it("columns are as wide as their widest cell", () => {
  expect(alignedTable(["a", "long name"], [["wider", "b"]])).toBe(
    ["| a     | long name |", "| ----- | --------- |", "| wider | b         |"].join("\n"),
  );
});
