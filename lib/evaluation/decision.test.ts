import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decider } from "./decider";
import { decisionOf, type FlagSnapshot, preparedOf } from "./decision";
import { overrideKey } from "./held-flags";
import { resolveAll } from "./resolve";
import { outcomesFor } from "./rollout";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";

const environment = { id: "e1", name: "Production", key: "production", isDefault: true };
const plain = { rolloutBasisPoints: null, values: null, variants: null, valueBytes: 0 };
const ofGroup = { groupId: "g", ruleBytes: 0, createdAt: 0 };
const noSegments = { segments: new Map(), segmentBytes: 0 };
const typed: FlagSnapshot = {
  ...{ id: "f", key: "theme", salt: "theme", enabled: true, rollout: 100, ...plain },
  values: { on: '"dark"', off: '"light"' },
};
const experiment = (...weights: number[]): FlagSnapshot => ({
  ...typed,
  variants: weights.map((weight, at) => ({ key: `v${at}`, value: `"value ${at}"`, weight })),
});

const subjects = Array.from({ length: 10_000 }, (_, at) => `tenan-${at}`);
const decided = (flag: FlagSnapshot, subject: string | undefined) =>
  decisionOf(flag, outcomesFor(subject)(preparedOf(flag)), "group-default");
const variantsOf = (flag: FlagSnapshot) => subjects.map((subject) => decided(flag, subject).variant);

test("plain flags decide for 10,000 records as they did before there were values and small steps", () => {
  const flags = [0, 1, 7, 25, 50, 99, 100].flatMap((rollout, at) =>
    [true, false].map((enabled) => ({
      ...{ id: `f${at}${enabled}`, key: `${enabled ? "on" : "off"}-${rollout}`, salt: `salt-${at}` },
      ...{ ...ofGroup, createdAt: at, enabled, rollout, ...plain },
    })),
  );
  const project = { groupFlags: new Map([["g", flags]]), ...noSegments } as unknown as ProjectFlags;
  const hash = createHash("sha256");
  for (const [at, id] of subjects.entries()) {
    const overrides: RecordSnapshot["overrides"] = new Map();
    const own = { enabled: at % 2 === 0 || null, rollout: at % 5 ? null : at % 101, value: undefined };
    if (at % 3 === 0) overrides.set(overrideKey(`${flags[at % flags.length]?.id}`, "e1"), own);
    const record = {
      version: "w",
      id,
      projectId: "p",
      groupId: "g",
      metadata: "{}",
      overrides,
      valueBytes: 0,
    };
    for (const each of resolveAll(project, record, environment)) {
      const { key, enabled, rollout, source, value, reason, variant } = each;
      hash.update(JSON.stringify([id, key, enabled, rollout, source, JSON.parse(value), reason, variant]));
    }
  }
  // Made by the code of that time.
  expect(hash.digest("hex")).toBe("248331052105b49cd3d38123b2de8a045d717697cff8b1428a43a8bed1fcc6a9");
});

test("a flag with values has the one for on or the one for off", () => {
  expect(decided(typed, "x")).toMatchObject({
    enabled: true,
    value: '"dark"',
    variant: "on",
    reason: "STATIC",
  });
  const off = { ...typed, enabled: false };
  expect(decided(off, "x")).toMatchObject({
    enabled: false,
    value: '"light"',
    variant: "off",
    reason: "DISABLED",
  });
});

test("variants take their shares of those whom the flag is on for, to a hundredth of a percent", () => {
  for (const weights of [
    [50, 50],
    [33.33, 33.33, 33.34],
    [0, 100],
    [1, 99],
  ]) {
    const got = variantsOf(experiment(...weights));
    for (const [at, weight] of weights.entries()) {
      const share = got.filter((variant) => variant === `v${at}`).length / 100;
      expect(Math.abs(share - weight), `${weights}`).toBeLessThan(1.5);
    }
  }
  const half = variantsOf({ ...experiment(50, 50), rollout: 50 });
  for (const [variant, share] of [
    ["off", 50],
    ["v0", 25],
    ["v1", 25],
  ] as const) {
    expect(Math.abs(half.filter((each) => each === variant).length / 100 - share)).toBeLessThan(1.5);
  }
});

