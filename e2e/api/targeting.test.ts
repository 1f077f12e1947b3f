import { beforeAll, describe, expect, it } from "vitest";
import { send } from "./client";
import {
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSegment,
  createSite,
  done,
  type Group,
  type Person,
  postJson,
} from "./fixtures";

let owner: Person;
let reference: string;
let bearer: { authorization: string };

beforeAll(async () => {
  const site = await createSite();
  owner = site.owner;
  reference = site.project.referenceId;
  bearer = { authorization: `Bearer ${(await createKey(owner, reference, { scope: "evaluate" })).key}` };
});

type Evaluation = {
  key: string;
  value: unknown;
  reason: string;
  variant: string;
  metadata: Record<string, unknown>;
};
type Problem = { error: string; issues?: { path: string; message: string }[] };

const flagsOf = (group: Group) => `/api/projects/${reference}/groups/${group.id}/flags`;
const evaluate = (key: string, context: object) =>
  postJson(`/api/ofrep/v1/evaluate/flags/${key}`, { context }, bearer);
const evaluated = (key: string, context: object) => done<Evaluation>(evaluate(key, context));
const resolved = async (recordId: string) =>
  (await done<{ flags: Record<string, unknown> }>(send({ path: `/api/flags/${recordId}`, headers: bearer })))
    .flags;
const is = (attribute: string, ...values: unknown[]) => ({ attribute, operator: "in", values });

