import fc from "fast-check";
import { expect, test } from "vitest";
import { type Condition, prepared } from "@/lib/targeting/conditions";
import type { Decision, FlagSnapshot } from "./decision";
import { overrideKey } from "./held-flags";
import { resolveAll } from "./resolve";
import { resolvedJson } from "./resolved-json";
import { bytesOf } from "./revalidated";
import type { ProjectFlags, RecordSnapshot } from "./snapshots";
import type { Targeting } from "./targeting";

const environment = { id: "e1", name: "Production", key: "production", isDefault: true };
const other = { ...environment, id: "e2", key: "staging", isDefault: false };

/** Flags are plain, have two values, or variants, in turn. */
const valued: { values: FlagSnapshot["values"]; variants: FlagSnapshot["variants"]; valueBytes: number }[] = [
  { values: null, variants: null, valueBytes: 0 },
  { values: { on: '"é"', off: '""' }, variants: null, valueBytes: 20 },
  {
    values: { on: '"a"', off: '"\\"}"' },
    variants: [
      { key: "a", value: '"a"', weight: 33.33 },
      { key: "b", value: '"bbbb"', weight: 66.67 },
    ],
    valueBytes: 50,
  },
];

const keyEnds = (end: string): Condition => ({
  ...{ attribute: "targetingKey", operator: "ends_with", values: [end], not: false },
});
const metadata = '{"plan":"pro"}';

/** Every fourth flag has rules, and needs the one before. */
function targetingOf(flags: Flags, at: number) {
  if (at % 4 !== 3) return { ruleBytes: 0 };
  const rule = { match: "any", name: null, percentage: 40, variant: null } as const;
  const segment = { segment: "first", not: false };
  const plan: Condition = { attribute: "plan", operator: "in", values: ["pro", 5], not: false };
  const targeting: Targeting = {
    rules: [
      { ...rule, conditions: [keyEnds("x"), segment], name: '"é' },
      { ...rule, match: "all", conditions: [plan], percentage: 100 },
    ],
    prerequisites: [{ flagKey: `${flags[at - 1]?.key}`, variant: null }],
  };
  return { ruleBytes: 200, targeting: JSON.stringify(targeting) };
}

type Flags = { key: string; on: boolean; percentage: number; override: "none" | "here" | "elsewhere" }[];

function siteOf(flags: Flags, id: string) {
  const groupFlags = flags.map(({ key, on, percentage }, at) => ({
    ...{ id: `f${at}`, key, salt: key, createdAt: at, enabled: on },
    ...{ rollout: percentage, rolloutBasisPoints: percentage % 7 === 3 ? percentage * 100 + 5 : null },
    ...(valued[at % valued.length] as (typeof valued)[number]),
    groupId: "g",
    ...targetingOf(flags, at),
  }));
  const project: ProjectFlags = {
    ...{ version: "v", changes: "1", projectId: "p", referenceId: 'r"é' },
    environments: [environment, other],
    groups: [{ id: "g", key: "g", prefix: "gg" }],
    groupFlags: new Map([["g", groupFlags]]),
    segments: new Map([["first", { ...prepared({ match: "all", conditions: [keyEnds("1")] }), json: "" }]]),
    segmentBytes: 10,
  };
  const overrides: RecordSnapshot["overrides"] = new Map();
  for (const [at, { override, percentage }] of flags.entries()) {
    if (override === "none") continue;
    const key = overrideKey(`f${at}`, override === "here" ? environment.id : other.id);
    const value = groupFlags[at]?.values && at % 2 === 0 ? `"own ${percentage}"` : undefined;
    overrides.set(key, { enabled: at % 2 === 0 || null, rollout: at % 3 ? null : 100 - percentage, value });
  }
  return {
    project,
    record: { version: "w", id, projectId: "p", groupId: "g", metadata, overrides, valueBytes: 0 },
  };
}