test("nobody changes the variant when the rollout grows, nor leaves one that alone grows", () => {
  const weights = fc.tuple(fc.nat(100), fc.nat(100)).map(([a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return [low, high - low, 100 - high];
  });
  fc.assert(
    fc.property(weights, fc.nat(2), fc.nat(100), fc.nat(100), (before, growing, share, rollout) => {
      // One of three gets what the others lose.
      const after = before.map((weight) => Math.floor((weight * share) / 100));
      after[growing] = 100 - after.reduce((sum, weight, at) => sum + (at === growing ? 0 : weight), 0);
      for (const subject of subjects.slice(0, 50)) {
        const small = decided({ ...experiment(...before), rollout }, subject).variant;
        const full = decided(experiment(...before), subject).variant;
        if (small !== "off") expect(small).toBe(full);
        if (full === `v${growing}`) expect(decided(experiment(...after), subject).variant).toBe(full);
      }
    }),
  );
});

test("without a key only what is the same for everybody is on", () => {
  const cases: [flag: FlagSnapshot, variant: string, reason: string][] = [
    [typed, "on", "STATIC"],
    [{ ...typed, rollout: 50 }, "off", "DEFAULT"],
    [{ ...typed, rollout: 0 }, "off", "STATIC"],
    [{ ...typed, rolloutBasisPoints: 9999 }, "off", "DEFAULT"],
    [experiment(50, 50), "off", "DEFAULT"],
    [experiment(0, 100), "v1", "SPLIT"],
  ];
  for (const [flag, variant, reason] of cases)
    expect(decided(flag, undefined)).toMatchObject({ variant, reason });
});

test("without a key, a rule for a percentage says so, too", () => {
  const conditions = [{ attribute: "plan", operator: "in", values: ["pro"], not: false }];
  const rule = { name: "Paying", match: "all", conditions, percentage: 50, variant: null };
  const flag = { ...typed, ...ofGroup, targeting: JSON.stringify({ rules: [rule], prerequisites: [] }) };
  const project = { groupFlags: new Map([["g", [flag]]]), ...noSegments } as unknown as ProjectFlags;
  const asked = (key: string | undefined) =>
    new Decider({ project, environment, key, context: { plan: "pro" } }).decide(flag);
  expect(asked(undefined)).toMatchObject({ variant: "off", reason: "DEFAULT", rule: "Paying" });
  expect(asked("tenan-1")).toMatchObject({ reason: "TARGETING_MATCH", rule: "Paying" });
});

test("an override's value stands in for the flag's while it is on for the record", () => {
  const record = (override: object): RecordSnapshot => ({
    ...{ version: "w", id: "x", projectId: "p", groupId: "g", metadata: "{}", valueBytes: 0 },
    overrides: new Map([
      [overrideKey("f", "e1"), { enabled: null, rollout: null, value: undefined, ...override }],
    ]),
  });
  const project = { groupFlags: new Map(), ...noSegments } as unknown as ProjectFlags;
  const got = (override: object, flag = experiment(50, 50)) =>
    new Decider({ project, environment, key: "x", record: record(override) }).decide({ ...flag, ...ofGroup });
  expect(got({ value: '"mine"' })).toMatchObject({ value: '"mine"', variant: "override", source: "record" });
  expect(got({ value: '"mine"', enabled: false })).toMatchObject({ value: '"light"', variant: "off" });
  expect(got({ enabled: true })).toMatchObject({
    variant: expect.stringMatching(/^v[01]$/),
    source: "record",
  });
  expect(got({ value: '"mine"' }, { ...typed, enabled: false })).toMatchObject({ value: '"light"' });
});
