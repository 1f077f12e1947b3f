import { describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { createFlag, createGroupFlag, done, unique } from "./fixtures";

import { flags, group, groupFlags, ofrep, record, sdk, setUpSite, site } from "./value-site";

setUpSite();

const json = { nested: { list: [1, "two", null, { __: true }] }, "": "é" };
const typed: [type: string, onValue: unknown, offValue: unknown][] = [
  ["string", "dark", ""],
  ["string", "5", "null"],
  ["number", 1e21, -0.5],
  ["number", 0, 1],
  ["object", json, {}],
];

describe.each(typed)("a flag of the type %s with %j and %j", (type, onValue, offValue) => {
  it("of a group gives its value to SDK and OFREP", async () => {
    const fields = { type, onValue, offValue, defaultEnabled: true };
    const made = await createGroupFlag(site.owner, group, fields);
    expect(made).toMatchObject({ ...fields, variants: null });
    expect(await done(site.owner.get(`${groupFlags}/${made.id}`))).toEqual(made);
    const said = { enabled: true, rollout: 100, source: "group-default" };
    expect((await sdk())[made.key]).toEqual({ ...said, value: onValue, variant: "on", reason: "STATIC" });
    expect(await ofrep(made.key)).toMatchObject({ value: onValue, variant: "on", reason: "STATIC" });
    await done(site.owner.put(`${groupFlags}/${made.id}`, { defaultEnabled: false }));
    expect((await sdk())[made.key]).toEqual({
      ...said,
      ...{ enabled: false, value: offValue, variant: "off", reason: "DISABLED" },
    });
    expect(await ofrep(made.key)).toMatchObject({ value: offValue, variant: "off", reason: "DISABLED" });
  });

  it("that is global gives its value to the check and OFREP", async () => {
    const made = await createFlag(site.owner, site.project.referenceId, {
      ...{ type, onValue, offValue, enabled: true },
    });
    for (const query of ["", "?targetingKey=x"]) {
      const check = await done<Record<string, unknown>>(site.owner.get(`${flags}/check/${made.key}${query}`));
      expect(check).toMatchObject({ enabled: true, value: onValue, variant: "on", source: "global" });
    }
    expect(await ofrep(made.key)).toMatchObject({ value: onValue, variant: "on" });
    const changed = await done(
      site.owner.put(`${flags}/${made.id}`, { onValue: offValue, offValue: onValue }),
    );
    expect(changed).toMatchObject({ type, onValue: offValue, offValue: onValue });
    expect(await ofrep(made.key)).toMatchObject({ value: offValue });
  });
});

it("lists give single fields of values", async () => {
  const key = unique("listed");
  const fields = { key, type: "string", onValue: "one", offValue: "two" };
  await createFlag(site.owner, site.project.referenceId, fields);
  await createGroupFlag(site.owner, group, fields);
  for (const path of [flags, groupFlags]) {
    const rows = await done<object[]>(site.owner.get(`${path}?fields=onValue,key&q=${key}`));
    expect(rows).toEqual([expect.objectContaining({ key, onValue: "one" })]);
  }
});

it("a plain boolean flag has no value and no variant", async () => {
  const made = await createGroupFlag(site.owner, group, { defaultEnabled: true, type: "boolean" });
  expect((await sdk())[made.key]).toEqual({ enabled: true, rollout: 100, source: "group-default" });
  const global = await createFlag(site.owner, site.project.referenceId, { enabled: true });
  const check = await done<object>(site.owner.get(`${flags}/check/${global.key}`));
  expect(Object.keys(check).sort()).toEqual(["enabled", "environment", "rollout", "source"]);
});

const variant = (key: string, value: unknown, weight: number) => ({ key, value, weight });
const text = { type: "string", onValue: "a", offValue: "b" };

describe.each([
  ["global flags", () => flags],
  ["flags of groups", () => groupFlags],
])("%s", (_, path) => {
  const create = (fields: object) => site.owner.post(path(), { name: "F", key: unique("f"), ...fields });

  it.each<[what: string, fields: object, paths: string[]]>([
    ["an unknown type", { type: "json" }, ["type"]],
    ["no value", { type: "string" }, ["onValue", "offValue"]],
    ["one value", { type: "number", onValue: 1 }, ["offValue"]],
    ["a value of another type", { ...text, type: "number" }, ["onValue", "offValue"]],
    ["a list", { type: "object", onValue: [], offValue: {} }, ["onValue"]],
    ["null", { ...text, offValue: null }, ["offValue"]],
    ["8 KiB and a byte", { ...text, onValue: "x".repeat(8191) }, ["onValue"]],
    ["what no boolean is", { onValue: false, offValue: "x" }, ["onValue", "offValue"]],
    ["variants of a boolean", { variants: [variant("v", true, 100)] }, ["variants"]],
    ["no variant", { ...text, variants: [] }, ["variants"]],
    ["weights that are not 100", { ...text, variants: [variant("v", "v", 99.99)] }, ["variants"]],
    [
      "weights with three decimals",
      { ...text, variants: [variant("v", "v", 99.999)] },
      ["variants.0.weight"],
    ],
    ["equal keys", { ...text, variants: [variant("v", "v", 50), variant("v", "w", 50)] }, ["variants"]],
    ["a key that means something", { ...text, variants: [variant("off", "v", 100)] }, ["variants.0.key"]],
    ["a variant of another type", { ...text, variants: [variant("v", 7, 100)] }, ["variants.0.value"]],
    [
      "21 variants",
      { ...text, variants: Array.from({ length: 21 }, (_, at) => variant(`v${at}`, "v", at ? 5 : 0)) },
      ["variants"],
    ],
    ["small steps beyond 100 %", { rolloutBasisPoints: 10_001 }, ["rolloutBasisPoints"]],
    ["broken small steps", { rolloutBasisPoints: 0.5 }, ["rolloutBasisPoints"]],
  ])("refuse %s", async (_what, fields, paths) => {
    expect(issuePaths(await create(fields))).toEqual(paths);
  });

  it("keep values, variants and type through changes of other fields, and refuse another type", async () => {
    const variants = [variant("one", "1", 33.33), variant("two", "2", 66.67)];
    const made = await done<{ id: string; updatedAt: string }>(create({ ...text, variants }), 201);
    const at = `${path()}/${made.id}`;
    const renamed = await done<Record<string, unknown>>(site.owner.put(at, { name: "G", type: "string" }));
    expect(renamed).toMatchObject({ ...text, variants, name: "G" });
    expect(issuePaths(await site.owner.put(at, { type: "number" }))).toEqual(["type"]);
    expect(issuePaths(await site.owner.put(at, { onValue: 5 }))).toEqual(["onValue"]);
    const two = await Promise.all([
      done(site.owner.put(at, { onValue: "new on" })),
      done(site.owner.put(at, { offValue: "new off" })),
      done(site.owner.put(at, { variants: null })),
    ]);
    expect(two).toHaveLength(3);
    const now = await done<Record<string, unknown>>(site.owner.get(at));
    expect(now).toMatchObject({ onValue: "new on", offValue: "new off", variants: null });
    // What was read can be sent back.
    expect(await done(site.owner.put(at, now))).toMatchObject({ onValue: "new on", name: "G" });
  });

  it("have the first variant's value for on, where none is given", async () => {
    const made = await done(
      create({ type: "string", offValue: "b", variants: [variant("v", "first", 100)] }),
      201,
    );
    expect(made).toMatchObject({ onValue: "first" });
  });
});

it("variants are drawn by subject, alike for every door, and another one for each roll of the check", async () => {
  const variants = [variant("a", "A", 50), variant("b", "B", 50)];
  const fields = { ...text, key: unique("drawn"), variants };
  const made = await createFlag(site.owner, site.project.referenceId, { ...fields, enabled: true });
  const got = new Set<unknown>();
  for (let at = 0; at < 40; at += 1) {
    const subject = `subject-${at}`;
    const check = await done<Record<string, unknown>>(
      site.owner.get(`${flags}/check/${made.key}?targetingKey=${subject}`),
    );
    const { value, variant, reason } = await ofrep(made.key, subject);
    expect({ value, variant, reason }).toEqual({
      value: check.value,
      variant: check.variant,
      reason: "SPLIT",
    });
    got.add(variant);
  }
  expect([...got].sort()).toEqual(["a", "b"]);
  const rolls = await Promise.all(
    Array.from({ length: 5 }, () => done<{ variant: string }>(site.owner.get(`${flags}/check/${made.key}`))),
  );
  expect(new Set(rolls.map(({ variant }) => variant)).size).toBe(1);
});

describe("overrides", () => {
  const put = async (
    fields: object,
    flagFields: Record<string, unknown> = { ...text, defaultEnabled: true },
  ) => {
    const flag = await createGroupFlag(site.owner, group, flagFields);
    const path = `/api/projects/${site.project.referenceId}/groups/${group.id}/records/${record.id}/values/${flag.id}`;
    return { flag, path, answer: await site.owner.put(path, fields) };
  };

  it("may carry a value, which is given while the flag is on for the record", async () => {
    const { flag, path, answer } = await put({ value: "own" });
    expect(answer.json()).toMatchObject({ value: "own", enabled: null, rollout: null });
    expect((await sdk())[flag.key]).toEqual({
      ...{ enabled: true, rollout: 100, source: "record", value: "own", variant: "override" },
      reason: "TARGETING_MATCH",
    });
    await done(site.owner.put(path, { enabled: false }));
    expect((await sdk())[flag.key]).toMatchObject({ enabled: false, value: "b", variant: "off" });
    expect(await done(site.owner.put(path, { value: null }))).toMatchObject({ value: null, enabled: false });
    expect(await done(site.owner.put(path, { enabled: null }))).toEqual({ success: true });
  });

  it.each<[what: string, fields: object, flagFields: Record<string, unknown> | undefined]>([
    ["of another type", { value: 7 }, undefined],
    ["for a boolean flag", { value: true }, {}],
    ["of 8 KiB and a byte", { value: "x".repeat(8191) }, undefined],
    ["that is a list", { value: [] }, { type: "object", onValue: {}, offValue: {} }],
  ])("refuse a value %s", async (_, fields, flagFields) => {
    const { path, answer } = await put(fields, flagFields);
    expect(issuePaths(answer)).toEqual(["value"]);
    expect(await done(site.owner.delete(path))).toEqual({ success: true });
  });

  it("of one record have 256 KiB of values, and the one too many stores nothing", async () => {
    const value = "x".repeat(8000);
    for (let at = 0; at < 32; at += 1) expect((await put({ value })).answer.status).toBe(200);
    const { flag, answer } = await put({ value, enabled: true });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([409, "quota_exceeded"]);
    expect((await sdk())[flag.key]).toMatchObject({ source: "group-default" });
  });
});
