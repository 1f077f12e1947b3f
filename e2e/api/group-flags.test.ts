import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, statusesOf } from "./client";
import {
  createGroupFlag,
  createRecord,
  done,
  type Group,
  type GroupFlag,
  plainBoolean,
  unique,
  unknownId,
} from "./fixtures";
import { make, path, setUpSite, site } from "./group-site";

setUpSite();

describe("the flags of a group", () => {
  let group: Group;
  let flags: string;

  beforeAll(async () => {
    group = await make();
    flags = `${path}/${group.id}/flags`;
  });

  it("have defaults, and a key that must be given", async () => {
    const made = await done<GroupFlag>(site.owner.post(flags, { name: " Beta ", key: "Beta.1" }), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
      groupId: group.id,
      name: "Beta",
      key: "Beta.1",
      salt: "Beta.1",
      defaultEnabled: false,
      defaultPercentage: 100,
      ...plainBoolean,
      ...{ rules: [], prerequisites: [] },
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    expect(await done(site.owner.get(`${flags}/${made.id}`))).toEqual(made);
    expect(await done(site.owner.get(flags))).toContainEqual(made);
    expect(issuePaths(await site.owner.post(flags, { name: "Beta" }))).toEqual(["key"]);
  });

  it("keep every field as given", async () => {
    const fields = { name: "Full", key: unique("full"), defaultEnabled: true, defaultPercentage: 0 };
    expect(await createGroupFlag(site.owner, group, fields)).toMatchObject(fields);
  });

  it.each([
    ["name", ""],
    ["name", undefined],
    ["key", ""],
    ["key", "a b"],
    ["key", "é"],
    ["key", "x".repeat(129)],
    ["key", null],
    ["defaultEnabled", "true"],
    ["defaultEnabled", null],
    ["defaultPercentage", -1],
    ["defaultPercentage", 101],
    ["defaultPercentage", 0.5],
    ["defaultPercentage", "5"],
    ["defaultPercentage", null],
  ])("%s %j is 400, when created and when changed", async (field, value) => {
    const { id } = await createGroupFlag(site.owner, group);
    const fields = { name: "x", key: unique("x"), [field]: value };
    expect(issuePaths(await site.owner.post(flags, fields))).toEqual([field]);
    if (value === undefined) return;
    expect(issuePaths(await site.owner.put(`${flags}/${id}`, { [field]: value }))).toEqual([field]);
  });

  it("have keys that are unique in their group", async () => {
    const { key } = await createGroupFlag(site.owner, group);
    const mine = await createGroupFlag(site.owner, group);
    expect(issuePaths(await site.owner.post(flags, { name: "x", key }), 409)).toEqual(["key"]);
    expect(issuePaths(await site.owner.put(`${flags}/${mine.id}`, { key }), 409)).toEqual(["key"]);
    expect(await done(site.owner.get(`${flags}/${mine.id}`))).toEqual(mine);
    await createGroupFlag(site.owner, await make(), { key });
  });

  it("of 20 at once with one key one is 201 and 19 are 409", async () => {
    const key = unique("race");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.owner.post(flags, { name: "x", key })),
    );
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });

  it.each([{ name: "Renamed" }, { key: unique("new") }, { defaultEnabled: true }, { defaultPercentage: 3 }])(
    "%j changes this field and updatedAt alone",
    async (change) => {
      const before = await createGroupFlag(site.owner, group);
      const after = await done<GroupFlag>(site.owner.put(`${flags}/${before.id}`, change));
      expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
      expect(String(after.updatedAt) > String(before.updatedAt)).toBe(true);
      expect(await done(site.owner.put(`${flags}/${before.id}`, {}))).toEqual(after);
    },
  );

  it("are gone once deleted, with their overrides", async () => {
    const flag = await createGroupFlag(site.owner, group);
    const { id } = await createRecord(site.owner, group);
    await done(site.owner.put(`${path}/${group.id}/records/${id}/values/${flag.id}`, { enabled: true }));
    expect(await done(site.owner.delete(`${flags}/${flag.id}`))).toEqual({ success: true });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const body = method === "PUT" ? {} : undefined;
      expectRefusal(await site.owner.call(method, `${flags}/${flag.id}`, body), 404, "Flag not found");
    }
    const values = `/api/projects/${site.project.referenceId}/records/${id}/values`;
    expect(await done(site.owner.get(values))).toEqual([]);
  });

  it("of another group, and malformed ids, are 404 Flag not found", async () => {
    const foreign = await createGroupFlag(site.owner, await make());
    for (const id of [foreign.id, "0".repeat(27), "nonsense", unknownId]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const body = method === "PUT" ? {} : undefined;
        expectRefusal(await site.owner.call(method, `${flags}/${id}`, body), 404, "Flag not found");
      }
    }
  });
});
