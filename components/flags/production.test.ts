import { describe, expect, test } from "vitest";
import { isProduction } from "./production";

describe("an environment counts as production", () => {
  test.each([
    ["production", "Production"],
    ["prod", "Main"],
    ["eu", "Live (EU)"],
    ["prod-eu", "Europe"],
    ["eu.prod_2", "Europe 2"],
    ["env-1", "PRODUCTION"],
  ])("%s, %s", (key, name) => {
    expect(isProduction({ key, name })).toBe(true);
  });
});

describe("an environment does not count as production", () => {
  test.each([
    ["staging", "Staging"],
    ["pre-production", "Pre-production"],
    ["non-prod", "Everything else"],
    ["reproduction", "Reproductions"],
    ["delivery", "Olive"],
  ])("%s, %s", (key, name) => {
    expect(isProduction({ key, name })).toBe(false);
  });
});
