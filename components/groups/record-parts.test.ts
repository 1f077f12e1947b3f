import { expect, it } from "vitest";
import { partsOf } from "./record-parts";
import type { FileRow } from "./records-file";

const row = (at: number, record: object): FileRow => ({ place: `Line ${at}`, record });
const indexesOf = (rows: readonly FileRow[]) =>
  partsOf(rows).parts.map((part) => part.map(({ index }) => index));

it("rows go together up to two thousand, and up to a million characters", () => {
  const many = Array.from({ length: 4500 }, (_, at) => row(at, { id: `r${at}` }));
  expect(indexesOf(many).map(({ length }) => length)).toEqual([2000, 2000, 500]);
  const large = (chars: number) => row(0, { metadata: { filler: "x".repeat(chars) } });
  expect(indexesOf([large(600_000), large(300_000), large(200_000), large(3_000_000), row(1, {})])).toEqual([
    [0, 1],
    [2],
    [3],
    [4],
  ]);
});

it("an id that occurs before is refused here, because its first one may be in another request", () => {
  const { parts, repeated } = partsOf([
    row(2, { id: "a" }),
    row(3, {}),
    row(4, { id: "a", name: "B" }),
    row(5, {}),
  ]);
  expect(parts.flat().map(({ index }) => index)).toEqual([0, 1, 3]);
  expect([...repeated]).toEqual([
    [
      2,
      {
        place: "Line 4",
        id: "a",
        name: "B",
        result: "refused",
        error: "The id a is in this file already: Line 2",
      },
    ],
  ]);
});
