import { expect, test } from "vitest";
import { type Condition, prepared } from "@/lib/targeting/conditions";
import { Decider } from "./decider";
import { overrideKey } from "./held-flags";
import type { GroupFlagSnapshot, ProjectFlags, RecordSnapshot } from "./snapshots";
import type { Targeting, TargetingRule } from "./targeting";

const environment = { id: "e" };
const is = (attribute: string, ...values: string[]): Condition => ({
  attribute,
  operator: "in",
  values,
  not: false,
});
const rule = (given: Partial<TargetingRule> & Pick<TargetingRule, "conditions">): TargetingRule => ({
  ...{ name: null, match: "all", percentage: 100, variant: null },
  ...given,
});

function flag(
  key: string,
  targeting: Partial<Targeting> = {},
  more: Partial<GroupFlagSnapshot> = {},
): GroupFlagSnapshot {
  const text = JSON.stringify({ rules: [], prerequisites: [], ...targeting });
  return {
    ...{
      id: key,
      key,
      groupId: "g",
      salt: key,
      enabled: true,
      rollout: 0,
      rolloutBasisPoints: null,
      createdAt: 0,
    },
    ...{ values: null, variants: null, valueBytes: 0, targeting: text, ruleBytes: text.length, ...more },
  };
}

const projectOf = (...flags: GroupFlagSnapshot[]) =>
  ({
    groupFlags: new Map([["g", flags]]),
    segments: new Map([
      ["staff", { ...prepared({ match: "all", conditions: [is("role", "staff")] }), json: "" }],
    ]),
    segmentBytes: 0,
  }) as unknown as ProjectFlags;

const recordOf = (metadata: object, overrides: RecordSnapshot["overrides"] = new Map()): RecordSnapshot => ({
  ...{ version: "v", id: "me", projectId: "p", groupId: "g", valueBytes: 0 },
  ...{ metadata: JSON.stringify(metadata), overrides },
});

function decide(
  one: GroupFlagSnapshot,
  asked: {
    metadata?: object;
    context?: Record<string, unknown>;
    others?: GroupFlagSnapshot[];
    override?: object;
    key?: string | undefined;
  },
) {
  const own = { enabled: null, rollout: null, value: undefined, ...asked.override };
  const overrides = new Map(asked.override ? [[overrideKey(one.id, "e"), own]] : []);
  const record = asked.metadata || asked.override ? recordOf(asked.metadata ?? {}, overrides) : undefined;
  const project = projectOf(one, ...(asked.others ?? []));
  const key = "key" in asked ? asked.key : "me";
  return new Decider({ project, environment, key, record, context: asked.context }).decide(one);
}

const theme = (targeting: Partial<Targeting>, more: Partial<GroupFlagSnapshot> = {}) =>
  flag("theme", targeting, {
    values: { on: '"on"', off: '"off"' },
    variants: [
      { key: "a", value: '"A"', weight: 50 },
      { key: "b", value: '"B"', weight: 50 },
    ],
    ...more,
  });

test("the first rule whose conditions hold decides, and says so", () => {
  const one = flag("one", {
    rules: [
      rule({ conditions: [is("plan", "free")], percentage: 0 }),
      rule({ conditions: [is("plan", "pro", "free")], name: "Paying" }),
      rule({ conditions: [{ segment: "staff", not: false }] }),
    ],
  });
  const cases: [metadata: object, context: Record<string, unknown>, enabled: boolean, rule?: string][] = [
    [{ plan: "free" }, { plan: "pro" }, false, "Rule 1"],
    [{ plan: "pro" }, {}, true, "Paying"],
    [{}, { plan: "pro" }, true, "Paying"],
    [{}, { role: "staff" }, true, "Rule 3"],
    [{ plan: "none" }, {}, false],
  ];
  for (const [metadata, context, enabled, label] of cases) {
    const reason = label ? "TARGETING_MATCH" : "STATIC";
    expect(decide(one, { metadata, context })).toMatchObject({
      enabled,
      rule: label,
      reason,
      source: "group-default",
    });
  }
});

