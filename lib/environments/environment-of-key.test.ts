import { expect, test } from "vitest";
import { environmentOfKey } from "./environment-of-key";

const environments = [
  { id: "1", key: "production", name: "Production", isDefault: true },
  { id: "2", key: "staging", name: "Staging", isDefault: false },
];
const key = (environmentId: string | null) =>
  ({
    kind: "key",
    key: {
      id: "k",
      projectId: "p",
      scopes: ["evaluate"],
      personal: false,
      createdBy: null,
      environmentId,
      origins: null,
    },
  }) as const;
const ask = (boundTo: string | null, selector?: string) =>
  environmentOfKey(key(boundTo), environments, selector)?.id;

test.each([
  [null, undefined, "1"],
  [null, "staging", "2"],
  [null, "none", undefined],
  ["2", undefined, "2"],
  ["2", "STAGING", "2"],
] as const)("a key bound to %s that names %s gets %s", (bound, selector, id) => {
  expect(ask(bound, selector)).toBe(id);
});

test.each(["production", "none", ""])("a bound key learns nothing of %j", (selector) => {
  expect(() => ask("2", selector)).toThrow("This key is for the environment staging");
});

test("a key whose environment is gone gets nothing", () => {
  expect(() => ask("3")).toThrow("This key is for the environment that is gone");
});
