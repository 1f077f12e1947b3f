import { beforeAll, describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import {
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type Site,
  unique,
} from "./fixtures";
import { blue, red, slowSchema, slowValue, valueSchema } from "./schema-site";

type Shown = { id: string; key: string } & Record<string, unknown>;

let site: Site;
let root: string;
let group: Group;
let record: FlagRecord;

beforeAll(async () => {
  site = await createSite();
  root = `/api/projects/${site.project.referenceId}`;
  group = await createGroup(site.owner, site.project.referenceId);
  record = await createRecord(site.owner, group);
});

describe("the value of a single record", () => {
  const flagPath = ({ id }: Shown) => `${root}/groups/${group.id}/flags/${id}`;
  const set = ({ id }: { id: string }, fields: object) =>
    site.owner.put(`${root}/groups/${group.id}/records/${record.id}/values/${id}`, fields);
  const make = async (fields: object = {}) =>
    (await createGroupFlag(site.owner, group, { ...blue, valueSchema, ...fields })) as unknown as Shown;

  it("has to satisfy the flag's schema, and is not stored otherwise", async () => {
    const flag = await make();
    const refused = await set(flag, { enabled: true, value: red });
    expect(issuePaths(refused)).toEqual(["value"]);
    expect(refused.text()).toContain("does not satisfy the schema: /color must be one of");
    expect(await done(site.owner.get(`${root}/records/${record.id}/values?groupFlagId=${flag.id}`))).toEqual(
      [],
    );
    expect(await done(set(flag, { value: { color: "green" } }))).toMatchObject({ value: { color: "green" } });
    expect(await done(set(flag, { value: null, enabled: true }))).toMatchObject({ value: null });
  });

  it("stays when the schema comes after it, and has to satisfy it when it is set anew", async () => {
    const flag = await make({ valueSchema: null });
    await done(set(flag, { value: red }));
    await done(site.owner.put(flagPath(flag), { valueSchema }));
    expect(await done(set(flag, { enabled: true }))).toMatchObject({ value: red, enabled: true });
    expect(issuePaths(await set(flag, { value: red }))).toEqual(["value"]);
  });

  it("that takes too long is refused by its own field", async () => {
    const flag = await make({ valueSchema: slowSchema });
    expect(issuePaths(await set(flag, { value: slowValue }))).toEqual(["value"]);
  });
});

describe("a schema goes along", () => {
  const promote = (key: string) =>
    site.owner.post(`${root}/environment-promotions`, { from: "schemas", to: "production", keys: [key] });
  const compare = async (key: string) =>
    (
      await done<{ differences: string[] }[]>(
        site.owner.get(`${root}/environment-comparison?from=schemas&to=production&q=${key}`),
      )
    )[0];

  beforeAll(() => createEnvironment(site.owner, site.project.referenceId, { name: "Schemas" }));

  it("with a promotion, as a difference of its own and with the values that satisfy it", async () => {
    const key = unique("f");
    const flag = { key, ...blue, name: "Limits" };
    const { referenceId } = site.project;
    await createFlag(site.owner, referenceId, { ...flag, valueSchema, environmentKey: "schemas" });
    const live = (await createFlag(site.owner, referenceId, flag)) as unknown as Shown;
    expect(await compare(key)).toMatchObject({
      ...{ state: "different", differences: ["valueSchema"] },
      ...{ from: { valueSchema }, to: { valueSchema: null } },
    });
    expect(await done(promote(key))).toMatchObject({ updated: 1, flags: [{ after: { valueSchema } }] });
    expect(await compare(key)).toMatchObject({ state: "same" });
    expect(issuePaths(await site.owner.put(`${root}/flags/${live.id}`, { onValue: red }))).toEqual([
      "onValue",
    ]);
  });

  it("with a flag that a promotion makes", async () => {
    const made = await createFlag(site.owner, site.project.referenceId, {
      ...{ ...blue, valueSchema, environmentKey: "schemas" },
    });
    expect(await done(promote(made.key))).toMatchObject({ created: 1 });
    expect(await compare(made.key)).toMatchObject({ state: "same", to: { valueSchema } });
  });

  it("with the copy of an environment", async () => {
    const { id } = await createEnvironment(site.owner, site.project.referenceId, { name: "Copied" });
    const { key } = await createFlag(site.owner, site.project.referenceId, {
      ...{ ...blue, valueSchema, environmentKey: "copied" },
    });
    await done(site.owner.post(`${root}/environments/${id}/copy`, { name: "Copy" }), 201);
    expect(await done(site.owner.get(`${root}/flags?env=copy&q=${key}`))).toMatchObject([
      { key, valueSchema },
    ]);
  });

  it("with what is deleted and put back, both kinds", async () => {
    const deletions = `/api/projects/${site.project.id}/deletions`;
    const flag = await createFlag(site.owner, site.project.referenceId, { ...blue, valueSchema });
    await done(site.owner.delete(`${root}/flags/${flag.id}`));
    await done(site.owner.post(`${deletions}/flag/${flag.id}/restore`, {}));
    expect(await done(site.owner.get(`${root}/flags/${flag.id}`))).toMatchObject({ valueSchema });
    const other = await createGroup(site.owner, site.project.referenceId);
    const inGroup = await createGroupFlag(site.owner, other, { ...blue, valueSchema });
    await done(site.owner.delete(`${root}/groups/${other.id}`));
    await done(site.owner.post(`${deletions}/group/${other.id}/restore`, {}));
    const back = await done(site.owner.get(`${root}/groups/${other.id}/flags/${inGroup.id}`));
    expect(back).toMatchObject({ valueSchema });
  });
});
