import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commitOf, deltaOf, nameOf, type Packed, packOf } from "./fixtures/packs";
import { commitsOfPack } from "./packfile";
import { commitBytesMax, deltaChainMax, ReadingBudget, readingLimits } from "./reading-limits";

const base = commitOf(100);
const read = (pack: Buffer, budget = new ReadingBudget()) => commitsOfPack(pack, "sha1", budget);
const repeated = (count: number, object: Packed) => Array.from({ length: count }, () => object);

test("commits are found whole, as deltas on earlier places, and on names that come later", async () => {
  const next = Buffer.concat([base, Buffer.from(" more")]);
  const last = Buffer.concat([next, Buffer.from("!")]);
  const pack = packOf([
    { on: nameOf(next), delta: deltaOf(next.length, { added: "!" }) },
    { type: "blob", content: Buffer.alloc(5000) },
    { type: "commit", content: base },
    { on: 2, delta: deltaOf(base.length, { added: " more" }) },
  ]);
  expect(await read(pack)).toEqual(new Map([base, next, last].map((each) => [nameOf(each), each])));
});

const big = commitOf(900_000);
const huge = Buffer.alloc(commitBytesMax + 1);
/** A quarter of the real limits, which take seconds to reach. */
const lessMemory = { unpacked: readingLimits.unpacked / 4, held: readingLimits.held / 4 };
/** Small packs that would become large: without a limit, each takes more memory than the test allows. */
const hostile: Record<string, () => Buffer> = {
  "many deltas on one large commit": () =>
    packOf([
      { type: "commit", content: big },
      ...repeated(400, { on: 0, delta: deltaOf(big.length, { added: "x" }) }),
    ]),
  "one commit of 8 MiB and deltas on it": () =>
    packOf([
      { type: "commit", content: commitOf(8 * commitBytesMax) },
      ...repeated(40, { on: 0, delta: deltaOf(8, {}) }),
    ]),
  "a delta that makes too much": () =>
    packOf([
      { type: "commit", content: big },
      { on: 0, delta: deltaOf(big.length, { copies: 3 }) },
    ]),
  "a delta that says it makes a terabyte": () =>
    packOf([
      { type: "commit", content: base },
      {
        on: 0,
        delta: Buffer.from([(base.length & 127) | 128, base.length >> 7, 128, 128, 128, 128, 128, 32]),
      },
    ]),
  "a chain of deltas without end": () =>
    packOf([
      { type: "commit", content: base },
      ...Array.from({ length: deltaChainMax + 1 }, (_, at) => ({
        on: at,
        delta: deltaOf(base.length + at, { added: "x" }),
      })),
    ]),
  "more objects than anybody reads": () =>
    packOf([{ type: "commit", content: base }], readingLimits.objects + 1),
  "files that unpack to more than anybody reads": () =>
    packOf(repeated(17, { type: "blob", content: Buffer.alloc(16 * 1024 * 1024) })),
  "a file that says it has an exabyte": () =>
    packOf([{ type: "blob", content: Buffer.alloc(10), saysSize: 2 ** 60 }]),
  "the same commit again and again": () => packOf(repeated(300, { type: "commit", content: big })),
  "deltas for nothing": () => packOf(repeated(300, { on: "0".repeat(40), delta: Buffer.alloc(900_000) })),
};

test.each(Object.entries(hostile))("%s: refused with advice, before it takes memory", async (_, make) => {
  const pack = make();
  expect(pack.length).toBeLessThan(3_000_000);
  const before = process.memoryUsage().rss;
  await expect(read(pack, new ReadingBudget({ ...readingLimits, ...lessMemory }))).rejects.toMatchObject({
    reason: "too_large",
    message: expect.stringContaining("Choose a shorter range."),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

const garbled: Record<string, () => Buffer> = {
  "no pack": () => Buffer.from("nothing of that kind"),
  "fewer objects than it says": () => packOf([{ type: "commit", content: base }], 2),
  "a wrong checksum": () => Buffer.concat([packOf([]).subarray(0, -1), Buffer.from("x")]),
  "a size that is too small": () => packOf([{ type: "commit", content: base, saysSize: 3 }]),
  "a size that is too large": () => packOf([{ type: "commit", content: base, saysSize: 3000 }]),
  "a large file of another size": () => packOf([{ type: "blob", content: huge, saysSize: huge.length + 1 }]),
  "a large file that is longer": () =>
    packOf([{ type: "blob", content: huge.subarray(), saysSize: huge.length - 1 }]),
  "a delta on itself": () => packOf([{ on: 0, delta: deltaOf(3, {}) }]),
  "a delta on what comes later": () => packOf([{ on: 5, delta: deltaOf(3, {}) }]),
  "a delta that fits something else": () =>
    packOf([
      { type: "commit", content: base },
      { on: 0, delta: deltaOf(3, {}) },
    ]),
};

test.each(Object.entries(garbled))("%s: refused as garbage", async (_, make) => {
  await expect(read(make())).rejects.toMatchObject({ reason: "garbage" });
});

test("deltas in a circle are no commits, and end", async () => {
  const [one, other] = ["1", "2"].map((digit) => digit.repeat(40)) as [string, string];
  expect(await read(packOf([one, other].map((on) => ({ on, delta: deltaOf(3, {}) }))))).toEqual(new Map());
});

test("large files are skipped", async () => {
  const pack = packOf([
    { type: "blob", content: huge },
    { type: "commit", content: base },
  ]);
  expect([...(await read(pack)).keys()]).toEqual([nameOf(base)]);
});

describe("the work for a pack", () => {
  type Shape = { messageBytes: number; added: number; on: number };
  const shapes = fc.array(fc.record({ messageBytes: fc.nat(200), added: fc.nat(20), on: fc.nat(1000) }), {
    minLength: 8,
    maxLength: 60,
  });

  /** Every third object is a commit, and the others are deltas on one before them, as the shapes say. */
  function packed(all: readonly Shape[]): Packed[] {
    const sizes: number[] = [];
    return all.map(({ messageBytes, added, on }, at): Packed => {
      if (at % 3 === 0) {
        const content = commitOf(messageBytes);
        sizes.push(content.length);
        return { type: "commit", content };
      }
      const place = on % at;
      sizes.push((sizes[place] ?? 0) + added);
      return { on: place, delta: deltaOf(sizes[place] ?? 0, { added: "+".repeat(added) }) };
    });
  }

  async function work(all: readonly Shape[]): Promise<number> {
    const budget = new ReadingBudget();
    await read(packOf(packed(all)), budget);
    return budget.spent("unpacked") + budget.spent("objects");
  }

  test("grows no faster than what is in it", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (all) => {
        const [once, twice] = [await work(all), await work([...all, ...all.map((each) => ({ ...each }))])];
        // Deltas of the second half may build on the first one, which adds at most 20 bytes for each step.
        expect(twice).toBeLessThanOrEqual(2 * once + all.length * all.length * 20 + 10_000);
      }),
      { numRuns: 30 },
    );
  });
});
