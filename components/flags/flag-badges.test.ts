import { expect, test } from "vitest";
import { variantsText } from "./flag-badges";

test.each([
  [[0], undefined],
  [[1], "1 variant"],
  [[2, 2], "2 variants"],
  [[0, 2], "0 to 2 variants"],
  [[3, 2], "2 to 3 variants"],
])("%j variants are shown as %s", (counts, text) => {
  const flags = counts.map((count) => ({
    type: "string" as const,
    variants: count === 0 ? null : Array.from({ length: count }),
  }));
  expect(variantsText(flags)).toBe(text);
});
