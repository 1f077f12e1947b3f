import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { operation } from "./operation";
import { parseFields } from "./parse-fields";
import { parseJson } from "./parse-json";
import { parseUpload } from "./parse-upload";

/** Four times the input may take ten times as long: n log n does, n² takes sixteen times. */
const factor = 4;
const growthMax = 10;
/**
 * What is faster than this on the larger input, in ms, is not worth a comparison: collecting garbage takes as long. Where each of
 * 4,800 entries is compared with all others, it takes more.
 */
const noticeableMs = 8;

const op = operation({
  id: "x",
  method: "POST",
  path: "/x",
  tag: "x",
  summary: "x",
  access: "public",
  query: z.object({ q: z.string().optional() }),
  body: z.object({ a: z.unknown() }),
  output: z.unknown(),
});

type Work = () => unknown;
type Input = (size: number) => Work;

const texts = ["a", "\\u4e00", "\\\\", "é", " ", "1", "-1e9", '\\"'];
const repeated = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));
const json =
  (make: (size: number) => string): Input =>
  (size) => {
    const bytes = Buffer.from(`{"a":${make(size)}}`);
    return () => {
      try {
        parseFields(op, new URLSearchParams(), parseJson(bytes, null));
      } catch {
        // A refusal is work, too.
      }
    };
  };

/** Bodies of all kinds that stay within the limits at 4 × 1200 entries. */
const inputs: fc.Arbitrary<Input> = fc.oneof(
  fc.constantFrom(...texts).map((text) => json((size) => `"${text.repeat(size * 50)}"`)),
  fc.constantFrom(...texts).map((text) => json((size) => `[${repeated(size, () => `"${text}"`)}]`)),
  fc.constantFrom(...texts).map((text) => json((size) => `{${repeated(size, (at) => `"${text}${at}":1`)}}`)),
  fc
    .constantFrom("{}", "[[]]", '{"a":[]}')
    .map((value) => json((size) => `[${repeated(size, () => value)}]`)),
  fc.constantFrom("1", "0.1", "1e1").map((number) => json((size) => number + "7".repeat(size * 50))),
  fc.constantFrom("&", "=", "&a=", "&a", "&%41", "&+").map(
    (pair): Input =>
      (size) => {
        const query = new URLSearchParams(pair.repeat(size));
        return () => {
          try {
            parseFields(op, query, {});
          } catch {
            // As above.
          }
        };
      },
  ),
);

/** The processor's time for it, in ms: other processes don't count. */
async function costOf(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Compares several times, because collecting garbage may fall into any one: only too steep growth shows in all. */
async function expectModestGrowth(input: Input, size: number): Promise<void> {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && growth > growthMax; attempt += 1) {
    const small = await costOf(input(size));
    const large = await costOf(input(size * factor));
    if (large < noticeableMs) return;
    growth = Math.min(growth, large / small);
  }
  expect(growth).toBeLessThanOrEqual(growthMax);
}

it("the work for a body or query grows with its size, and not with its square", async () => {
  await fc.assert(
    fc.asyncProperty(inputs, (input) => expectModestGrowth(input, 1200)),
    { numRuns: 30 },
  );
});

it.each(["a", "\r\n", "\r\n-", "\r\n--", "\r\n--y", "--x", "\r"])(
  "the work for a form with many %j grows with its size, and not with its square",
  async (piece) => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const input: Input = (size) => {
      const bytes = Buffer.from(`${head}${piece.repeat(size)}\r\n--x--\r\n`);
      return () => parseUpload(bytes, "multipart/form-data; boundary=x").catch(() => {});
    };
    await expectModestGrowth(input, 50_000);
  },
);