describe("rules", () => {
  it("decide by what is said of a subject, by a segment, and by a record's metadata before that", async () => {
    const group = await createGroup(owner, reference);
    const segment = await createSegment(owner, reference, {
      match: "any",
      conditions: [
        is("email", "ada@example.com"),
        { attribute: "version", operator: "version_from", values: ["2.1"] },
      ],
    });
    const flag = await createGroupFlag(owner, group, {
      ...{ key: "checkout", defaultEnabled: true, defaultPercentage: 0 },
      rules: [
        { name: "Testers", conditions: [{ segment: segment.key }] },
        {
          conditions: [
            is("plan", "pro", "team"),
            { attribute: "since", operator: "before", values: ["2026-01-01"] },
          ],
        },
        { conditions: [is("plan", "free")], percentage: 0 },
      ],
    });
    const ask = async (context: object) => {
      const { value, reason, metadata } = await evaluated("checkout", { group: group.key, ...context });
      return [value, reason, metadata.rule];
    };
    expect(await ask({ targetingKey: "x" })).toEqual([false, "STATIC", undefined]);
    expect(await ask({ targetingKey: "x", version: "2.10.0" })).toEqual([true, "TARGETING_MATCH", "Testers"]);
    expect(await ask({ version: "2.1.0-rc.1" })).toEqual([false, "STATIC", undefined]);
    expect(await ask({ plan: "team", since: "2025-12-31" })).toEqual([true, "TARGETING_MATCH", "Rule 2"]);
    expect(await ask({ plan: "team", since: "2026-01-01" })).toEqual([false, "STATIC", undefined]);
    expect(await ask({ plan: ["x", "free"] })).toEqual([false, "TARGETING_MATCH", "Rule 3"]);

    const record = await createRecord(owner, group, { metadata: { plan: "free" } });
    const claiming = { targetingKey: record.id, plan: "pro", since: "2020-01-01" };
    expect(await ask(claiming)).toEqual([false, "TARGETING_MATCH", "Rule 3"]);
    expect(await resolved(record.id)).toEqual({
      checkout: {
        ...{ enabled: false, rollout: 0, source: "group-default" },
        ...{ value: false, variant: "off", reason: "TARGETING_MATCH", rule: "Rule 3" },
      },
    });
    // Changes of metadata and of a segment are seen by the next request.
    const path = `/api/projects/${reference}/groups/${group.id}/records/${record.id}`;
    await done(owner.put(path, { metadata: { email: "ada@example.com" } }));
    expect(await resolved(record.id)).toMatchObject({ checkout: { enabled: true, rule: "Testers" } });
    await done(
      owner.put(`/api/projects/${reference}/segments/${segment.id}`, {
        conditions: [is("email", "b@example.com")],
      }),
    );
    expect(await resolved(record.id)).toMatchObject({ checkout: { enabled: false, reason: "STATIC" } });
    // So are those of an import.
    const rows = [{ id: record.id, metadata: { plan: "free" } }];
    await done(owner.post(`/api/projects/${reference}/groups/${group.id}/records/bulk`, { records: rows }));
    expect(await resolved(record.id)).toMatchObject({ checkout: { rule: "Rule 3" } });
    await done(owner.put(path, { metadata: {} }));
    // Without rules the answer is the one of the specification again.
    await done(owner.put(`${flagsOf(group)}/${flag.id}`, { rules: [] }));
    expect(await resolved(record.id)).toEqual({
      checkout: { enabled: false, rollout: 0, source: "group-default" },
    });
  });

  it("are shown as they are kept, and give the same again when they are sent back", async () => {
    const group = await createGroup(owner, reference);
    const flag = await createGroupFlag(owner, group, {
      rules: [{ conditions: [is("plan", "pro", 5, true)] }],
    });
    const rules = [
      {
        ...{ name: null, match: "all", percentage: 100, variant: null },
        conditions: [{ ...is("plan", "pro", 5, true), not: false }],
      },
    ];
    const path = `${flagsOf(group)}/${flag.id}`;
    expect(await done(owner.get(path))).toMatchObject({ rules, prerequisites: [] });
    expect(await done(owner.put(path, { rules }))).toMatchObject({ rules });
  });

  const one = (condition: object) => ({ rules: [{ conditions: [condition] }] });
  const about = (operator: string, ...values: unknown[]) => one({ attribute: "a", operator, values });
  const refused: [what: string, fields: object, path: string, message: RegExp][] = [
    ["no condition", { rules: [{ conditions: [] }] }, "rules.0.conditions", /must have a condition/],
    [
      "neither attribute nor segment",
      one({ operator: "exists" }),
      "rules.0.conditions.0.attribute",
      /segment/,
    ],
    [
      "both",
      one({ segment: "s", attribute: "a", operator: "exists" }),
      "rules.0.conditions.0.segment",
      /alone/,
    ],
    ["an unknown operator", about("matches", "a"), "rules.0.conditions.0.operator", /one of equals/],
    ["no value", about("in"), "rules.0.conditions.0.values", /must have a value/],
    ["a value for exists", about("exists", 1), "rules.0.conditions.0.values", /left out/],
    ["two values for one", about("equals", "a", "b"), "rules.0.conditions.0.values", /in takes several/],
    [
      "21 texts to look for",
      about("contains", ...Array.from({ length: 21 }, (_, at) => `${at}`)),
      "rules.0.conditions.0.values",
      /at most 20 values/,
    ],
    ["two bounds", about("less_than", 1, 2), "rules.0.conditions.0.values", /one for less_than/],
    ["no number", about("less_than", "few"), "rules.0.conditions.0.values.0", /a number/],
    ["no version", about("version_from", "two"), "rules.0.conditions.0.values.0", /a version/],
    ["no date", about("before", "tomorrow"), "rules.0.conditions.0.values.0", /a date/],
    ["a value that is an object", about("in", {}), "rules.0.conditions.0.values.0", /a text, a number/],
    ["a segment that is not there", one({ segment: "none" }), "rules.0.conditions.0.segment", /no segment/],
    [
      "a variant that is not there",
      { rules: [{ conditions: [is("a", "b")], variant: "v" }] },
      "rules.0.variant",
      /no variant/,
    ],
    [
      "three decimals",
      { rules: [{ conditions: [is("a", "b")], percentage: 1.234 }] },
      "rules.0.percentage",
      /two decimals/,
    ],
    [
      "21 rules",
      { rules: Array.from({ length: 21 }, () => ({ conditions: [is("a", "b")] })) },
      "rules",
      /at most 20/,
    ],
    [
      "a flag that is not there",
      { prerequisites: [{ flagKey: "none" }] },
      "prerequisites.0.flagKey",
      /no flag/,
    ],
    ["itself", { prerequisites: [{ flagKey: "self" }] }, "prerequisites.0.flagKey", /itself/],
    [
      "more than 64 KiB",
      {
        rules: Array.from({ length: 2 }, () => ({
          conditions: [is("a", ...Array.from({ length: 500 }, (_, at) => `${at}`.padEnd(100)))],
        })),
      },
      "rules",
      /65536 bytes/,
    ],
  ];
  it.each(refused)("with %s are refused, and nothing is stored", async (_, fields, path, message) => {
    const group = await createGroup(owner, reference);
    const answer = await owner.post(flagsOf(group), { name: "F", key: "self", ...fields });
    expect(answer.status, answer.text()).toBe(400);
    const { issues } = answer.json<Problem>();
    expect(issues?.[0]).toMatchObject({ path, message: expect.stringMatching(message) });
    expect(await done(owner.get(flagsOf(group)))).toEqual([]);
  });

  it("keep the variants and the segment that they name", async () => {
    const group = await createGroup(owner, reference);
    const segment = await createSegment(owner, reference);
    const variants = ["a", "b"].map((key) => ({ key, value: key.toUpperCase(), weight: 50 }));
    const flag = await createGroupFlag(owner, group, {
      ...{ name: "Theme", key: "theme", type: "string", offValue: "none", variants },
      rules: [{ conditions: [{ segment: segment.key }], variant: "b" }],
    });
    const path = `${flagsOf(group)}/${flag.id}`;
    const without = await owner.put(path, { variants: [{ key: "a", value: "A", weight: 100 }] });
    expect([without.status, without.json<Problem>().issues?.[0]?.path]).toEqual([400, "rules.0.variant"]);
    const segmentPath = `/api/projects/${reference}/segments/${segment.id}`;
    const used = await owner.delete(segmentPath);
    expect([used.status, used.json<Problem>().error]).toEqual([
      409,
      "Rules of “Theme” name this segment. Take it out of them first.",
    ]);
    const renamed = await owner.put(segmentPath, { key: "other" });
    expect([renamed.status, renamed.json<Problem>().issues?.[0]?.path]).toEqual([400, "key"]);
    await done(owner.put(path, { rules: [] }));
    await done(owner.delete(segmentPath));
  });
});

