import { expect, test } from "vitest";
import { CallRings } from "./call-rings";

type Entry = { id: string; bytes: number; isWhole?: () => boolean };
const entry = (id: string, bytes = 1): Entry => ({ id, bytes });
const limits = { ofProjectMax: 3, entriesMax: 100, bytesMax: 100 };
const idsOf = (taken: Map<string, Entry[]>) =>
  Object.fromEntries([...taken].map(([project, entries]) => [project, entries.map(({ id }) => id)]));
const everything = { entries: 1000, bytes: 1000 };

test("a project keeps its newest, in order", () => {
  const rings = new CallRings<Entry>(limits);
  for (const id of ["1", "2", "3", "4", "5"]) rings.add("a", entry(id));
  expect([rings.size, rings.bytes, rings.lost]).toEqual([3, 3, 0]);
  expect(idsOf(rings.take(everything))).toEqual({ a: ["3", "4", "5"] });
  expect([rings.size, rings.bytes]).toEqual([0, 0]);
});

test("what is taken is divided among projects, and what is left has its turn", () => {
  const rings = new CallRings<Entry>(limits);
  for (const id of ["1", "2", "3"]) rings.add("busy", entry(id));
  rings.add("quiet", entry("q"));
  expect(idsOf(rings.take({ entries: 4, bytes: 100 }))).toEqual({ busy: ["1", "2"], quiet: ["q"] });
  expect(idsOf(rings.take({ entries: 4, bytes: 100 }))).toEqual({ busy: ["3"] });
});

test("each project gets one entry at least, however large", () => {
  const rings = new CallRings<Entry>(limits);
  for (const project of ["a", "b"]) for (const id of ["1", "2"]) rings.add(project, entry(id, 20));
  expect(idsOf(rings.take({ entries: 10, bytes: 30 }))).toEqual({ a: ["1"], b: ["1"] });
  expect(idsOf(rings.take({ entries: 10, bytes: 10 }))).toEqual({ a: ["2"] });
  expect(idsOf(rings.take({ entries: 10, bytes: 10 }))).toEqual({ b: ["2"] });
});

test("an entry that is still coming holds up those behind it, unless all are asked for", () => {
  const rings = new CallRings<Entry>(limits);
  rings.add("a", entry("1"));
  rings.add("a", { ...entry("2"), isWhole: () => false });
  rings.add("a", entry("3"));
  expect(idsOf(rings.take(everything))).toEqual({ a: ["1"] });
  expect(rings.takeAllOf("a").map(({ id }) => id)).toEqual(["2", "3"]);
});

test("what could not be stored comes before what has come since, as far as there is room", () => {
  const rings = new CallRings<Entry>(limits);
  rings.add("a", entry("1"));
  rings.add("a", entry("2"));
  const taken = rings.takeAllOf("a");
  rings.add("a", entry("3"));
  rings.add("a", entry("4"));
  rings.putBack("a", taken);
  expect(idsOf(rings.take(everything))).toEqual({ a: ["2", "3", "4"] });
});

test.each([
  ["entries", { ofProjectMax: 50, entriesMax: 20, bytesMax: 1000 }, 1],
  ["bytes", { ofProjectMax: 50, entriesMax: 1000, bytesMax: 40 }, 2],
])("with too many %s in all, those that have most lose", (_, bounds, bytes) => {
  const rings = new CallRings<Entry>(bounds);
  rings.add("quiet", entry("q", bytes));
  for (let at = 0; at < 500; at += 1) rings.add(`busy ${at % 2}`, entry(String(at), bytes));
  expect(rings.size).toBe(20);
  expect(rings.lost).toBe(481);
  const taken = idsOf(rings.take(everything));
  expect(taken.quiet).toEqual(["q"]);
  expect(taken["busy 1"]?.at(-1)).toBe("499");
});

test("however many projects there are, memory stays within its bounds", () => {
  const rings = new CallRings<Entry>({ ofProjectMax: 3, entriesMax: 50, bytesMax: 1000 });
  for (let at = 0; at < 5000; at += 1) rings.add(`project ${at}`, entry(String(at)));
  expect(rings.size).toBe(50);
});

test("where bytes are what is too much, those lose that hold the most of them", () => {
  const rings = new CallRings<Entry>({ ofProjectMax: 10, entriesMax: 1000, bytesMax: 400 });
  for (let project = 0; project < 10; project += 1)
    for (let n = 0; n < 10; n += 1) rings.add(`small-${project}`, entry(`${n}`));
  for (let n = 0; n < 10; n += 1) rings.add("large", entry(`${n}`, 100));
  expect([rings.size, rings.bytes, rings.lost]).toEqual([103, 400, 7]);
  expect(rings.takeAllOf("large").map(({ id }) => id)).toEqual(["7", "8", "9"]);
});

test("the last time also what is still coming is taken", () => {
  const rings = new CallRings<Entry>(limits);
  rings.add("a", { ...entry("1"), isWhole: () => false });
  expect(idsOf(rings.take({ ...everything, isLast: true }))).toEqual({ a: ["1"] });
});
