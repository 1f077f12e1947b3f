import { describe, expect, it } from "vitest";
import { createGroup, createGroupFlag, createRecord, createSegment, done } from "./fixtures";
import {
  evaluated,
  flagsOf,
  is,
  owner,
  type Problem,
  reference,
  resolved,
  setUpSite,
} from "./targeting-site";

setUpSite();

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
