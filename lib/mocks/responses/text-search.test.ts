import fc from "fast-check";
import { expect, test } from "vitest";
import { occursIn } from "./text-search";

test("finds in texts of any length exactly what is there", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 2000 });
  const sought = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, sought, fc.nat(400), (whole, part, times) => {
      const long = part.repeat(times);
      expect(occursIn(whole, long)).toBe(whole.includes(long));
      expect(occursIn(`${whole}${long}${whole}`, long)).toBe(true);
    }),
  );
});

test("finds parts of a long text and nothing that differs in one character", () => {
  const whole = fc.string({ minLength: 1000, maxLength: 3000, unit: "binary" });
  fc.assert(
    fc.property(whole, fc.nat(), fc.nat(), (text, from, place) => {
      const part = text.slice(from % 500, (from % 500) + 400);
      expect(occursIn(text, part)).toBe(true);
      const at = place % part.length;
      const other = `${part.slice(0, at)}\u{10ffff}${part.slice(at + 1)}`;
      expect(occursIn(text, other)).toBe(text.includes(other));
    }),
  );
});

test("nothing is in every text, and no text is in a shorter one", () => {
  expect(occursIn("", "")).toBe(true);
  expect(occursIn("a".repeat(30), "a".repeat(31))).toBe(false);
  expect(occursIn("a".repeat(3000), "a".repeat(3001))).toBe(false);
});
