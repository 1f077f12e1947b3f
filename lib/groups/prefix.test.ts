import { describe, expect, test } from "vitest";
import { prefixesFor } from "./prefix";

const first = (name: string, count: number) => {
  const found: string[] = [];
  for (const prefix of prefixesFor(name)) {
    if (found.push(prefix) === count) break;
  }
  return found;
};

describe("the prefixes that a name suggests", () => {
  test.each([
    ["Tenants", ["tenan", "tena1", "tena2"]],
    ["Ab", ["ab", "ab1", "ab2"]],
    ["A", ["a1", "a2", "a3"]],
    ["日本", ["g1", "g2", "g3"]],
    ["Éclair 9", ["eclai", "ecla1", "ecla2"]],
    ["42", ["42", "421", "422"]],
  ])("%s", (name, expected) => {
    expect(first(name, 3)).toEqual(expected);
  });

  test("are all valid and never repeat, thousands of them", () => {
    const prefixes = first("Tenants", 5000);
    expect(new Set(prefixes).size).toBe(5000);
    for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z0-9]{2,5}$/);
  });
});
