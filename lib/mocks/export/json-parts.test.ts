import { describe, expect, test } from "vitest";
import { indented, jsonParts } from "./json-parts";

function partsOf(value: unknown): string[] {
  const parts: string[] = [];
  for (const _ of jsonParts(value, 1, (part) => parts.push(part)));
  return parts;
}

const long = "x\u0007\u{1f600}\n".repeat(100_000);

test("what is small is indented, at once", () => {
  const value = { a: [1, { b: "c" }], d: undefined };
  expect(partsOf(value)).toEqual([indented(value, 1)]);
  expect(indented(value, 1)).toContain('\n    "a": [\n');
});

describe("what is large", () => {
  test.each<[what: string, value: unknown]>([
    ["a text", long],
    ["one that begins with half a character", `\ude00${long}`],
    ["one of halves", "\ud83d".repeat(200_000)],
    ["many values", Array.from({ length: 30_000 }, (_, at) => ({ at, none: null, is: true }))],
    ["texts in lists in objects", { a: [long, [], {}, { b: long, c: undefined }], '"d': 1.5, e: long }],
    ["what JSON has no words for", [long, undefined, Number.NaN]],
  ])("is the same JSON, in parts: %s", (_, value) => {
    const parts = partsOf(value);
    expect(parts.join("") === JSON.stringify(value)).toBe(true);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part.length).toBeLessThan(500_000);
  });

  test("is refused before it is written", () => {
    let chars = 0;
    const put = (part: string) => {
      chars += part.length;
      if (chars > 1_000_000) throw new Error("too much");
    };
    const body = "\u0007".repeat(1_000_000);
    const steps = jsonParts({ responses: Array.from({ length: 100 }, () => ({ body })) }, 1, put);
    expect(() => [...steps]).toThrow("too much");
    expect(chars).toBeLessThan(1_500_000);
  });
});
