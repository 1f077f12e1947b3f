import { expect, it } from "vitest";
import { partsOf, putAnswers } from "./record-parts";
import type { FileRow } from "./records-file";

const row = (at: number, record: object): FileRow => ({ place: `Line ${at}`, record });
const indexesOf = async (rows: readonly FileRow[]) =>
  (await partsOf(rows)).parts.map((part) => part.map(({ index }) => index));

it("rows go together up to two thousand, and up to a million characters", async () => {
  const many = Array.from({ length: 4500 }, (_, at) => row(at, { id: `r${at}` }));
  expect((await indexesOf(many)).map(({ length }) => length)).toEqual([2000, 2000, 500]);
  const large = (chars: number) => row(0, { metadata: { filler: "x".repeat(chars) } });
  const sized = [large(600_000), large(300_000), large(200_000), large(3_000_000), row(1, {})];
  expect(await indexesOf(sized)).toEqual([[0, 1], [2], [3], [4]]);
});

it("refuses here what has a problem, and an id that occurs before, as its first may be in another request", async () => {
  const { parts, entries } = await partsOf([
    row(2, { id: "a" }),
    row(3, {}),
    row(4, { id: "a", name: "B" }),
    { ...row(5, { name: "C" }), problem: "metadata must be an object" },
    row(6, {}),
  ]);
  expect(parts.flat().map(({ index }) => index)).toEqual([0, 1, 4]);
  expect(entries.slice(2, 4)).toMatchObject([
    {
      place: "Line 4",
      id: "a",
      name: "B",
      result: "refused",
      error: "The id a is in this file already: Line 2",
    },
    { place: "Line 5", id: null, name: "C", result: "refused", error: "metadata must be an object" },
  ]);
});

it("puts answers to the rows of their part, and notes whether it is stored", async () => {
  const { parts, entries } = await partsOf([row(2, { id: "a" }), row(3, { id: "a" }), row(4, { id: "b" })]);
  const answers = [
    { index: 0, id: "a", result: "created" as const },
    { index: 1, id: null, result: "refused" as const, error: "no" },
  ];
  for (const isStored of [false, true]) {
    putAnswers(entries, parts[0] ?? [], answers, isStored);
    expect(entries).toMatchObject([
      { id: "a", result: "created", isStored },
      { result: "refused", error: "The id a is in this file already: Line 2", isStored: false },
      { id: "b", result: "refused", error: "no", isStored },
    ]);
  }
});
