import { expect, test } from "vitest";
import { type Counted, type Fate, hourMs, TrafficCounts, type WriteCounts } from "./traffic-counts";

const noon = Date.parse("2030-01-01T12:00:00Z");
const hour = noon / hourMs;

/** A store that keeps what it is given, until it is told to do otherwise. */
function storing(options: { entriesMax?: number; batchMax?: number } = {}) {
  const batches: Counted[][] = [];
  const store = {
    batches,
    write: async (_: readonly Counted[]): Promise<ReadonlyMap<string, Fate>> => new Map(),
    sum: (projectId: string) => batches.flat().filter((each) => each.projectId === projectId),
  };
  const write: WriteCounts = async (batch) => {
    const fates = await store.write(batch);
    batches.push([...batch]);
    return fates;
  };
  const counts = new TrafficCounts({ write, entriesMax: 100, batchMax: 10, flushMs: 5000, ...options });
  return { counts, store };
}

const nothing = { mocks: 0, captures: 0, checks: 0, errors: 0 };

test("what was counted is stored once, by project and hour", async () => {
  const { counts, store } = storing();
  counts.add("b", "mocks", noon);
  counts.add("b", "mocks", noon + 1);
  counts.add("a", "errors", noon);
  counts.add("b", "checks", noon + hourMs);
  await counts.flush();
  await counts.flush();
  expect(store.batches).toEqual([
    [
      { projectId: "a", hour, counts: { ...nothing, errors: 1 } },
      { projectId: "b", hour, counts: { ...nothing, mocks: 2 } },
      { projectId: "b", hour: hour + 1, counts: { ...nothing, checks: 1 } },
    ],
  ]);
  expect(counts.size).toBe(0);
});

test("what is counted while counts are stored is stored the next time", async () => {
  const { counts, store } = storing();
  counts.add("a", "mocks", noon);
  store.write = async () => {
    counts.add("a", "mocks", noon);
    counts.add("a", "captures", noon);
    return new Map();
  };
  await counts.flush();
  expect(counts.of("a")).toEqual(new Map([[hour, { ...nothing, mocks: 1, captures: 1 }]]));
  store.write = async () => new Map();
  await counts.flush();
  expect(store.sum("a").map((each) => each.counts.mocks)).toEqual([1, 1]);
  expect(counts.size).toBe(0);
});

test("two that store at a time store nothing twice, and the second waits for what came after the first", async () => {
  const { counts, store } = storing();
  counts.add("a", "mocks", noon);
  const first = counts.flush();
  counts.add("a", "mocks", noon);
  await Promise.all([first, counts.flush()]);
  expect(store.sum("a").reduce((sum, each) => sum + each.counts.mocks, 0)).toBe(2);
  expect(counts.size).toBe(0);
});

test("what could not be stored is kept, together with what came since", async () => {
  const { counts, store } = storing();
  counts.add("a", "mocks", noon);
  store.write = () => Promise.reject(new Error("away"));
  await expect(counts.flush()).rejects.toThrow("away");
  counts.add("a", "mocks", noon);
  store.write = async () => new Map();
  await counts.flush();
  expect(store.sum("a")).toEqual([{ projectId: "a", hour, counts: { ...nothing, mocks: 2 } }]);
});

test("a failing batch keeps itself and those after it, and loses none before it", async () => {
  const { counts, store } = storing({ batchMax: 1 });
  for (const id of ["a", "b", "c"]) counts.add(id, "mocks", noon);
  store.write = async ([first]) => {
    if (first?.projectId === "b") throw new Error("away");
    return new Map();
  };
  await expect(counts.flush()).rejects.toThrow();
  expect(store.sum("a")).toHaveLength(1);
  store.write = async () => new Map();
  await counts.flush();
  for (const id of ["a", "b", "c"]) expect(store.sum(id)).toHaveLength(1);
});

test("of a project that somebody holds, counts are kept; of one that is gone, they go", async () => {
  const { counts, store } = storing();
  for (const id of ["held", "gone", "there"]) counts.add(id, "mocks", noon);
  store.write = async () =>
    new Map<string, Fate>([
      ["held", "held"],
      ["gone", "gone"],
      ["there", "written"],
    ]);
  await counts.flush();
  expect(counts.size).toBe(1);
  expect(counts.of("held").size).toBe(1);
});

test("memory is bounded: more projects than there is room for are not counted, those in it still are", async () => {
  const { counts } = storing({ entriesMax: 2 });
  for (const id of ["a", "b", "c"]) counts.add(id, "mocks", noon);
  counts.add("a", "mocks", noon);
  counts.add("a", "mocks", noon + hourMs);
  expect(counts.size).toBe(2);
  expect(counts.dropped).toBe(2);
  expect(counts.of("a").get(hour)?.mocks).toBe(2);
  await counts.flush();
  counts.add("c", "mocks", noon);
  expect(counts.of("c").size).toBe(1);
});
