import { describe, expect, it } from "vitest";
import { BoundedLines } from "./bounded-lines";

const create = (kindsMax = 3) => {
  let now = 0;
  const written: string[] = [];
  const lines = new BoundedLines({ everyMs: 1000, kindsMax, now: () => now });
  const occur = (kind: string, text = kind) =>
    lines.write(kind, (heldBack) => written.push(`${now} ${text} ${heldBack}`));
  return { lines, written, occur, at: (ms: number) => (now = ms) };
};

describe("lines of the log", () => {
  it.each<[string, [ms: number, kind: string][], string[]]>([
    ["one", [[0, "a"]], ["0 a 0"]],
    [
      "the same again at once",
      [
        [0, "a"],
        [0, "a"],
        [999, "a"],
      ],
      ["0 a 0"],
    ],
    [
      "the same a second later",
      [
        [0, "a"],
        [1, "a"],
        [2, "a"],
        [1000, "a"],
        [2000, "a"],
      ],
      ["0 a 0", "1000 a 2", "2000 a 0"],
    ],
    [
      "two kinds",
      [
        [0, "a"],
        [0, "b"],
        [1, "a"],
        [1, "b"],
        [1001, "b"],
      ],
      ["0 a 0", "0 b 0", "1001 b 1"],
    ],
    [
      "more kinds than are told apart",
      [
        [0, "a"],
        [0, "b"],
        [0, "c"],
        [1, "d"],
        [2, "e"],
        [3, "f"],
        [1001, "g"],
        [1002, "h"],
      ],
      ["0 a 0", "0 b 0", "0 c 0", "1 d 0", "1001 f 1", "1001 g 0", "1002 h 0"],
    ],
  ])("of %s", (_, occurrences, expected) => {
    const { written, occur, at } = create();
    for (const [ms, kind] of occurrences) {
      at(ms);
      occur(kind);
    }
    expect(written).toEqual(expected);
  });

  it("tell of the end of a flood, and keep nothing of a kind that is over", () => {
    const { lines, written, occur, at } = create();
    occur("a", "first");
    occur("a", "second");
    occur("a", "third");
    lines.settle();
    at(1000);
    expect(lines.isHolding).toBe(true);
    lines.settle();
    expect(written).toEqual(["0 first 0", "1000 third 1"]);
    expect(lines.isHolding).toBe(false);
    at(2000);
    lines.settle();
    expect(written).toHaveLength(2);
    occur("a", "anew");
    occur("a", "held");
    lines.settle(true);
    expect(written.slice(2)).toEqual(["2000 anew 0", "2000 held 0"]);
  });

  it("account for every occurrence, in lines and in numbers held back", () => {
    const { lines, written, occur, at } = create(5);
    for (let count = 0; count < 10_000; count += 1) {
      at(count * 7);
      occur(`kind ${count % 9}`);
      if (count % 50 === 0) lines.settle();
    }
    lines.settle(true);
    const counted = written.reduce((sum, line) => sum + 1 + Number(line.split(" ").at(-1)), 0);
    expect(counted).toBe(10_000);
    expect(written.length).toBeLessThan((6 * 70_000) / 1000 + 20);
    expect(lines.heldBack).toBe(10_000 - written.length);
  });
});
