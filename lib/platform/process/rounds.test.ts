import { expect, test } from "vitest";
import { Rounds } from "./rounds";

/** Adds the items, whose names are the letters before their number, and takes all of them. */
function order(items: string): string {
  const line = new Rounds<string>();
  for (const item of items.split(" ")) line.add(item, item.replace(/\d/g, "").split(""));
  const taken: string[] = [];
  for (let item = line.take(); item; item = line.take()) taken.push(item);
  expect(line.size).toBe(0);
  return taken.join(" ");
}

test.each([
  ["1 2 3", "1 2 3"],
  ["a1 a2 a3", "a1 a2 a3"],
  ["a1 a2 a3 b1", "a1 b1 a2 a3"],
  ["a1 a2 b1 b2 c1", "a1 b1 c1 a2 b2"],
  ["ax1 ax2 ay1 bx1 bx2", "ax1 bx1 ay1 bx2 ax2"],
  ["ax1 ay1 az1 bx1 bx2 bx3", "ax1 bx1 ay1 bx2 az1 bx3"],
])("of %s comes %s", (items, expected) => {
  expect(order(items)).toBe(expected);
});

test("who comes late has a turn in the same round", () => {
  const line = new Rounds<string>();
  for (const item of ["a1", "a2", "a3", "b1", "b2"]) line.add(item, [item.charAt(0)]);
  expect([line.take(), line.take()]).toEqual(["a1", "b1"]);
  line.add("c1", ["c"]);
  expect([line.take(), line.take(), line.take()]).toEqual(["a2", "b2", "c1"]);
});

test("items that come while others are taken keep their order", () => {
  const line = new Rounds<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 1000; n += 1) {
    line.add(n, []);
    if (n % 3 !== 0) taken.push(line.take());
  }
  while (line.size > 0) taken.push(line.take());
  expect(taken).toEqual(Array.from({ length: 1000 }, (_, n) => n));
});

test("an empty line has nothing", () => {
  expect(new Rounds().take()).toBeUndefined();
});
