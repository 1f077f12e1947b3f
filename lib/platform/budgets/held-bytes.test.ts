import fc from "fast-check";
import { expect, it } from "vitest";
import { HeldBytes } from "./held-bytes";

const limits = { totalMax: 100, perHolderMax: 40 };

it("refuses what exceeds the limit of all, or of one holder, and counts nothing of it", () => {
  const bytes = new HeldBytes(limits);
  const [a, b, c, d] = ["a", "b", "c", undefined].map((holder) => bytes.open(holder));
  expect(a?.grow(40)).toBeUndefined();
  expect(bytes.open("a").grow(1)).toBe("holder");
  expect(b?.grow(40)).toBeUndefined();
  expect(c?.grow(21)).toBe("total");
  expect(d?.grow(20)).toBeUndefined();
  expect(bytes.total).toBe(100);
  a?.release();
  a?.release();
  expect(bytes.total).toBe(60);
  expect(bytes.open("a").grow(40)).toBeUndefined();
});

it("is empty after everything was given back, whatever happened", () => {
  const step = fc.record({ body: fc.nat(9), bytes: fc.nat(60), releases: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const bytes = new HeldBytes(limits);
      const open = Array.from({ length: 10 }, (_, at) =>
        bytes.open(at === 9 ? undefined : `client ${at % 4}`),
      );
      for (const { body, bytes: size, releases } of steps) {
        if (releases) open[body]?.release();
        else open[body]?.grow(size);
        expect(bytes.total).toBeLessThanOrEqual(limits.totalMax);
      }
      for (const body of open) body.release();
      expect(bytes.total).toBe(0);
      expect(bytes.open("client 0").grow(limits.perHolderMax)).toBeUndefined();
    }),
  );
});
