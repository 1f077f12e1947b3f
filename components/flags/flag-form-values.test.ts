import { get } from "react-hook-form";
import { describe, expect, test } from "vitest";
import {
  changeOf,
  differs,
  earlier,
  flagResolver,
  placeIn,
  valuesOf,
  versioned,
  withFlag,
} from "./flag-form-values";
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
  valueSchema: null,
  description: null,
  tags: [],
  ownerId: null,
  lastEvaluatedAt: null,
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
      ...{ name: "Beta", description: "", tags: [], ownerId: "" },
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
    ["a rollout with decimals", { "rollout-s": 0.5 }, { rolloutBasisPoints: 50 }, { rollout: 25 }],
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
    [{ "rollout-s": 0.125 }, ["rollout-s"]],
    [{ "on-p": true, "rollout-s": 0.12 }, []],
  ])("%o is wrong in %o", async (changed, fields) => {
    const values = { ...valuesOf(row), ...changed };
    const { errors } = await flagResolver(row)(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(Object.keys(errors)).toEqual(fields);
  });
});

describe("of a flag with values, the form", () => {
  const variants = [
    { key: "few", value: 3, weight: 33.33 },
    { key: "many", value: 30, weight: 66.67 },
  ];
  const values = { type: "number", onValue: 1, offValue: 0, variants } as const;
  const typed = flag("t", { ...values, rollout: 33, rolloutBasisPoints: 3333, variants: [...variants] });
  const typedRow = { ...row, flags: [typed, production] };
  const rows = [{ key: "few", value: "3", weight: "100" }];

  test("holds them as texts, and the rollout with its decimals", () => {
    expect(valuesOf(typedRow)).toMatchObject({
      "rollout-t": 33.33,
      "onValue-t": "1",
      "offValue-t": "0",
      "variants-t": [
        { key: "few", value: "3", weight: "33.33" },
        { key: "many", value: "30", weight: "66.67" },
      ],
    });
    expect(differs(typed, valuesOf(typedRow))).toBe(false);
    expect(differs(typed, { ...valuesOf(typedRow), "variants-t": rows })).toBe(true);
  });

  test.each([
    ["its rollout", { "rollout-t": 40 }, { rollout: 40 }, { rolloutBasisPoints: 3333 }],
    ["its off value", { "offValue-t": "-1" }, { offValue: -1 }, { offValue: 0 }],
    [
      "fewer variants",
      { "variants-t": rows },
      { variants: [{ key: "few", value: 3, weight: 100 }] },
      { variants },
    ],
    ["no variants", { "variants-t": [] }, { variants: null }, { variants }],
  ])("sends of %s its part and can give it back", (_what, changed, change, back) => {
    expect(changeOf(typed, changed)).toEqual(change);
    expect(earlier(typed, change)).toEqual(back);
    expect(changeOf(production, changed)).toEqual({});
  });

  test.each([
    [{ "onValue-t": "one" }, "onValue-t.message", /must be a number/],
    [{ "variants-t": [{ key: "few", value: "x", weight: "100" }] }, "variants-t.0.value.message", /a number/],
    [{ "variants-t": [{ key: "few", value: "3", weight: "99" }] }, "variants-t.root.message", /sum to 100/],
  ])("%j is wrong at its place", async (changed, place, message) => {
    const options = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await flagResolver(typedRow)(
      { ...valuesOf(typedRow), ...changed },
      undefined,
      options,
    );
    expect(get(errors, place)).toMatch(message);
  });
});

test.each([
  ["onValue", "onValue-t"],
  ["valueSchema", "valueSchema-t"],
  ["variants.2.value", "variants-t.2.value"],
  ["variantsOf", "variantsOf"],
  ["name", "name"],
])("an issue at %s belongs to the form's %s", (path, place) => {
  expect(placeIn({ id: "t" }, path)).toBe(place);
});