describe("prerequisites", () => {
  it("must be on for the subject, and are named where they are not", async () => {
    const group = await createGroup(owner, reference);
    const base = await createGroupFlag(owner, group, { key: "base", defaultEnabled: false });
    await createGroupFlag(owner, group, {
      key: "next",
      defaultEnabled: true,
      prerequisites: [{ flagKey: "base" }],
    });
    const record = await createRecord(owner, group);
    expect(await resolved(record.id)).toMatchObject({
      next: { enabled: false, reason: "DISABLED", prerequisite: "base" },
    });
    const override = `/api/projects/${reference}/groups/${group.id}/records/${record.id}/values/${base.id}`;
    await done(owner.put(override, { enabled: true }));
    expect(await resolved(record.id)).toMatchObject({ next: { enabled: true } });
    const other = await evaluated("next", { group: group.key, targetingKey: "somebody" });
    expect(other).toMatchObject({ value: false, metadata: { prerequisite: "base" } });
  });

  it("never need each other, and keep the flag, its key and the variant that they name", async () => {
    const group = await createGroup(owner, reference);
    const variants = [{ key: "a", value: "A", weight: 100 }];
    const first = await createGroupFlag(owner, group, {
      name: "First",
      key: "first",
      type: "string",
      offValue: "",
      variants,
    });
    const needing = (flagKey: string, variant: string | null = null) => ({
      prerequisites: [{ flagKey, variant }],
    });
    const second = await createGroupFlag(owner, group, {
      name: "Second",
      key: "second",
      ...needing("first", "a"),
    });
    const third = await createGroupFlag(owner, group, { key: "third", ...needing("second") });
    const path = (id: string) => `${flagsOf(group)}/${id}`;
    const circle = await owner.put(path(first.id), needing("third"));
    expect([circle.status, circle.json<Problem>().issues?.[0]?.message]).toEqual([
      400,
      "would need each other: first → third → second → first",
    ]);
    const noVariant = await owner.put(path(third.id), needing("first", "b"));
    expect(noVariant.json<Problem>().issues?.[0]?.path).toBe("prerequisites.0.variant");
    for (const attempt of [
      owner.delete(path(first.id)),
      owner.put(path(first.id), { key: "renamed" }),
      owner.put(path(first.id), { variants: [{ ...variants[0], key: "b" }] }),
    ]) {
      const answer = await attempt;
      expect([answer.status, answer.json<Problem>().error]).toEqual([
        409,
        expect.stringContaining("“Second”"),
      ]);
    }
    await done(owner.put(path(first.id), { name: "Renamed", variants: [...variants] }));
    await done(owner.put(path(second.id), { prerequisites: [] }));
    await done(owner.delete(path(first.id)));
  });
});

