import { expect, test } from "vitest";
import { Decider } from "@/lib/evaluation/decider";
import { overrideKey } from "@/lib/evaluation/held-flags";
import type { GroupFlagSnapshot, ProjectFlags, RecordSnapshot } from "@/lib/evaluation/snapshots";
import { snapshotBody } from "@/lib/flag-snapshot/snapshot-body";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";
import { bodyOf, evaluationsOf } from "@/lib/ofrep/evaluations";
import { flagsOfSubject } from "@/lib/ofrep/flags-of-subject";
import { type Condition, prepared } from "@/lib/targeting/conditions";
import { decisionsFrom } from "./snapshot";

const environment = { id: "e1", name: "Production", key: "production", isDefault: true };

const about = (attribute: string, operator: string, values: unknown[], not = false) =>
  ({ attribute, operator, values, not }) as Condition;
const rule = (conditions: Condition[], more: object = {}) => ({
  ...{ name: null, match: "all", percentage: 100, variant: null, conditions },
  ...more,
});

const plain = { rolloutBasisPoints: null, values: null, variants: null, valueBytes: 0 };
let made = 0;
function flag(key: string, groupId: string, more: object = {}, targeting?: object): GroupFlagSnapshot {
  made += 1;
  const text = targeting && JSON.stringify({ rules: [], prerequisites: [], ...targeting });
  return {
    ...{ id: `f${made}`, key, groupId, salt: key, enabled: true, rollout: 100, createdAt: made, ...plain },
    ...{ targeting: text ?? null, ruleBytes: text?.length ?? 0, ...more },
  };
}

const theme = { values: { on: '"dark"', off: '"light"' } };
const experiment = {
  values: { on: '{"n":1}', off: '{"n":0}' },
  variants: [10, 33.33, 56.67].map((weight, at) => ({ key: `v${at}`, value: `{"n":${at + 2}}`, weight })),
};
const flagsOf = (group: string): GroupFlagSnapshot[] => [
  flag("off", group, { enabled: false }),
  flag("seventh", group, { rollout: 7 }),
  flag("tiny", group, { rollout: 0, rolloutBasisPoints: 37 }),
  flag("theme", group, { ...theme, rollout: 40 }),
  flag("experiment", group, experiment),
  flag(
    "paying",
    group,
    { rollout: 0 },
    {
      rules: [
        rule([about("plan", "in", ["pro", "team"])], { name: "Paying", percentage: 50 }),
        rule([{ segment: "testers", not: false }]),
        rule([about("address.country", "equals", ["CH"], true)], { percentage: 1.5 }),
      ],
    },
  ),
  flag(
    "needs",
    group,
    { ...experiment, rollout: 80 },
    {
      prerequisites: [{ flagKey: "experiment", variant: "v2" }],
      rules: [rule([about("version", "version_from", ["2.1"])], { variant: "v1" })],
    },
  ),
  flag(`only-${group}`, group, { rollout: 50 }),
];

const segment = { match: "any", conditions: [about("email", "ends_with", ["@example.com"])] } as const;
const groups = ["ten", "us", "usr"].map((prefix) => ({ id: `id-${prefix}`, key: `${prefix}s`, prefix }));
const groupFlags = new Map(groups.map(({ id }) => [id, flagsOf(id)]));
const project: ProjectFlags = {
  ...{ version: "1", changes: "1", projectId: "p", referenceId: "ref", environments: [environment] },
  ...{ groups, groupFlags, segmentBytes: 0 },
  segments: new Map([["testers", { ...prepared(segment), json: JSON.stringify(segment) }]]),
};
const globals = new Map(
  ["off", "welcome", "zebra"].map((key, at): [string, GlobalFlagSnapshot] => [
    key,
    {
      ...{ id: `g${at}`, key, salt: key, enabled: true, rollout: 30 * (at + 1), ...plain },
      environmentId: environment.id,
    },
  ]),
);

/** Of any group, whatever their ids begin with. */
function recordOf(at: number): RecordSnapshot {
  const groupId = `id-${["ten", "us", "usr"][at % 3]}`;
  const [first, second] = [groupFlags.get(groupId)?.[at % 8], groupFlags.get(groupId)?.[(at + 3) % 8]];
  const overrides: RecordSnapshot["overrides"] = new Map();
  if (at % 2) {
    const value = first?.values ? '"own"' : undefined;
    overrides.set(overrideKey(`${first?.id}`, "e1"), { enabled: at % 4 === 1 || null, rollout: null, value });
    const half = { enabled: null, rollout: 50, rolloutBasisPoints: 5050, value: undefined };
    overrides.set(overrideKey(`${second?.id}`, "e1"), half);
  }
  const metadata = at % 5 ? { plan: ["pro", "free"][at % 2], address: { country: "CH" } } : {};
  return {
    ...{ version: "1", id: subjectOf(at) as string, projectId: "p", groupId, valueBytes: 0 },
    ...{ metadata: JSON.stringify(metadata), overrides },
  };
}

type Evaluation = {
  key: string;
  value: unknown;
  reason: string;
  variant: string;
  metadata: { rule?: string };
};

const prefixes = ["ten-", "us-", "usr-", "", "other-"];
const subjectOf = (at: number) => (at % 997 === 996 ? undefined : `${prefixes[at % prefixes.length]}${at}`);
const contextOf = (at: number) => ({
  ...(at % 3 === 0 && { plan: ["pro", "team", "free", 7][at % 4] }),
  ...(at % 4 === 0 && { email: at % 8 ? "a@example.com" : "b@example.org", version: `2.${at % 5}.0` }),
  ...(at % 7 === 0 && { address: { country: at % 2 ? "CH" : "DE" }, group: ["usrs", "ten", "none"][at % 3] }),
});

function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}

test("5,000 subjects are decided as the instance does", () => {
  const records = new Map<string, RecordSnapshot>();
  for (let at = 0; at < 5000; at += 9) {
    if (subjectOf(at)) records.set(subjectOf(at) as string, recordOf(at));
  }
  const rows = [...records.values()].map(({ id, groupId, metadata, overrides }) => ({
    ...{ id, groupId, metadata: metadata === "{}" ? null : metadata },
    overrides: [...overrides].map(([name, { value, rolloutBasisPoints, ...override }]) => ({
      ...{ ...override, groupFlagId: name.split(" ")[0] as string },
      ...{ rolloutBasisPoints: rolloutBasisPoints ?? null, value: value ?? null },
    })),
  }));
  const body = atOnce(
    snapshotBody({
      project,
      environment,
      globals,
      records: { version: "1", records: rows, isComplete: true },
    }),
  );
  const decide = decisionsFrom(JSON.parse(body.toString()));
  for (let at = 0; at < 5000; at += 1) {
    const [key, context] = [subjectOf(at), contextOf(at)];
    const record = key === undefined ? undefined : records.get(key);
    const candidates = flagsOfSubject(project, globals, { key, record }, context.group);
    const decider = new Decider({ project, environment, key, record, context });
    const subject = { key, record };
    const text = atOnce(
      bodyOf(atOnce(evaluationsOf(candidates, { subject, decider }, environment, undefined))),
    );
    const expected = (JSON.parse(text.toString()).flags as Evaluation[]).map(
      ({ key, value, reason, variant, metadata: { rule } }) => [key, value, reason, variant, rule],
    );
    const found = [...decide.all({ targetingKey: key, ...context })].map(([key, details]) => [
      ...[key, details.value, details.reason, details.variant, details.rule],
    ]);
    if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected);
  }
});
