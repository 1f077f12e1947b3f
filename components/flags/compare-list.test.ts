import { expect, test } from "vitest";
import { comparedPair } from "./compare-list";

const [production, staging, dev] = [
  { key: "production", isDefault: true },
  { key: "staging", isDefault: false },
  { key: "dev", isDefault: false },
];

test.each([
  ["nothing is asked for", null, null, ["dev", "production"]],
  ["both are named", "staging", "dev", ["staging", "dev"]],
  ["the source is named", "staging", null, ["staging", "production"]],
  ["the target is named", null, "staging", ["dev", "staging"]],
  ["the target is the newest", null, "dev", ["staging", "dev"]],
  ["the source is the default", "production", null, ["production", "dev"]],
  ["both are the same", "staging", "staging", ["dev", "staging"]],
  ["what is named is gone", "gone", "gone", ["dev", "production"]],
] as const)("%s", (_, from, to, keys) => {
  const pair = comparedPair([production, staging, dev] as never[], { from, to });
  expect(pair && [pair.from, pair.to].map(({ key }: { key: string }) => key)).toEqual(keys);
});

test("one environment alone has no other", () => {
  expect(comparedPair([production] as never[], { from: null, to: null })).toBeUndefined();
});