describe("the explanation", () => {
  it("says for a record and for anybody else how it came to what they get", async () => {
    const group = await createGroup(owner, reference);
    await createGroupFlag(owner, group, { key: "base", defaultEnabled: true });
    const flag = await createGroupFlag(owner, group, {
      ...{
        key: "checkout",
        defaultEnabled: true,
        defaultPercentage: 50,
        prerequisites: [{ flagKey: "base" }],
      },
      rules: [
        {
          name: "Paying",
          conditions: [is("plan", "pro"), { attribute: "country", operator: "exists", not: true }],
        },
      ],
    });
    const path = `${flagsOf(group)}/${flag.id}`;
    const explain = (body: object) => done<Record<string, unknown>>(owner.post(`${path}/explain`, body));
    expect(await explain({ targetingKey: "visitor", context: { plan: "pro" } })).toMatchObject({
      ...{
        targetingKey: "visitor",
        isRecord: false,
        enabled: true,
        reason: "TARGETING_MATCH",
        rule: "Paying",
      },
      prerequisites: [{ flagKey: "base", variant: null, met: true }],
      override: null,
      bucket: expect.any(Number),
    });
    const record = await createRecord(owner, group, { metadata: { plan: "free", country: "CH" } });
    await done(
      owner.put(`/api/projects/${reference}/groups/${group.id}/records/${record.id}/values/${flag.id}`, {
        rollout: 100,
      }),
    );
    expect(await explain({ targetingKey: record.id, context: { plan: "pro" } })).toMatchObject({
      ...{
        isRecord: true,
        enabled: true,
        source: "record",
        override: { enabled: null, rollout: 100, hasValue: false },
      },
      rules: [
        {
          ...{ name: "Paying", holds: false, decides: false },
          conditions: [
            { attribute: "plan", found: "free", holds: false },
            { attribute: "country", found: "CH", holds: false, not: true },
          ],
        },
      ],
    });
    expect(await explain({})).toMatchObject({
      targetingKey: null,
      enabled: false,
      reason: "SPLIT",
      bucket: null,
    });
    const wrong = await owner.post(`${path}/explain`, { context: [] });
    expect([wrong.status, wrong.json<Problem>().issues?.[0]?.path]).toEqual([400, "context"]);
    expect((await owner.post(`${path}/explain`, { environmentKey: "none" })).status).toBe(404);
  });
});