const flags: fc.Arbitrary<Flags> = fc.uniqueArray(
  fc.record({
    key: fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.constantFrom("true", '":{"enabled":true', "__proto__", "é"),
    ),
    on: fc.boolean(),
    percentage: fc.integer({ min: 0, max: 100 }),
    override: fc.constantFrom("none", "none", "here", "elsewhere"),
  }),
  { selector: ({ key }) => key, maxLength: 30 },
);

/** A decision as the answer has it. */
const shown = ({ enabled, rollout, source, isPlain, value, ...more }: Decision) => ({
  ...{ enabled, rollout, source },
  ...(isPlain ? {} : shownMore(value, more)),
});
const shownMore = (
  value: string,
  {
    variant,
    reason,
    rule,
    prerequisite,
  }: Omit<Decision, "enabled" | "rollout" | "source" | "isPlain" | "value">,
) => ({
  ...{ value: JSON.parse(value), variant, reason },
  ...(rule !== undefined && { rule }),
  ...(prerequisite !== undefined && { prerequisite }),
});

test("the JSON of any record has just what each of its flags resolves to", () => {
  fc.assert(
    fc.property(
      flags,
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 4 }),
      (given, ids) => {
        for (const id of ids) {
          const { project, record } = siteOf(given, id);
          const resolved = resolveAll(project, record, environment).map((each) => [each.key, shown(each)]);
          expect(JSON.parse(bytesOf(resolvedJson(project, record, environment)).toString())).toEqual({
            recordId: id,
            projectId: 'r"é',
            environment: { id: "e1", name: "Production", key: "production" },
            flags: Object.fromEntries(resolved),
          });
        }
      },
    ),
  );
});

test("without an environment there are no flags", () => {
  const { project, record } = siteOf([{ key: "a", on: true, percentage: 50, override: "none" }], "x");
  expect(JSON.parse(bytesOf(resolvedJson(project, record, undefined)).toString())).toEqual({
    ...{ recordId: "x", projectId: 'r"é', environment: null, flags: {} },
  });
});

const many: Flags = Array.from({ length: 3000 }, (_, at) => ({
  ...{ key: `é-${at}`, on: at % 5 > 0, percentage: at % 101 },
  override: at % 50 === 7 ? "here" : "none",
}));

test("a large answer has just the same, whenever it is made", () => {
  const { project, record } = siteOf(many, "x");
  const answer = resolvedJson(project, record, environment);
  expect(answer.body).toBeTypeOf("function");
  const { flags } = JSON.parse(bytesOf(answer).toString());
  for (const each of resolveAll(project, record, environment)) expect(flags[each.key]).toEqual(shown(each));
  expect(bytesOf(answer).equals(bytesOf(answer))).toBe(true);
});

/** What another flag, switch, percentage or override makes of these flags; of none it makes one. */
const changed: fc.Arbitrary<(flags: Flags) => Flags> = fc.oneof(
  fc.constant((flags: Flags) => flags),
  fc
    .tuple(fc.nat(), fc.constantFrom("on", "percentage", "override", "order"))
    .map(([nat, what]) => (flags: Flags) => {
      const at = nat % Math.max(1, flags.length);
      const flag = flags[at] ?? { key: "new", on: true, percentage: 50, override: "none" as const };
      if (what === "order") return [...flags.slice(at), ...flags.slice(0, at)];
      const other = {
        ...flag,
        ...(what === "on" && { on: !flag.on }),
        ...(what === "percentage" && { percentage: 100 - flag.percentage }),
        ...(what === "override" && {
          override: flag.override === "here" ? ("none" as const) : ("here" as const),
        }),
      };
      return flags.length === 0 ? [other] : flags.with(at, other);
    }),
);

test("two answers have the same tag when they have the same bytes, and only then", () => {
  fc.assert(
    fc.property(flags, changed, fc.constantFrom("x", "y"), (given, change, id) => {
      const [one, two] = [siteOf(given, "x"), siteOf(change(given), id)].map(({ project, record }) =>
        resolvedJson(project, record, environment),
      );
      if (!one || !two) throw new Error("There are two");
      expect(one.etag === two.etag).toBe(bytesOf(one).equals(bytesOf(two)));
    }),
  );
});
