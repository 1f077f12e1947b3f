import { describe, expect, test } from "vitest";
import { changeOf, earlier, flagResolver, valuesOf, versioned, withFlag } from "./flag-form-values";
import type { Flag, FlagRow } from "./flags-list";

const flag = (id: string, fields: Partial<Flag> = {}): Flag => ({
  id,
  projectId: "project",
  name: "Beta",
  key: "beta",
  enabled: false,
  rollout: 100,
  rolloutBasisPoints: null,
  type: "boolean",
  onValue: true,
  offValue: false,
  variants: null,
  salt: "beta",
  environment: { id: `in-${id}`, name: id, key: id },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  ...fields,
});

const production = flag("p", { updatedAt: "2026-02-02T00:00:00.000Z" });
const staging = flag("s", { name: "Beta, staged", rollout: 25 });
const row: FlagRow = {
  key: "beta",
  name: "Beta",
  createdAt: production.createdAt,
  flags: [production, staging],
};

describe("the form of a flag in all environments", () => {
  test("holds the name once, and for each environment its switch and its rollout", () => {
    expect(valuesOf(row)).toEqual({
      name: "Beta",
      "on-p": false,
      "rollout-p": 100,
      "on-s": false,
      "rollout-s": 25,
    });
  });

  test("is as new as the newest of its flags", () => {
    expect(versioned(row).updatedAt).toBe(production.updatedAt);
    const later = { ...staging, enabled: true, updatedAt: "2026-03-03T00:00:00.000Z" };
    expect(withFlag(row, later)).toMatchObject({ updatedAt: later.updatedAt, flags: [production, later] });
  });

  test.each([
    ["nothing", {}, {}, {}],
    ["another flag's switch", { "on-p": true }, {}, {}],
    ["its own switch", { "on-s": true }, { enabled: true }, { enabled: false }],
    ["rollout 0", { "rollout-s": 0 }, { rollout: 0 }, { rollout: 25 }],
    ["a new name", { name: "Gamma" }, { name: "Gamma" }, { name: "Beta, staged" }],
    ["the name that it has", { name: "Beta, staged" }, {}, {}],
  ])("of %s, staging takes its part and can give it back", (_what, changed, change, back) => {
    expect(changeOf(staging, changed)).toEqual(change);
    expect(earlier(staging, change)).toEqual(back);
  });

  test.each([
    [{ name: "" }, ["name"]],
    [{ "rollout-p": 101 }, ["rollout-p"]],
    [{ "rollout-p": Number.NaN, "rollout-s": -1 }, ["rollout-p", "rollout-s"]],
    [{ "on-p": true }, []],
  ])("%o is wrong in %o", async (changed, fields) => {
    const values = { ...valuesOf(row), ...changed };
    const { errors } = await flagResolver(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(Object.keys(errors)).toEqual(fields);
  });
});