test("a rule's share is drawn as the flag's rollout is, and its variant goes to all who are in", () => {
  const share = rule({ conditions: [is("plan", "pro")], percentage: 12.34, variant: "b" });
  const subjects = Array.from({ length: 5000 }, (_, at) => `s-${at}`);
  const context = { plan: "pro" };
  const byRule = subjects.map((key) => decide(theme({ rules: [share] }), { key, context }));
  const byRollout = subjects.map((key) =>
    decide(theme({}, { rollout: 12, rolloutBasisPoints: 1234 }), { key }),
  );
  expect(byRule.map(({ enabled }) => enabled)).toEqual(byRollout.map(({ enabled }) => enabled));
  expect(new Set(byRule.map(({ variant, value }) => `${variant} ${value}`))).toEqual(
    new Set(['off "off"', 'b "B"']),
  );
  expect(new Set(byRollout.map(({ variant }) => variant))).toEqual(new Set(["off", "a", "b"]));
  const all = theme({ rules: [{ ...share, percentage: 100 }] });
  expect(decide(all, { context })).toMatchObject({ variant: "b", rollout: 100 });
  // Without a key nobody knows who would be in.
  expect(decide(theme({ rules: [share] }), { key: undefined, context })).toMatchObject({
    enabled: false,
    rule: "Rule 1",
  });
  expect(decide(all, { key: undefined, context })).toMatchObject({ variant: "b" });
});

test("an override's switch or rollout stands in for rules, its value alone does not, and the flag's switch ends all", () => {
  const rules = [rule({ conditions: [is("plan", "pro")], variant: "a" })];
  const metadata = { plan: "pro" };
  expect(decide(theme({ rules }), { metadata, override: { enabled: false } })).toMatchObject({
    variant: "off",
    source: "record",
    rule: undefined,
  });
  expect(decide(theme({ rules }), { metadata, override: { rollout: 0 } })).toMatchObject({ variant: "off" });
  expect(decide(theme({ rules }), { metadata, override: { value: '"mine"' } })).toMatchObject({
    variant: "override",
    value: '"mine"',
    rule: "Rule 1",
  });
  expect(decide(theme({ rules }, { enabled: false }), { metadata })).toMatchObject({
    variant: "off",
    reason: "DISABLED",
    rule: undefined,
  });
});

test("what a flag needs must be on for the subject, and with the variant that is named", () => {
  const others = [theme({}, { rollout: 100, variants: null }), flag("off"), flag("gone")].slice(0, 2);
  const needs = (flagKey: string, variant: string | null = null, more: Partial<GroupFlagSnapshot> = {}) =>
    flag("one", { prerequisites: [{ flagKey, variant }] }, { rollout: 100, ...more });
  expect(decide(needs("theme"), { others })).toMatchObject({ enabled: true, prerequisite: undefined });
  expect(decide(needs("theme", "on"), { others })).toMatchObject({ enabled: true });
  expect(decide(needs("theme", "a"), { others })).toMatchObject({ enabled: false, prerequisite: "theme" });
  for (const key of ["off", "gone"]) {
    expect(decide(needs(key), { others })).toMatchObject({
      enabled: false,
      reason: "DISABLED",
      prerequisite: key,
    });
  }
  // An override cannot give somebody what misses its ground.
  expect(decide(needs("off"), { others, override: { enabled: true } })).toMatchObject({
    enabled: false,
    prerequisite: "off",
  });
});

test("flags that need each other, as between two writes, are off and end", () => {
  const [one, two] = [
    flag("one", { prerequisites: [{ flagKey: "two", variant: null }] }, { rollout: 100 }),
    flag("two", { prerequisites: [{ flagKey: "one", variant: null }] }, { rollout: 100 }),
  ];
  expect(decide(one, { others: [two] })).toMatchObject({ enabled: false, prerequisite: "two" });
});
