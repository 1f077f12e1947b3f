import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, nextPage, statusesOf } from "./client";
import {
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type GroupFlag,
  unique,
  unknownId,
} from "./fixtures";
import { create, make, path, setUpSite, site } from "./group-site";

setUpSite();

describe("creating a group", () => {
  it("fills in the defaults", async () => {
    const fresh = await createSite();
    const made = await createGroup(fresh.owner, fresh.project.referenceId, { name: " Big Tenants " });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
      projectId: fresh.project.referenceId,
      name: "Big Tenants",
      key: "big-tenants",
      prefix: "bigte",
      description: null,
      color: null,
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const groups = `/api/projects/${fresh.project.referenceId}/groups`;
    expect(await done(fresh.owner.get(`${groups}/${made.id}`))).toEqual(made);
    expect(await done(fresh.owner.get(groups))).toEqual([made]);
  });

  it("keeps every field as given", async () => {
    const fields = {
      name: "Full",
      key: unique("My.Key_"),
      prefix: "f9",
      description: "words, <b>é</b> and 日本",
      color: "#4F46e5",
    };
    expect(await make(fields)).toMatchObject(fields);
  });

  it("without a prefix takes the best one that is free", async () => {
    const fresh = await createSite();
    const prefixOf = async (name: string) =>
      (await createGroup(fresh.owner, fresh.project.referenceId, { name, key: unique("k") })).prefix;
    expect(await prefixOf("Tenants")).toBe("tenan");
    expect(await prefixOf("Tenants")).toBe("tena1");
    expect(await prefixOf("tenant-s")).toBe("tena2");
    expect(await prefixOf("A")).toBe("a1");
    expect(await prefixOf("日本")).toBe("g1");
    expect(await prefixOf("É")).toBe("e1");
  });

  it("30 at once without a prefix all get one of their own", async () => {
    const fresh = await createSite();
    const groups = `/api/projects/${fresh.project.referenceId}/groups`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => fresh.owner.post(groups, { name: "Tenants", key: `k${at}` })),
    );
    expect(statusesOf(answers)).toEqual({ 201: 30 });
    const prefixes = answers.map((answer) => answer.json<Group>().prefix);
    expect(new Set(prefixes).size).toBe(30);
    for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z0-9]{2,5}$/);
  });

  it("a name without letters a to z or digits asks for a key", async () => {
    expect(issuePaths(await create({ name: "日本" }))).toEqual(["key"]);
  });

  it.each([
    ["name", ""],
    ["name", "x".repeat(201)],
    ["name", null],
    ["name", undefined],
    ["key", ""],
    ["key", "a b"],
    ["key", "x".repeat(129)],
    ["prefix", "a"],
    ["prefix", "abcdef"],
    ["prefix", "AB"],
    ["prefix", "a-b"],
    ["prefix", "éé"],
    ["prefix", ""],
    ["prefix", 42],
    ["description", 7],
    ["description", "x".repeat(5001)],
    ["color", "red"],
    ["color", "#12345"],
    ["color", "#ggg"],
    ["color", ""],
    ["color", 7],
  ])("%s %j is 400", async (field, value) => {
    expect(issuePaths(await create({ name: unique("x"), [field]: value }))).toEqual([field]);
  });

  it("every problem is listed at once", async () => {
    const answer = await create({ name: "", key: "?", prefix: "A", description: 1, color: "red" });
    expect(issuePaths(answer).sort()).toEqual(["color", "description", "key", "name", "prefix"]);
  });

  it.each(["#abc", "#ABCDEF", null])("the colour %j is accepted", async (color) => {
    expect(await make({ color })).toMatchObject({ color });
  });

  it("key and prefix are unique in their project", async () => {
    const [key, prefix] = [unique("key"), "uniq"];
    await make({ key, prefix });
    expect(issuePaths(await create({ name: unique("x"), key }), 409)).toEqual(["key"]);
    expect(issuePaths(await create({ name: unique("x"), prefix }), 409)).toEqual(["prefix"]);
    const elsewhere = await createSite();
    await createGroup(elsewhere.owner, elsewhere.project.referenceId, { key, prefix });
  });

  it.each([
    ["key", () => ({ key: unique("race") })],
    ["prefix", () => ({ prefix: "race" })],
  ])("of 20 at once with one %s one is 201 and 19 are 409", async (_, fields) => {
    const given = fields();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: unique("x"), ...given })),
    );
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("changing and deleting a group", () => {
  it.each([
    { name: "Renamed" },
    { key: unique("new") },
    { prefix: "new1" },
    { description: "words" },
    { color: "#123456" },
  ])("%j changes this field and updatedAt alone", async (change) => {
    const before = await make({ description: "before", color: "#000" });
    const after = await done<Group>(site.owner.put(`${path}/${before.id}`, change));
    expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
    expect(String(after.updatedAt) > String(before.updatedAt)).toBe(true);
    expect(await done(site.owner.get(`${path}/${before.id}`))).toEqual(after);
  });

  it("nothing to change is 200 and changes nothing", async () => {
    const before = await make({ description: "kept", color: "#abc" });
    for (const body of [{}, { id: "other", projectId: "other" }]) {
      expect(await done(site.owner.put(`${path}/${before.id}`, body))).toEqual(before);
    }
  });

  it("onto another's key or prefix is 409 and changes nothing", async () => {
    const [taken, mine] = [await make(), await make()];
    const put = (body: unknown) => site.owner.put(`${path}/${mine.id}`, body);
    expect(issuePaths(await put({ name: "lost", key: taken.key }), 409)).toEqual(["key"]);
    expect(issuePaths(await put({ name: "lost", prefix: taken.prefix }), 409)).toEqual(["prefix"]);
    expect(await done(site.owner.get(`${path}/${mine.id}`))).toEqual(mine);
    expect(await done(put({ key: mine.key, prefix: mine.prefix }))).toMatchObject({ key: mine.key });
  });

  it.each([
    ["name", ""],
    ["key", "a b"],
    ["prefix", "A"],
    ["color", "red"],
  ])("%s %j is 400", async (field, value) => {
    const { id } = await make();
    expect(issuePaths(await site.owner.put(`${path}/${id}`, { [field]: value }))).toEqual([field]);
  });

  it("deleted, its flags, records and overrides are gone with it, and their ids free", async () => {
    const group = await make({ key: unique("doomed") });
    const flag = await createGroupFlag(site.owner, group);
    const record = await createRecord(site.owner, group, { id: unique("tenant") });
    await done(
      site.owner.put(`${path}/${group.id}/records/${record.id}/values/${flag.id}`, { enabled: true }),
    );
    expect(await done(site.owner.delete(`${path}/${group.id}`))).toEqual({ success: true });
    for (const each of ["", "/flags", "/records", `/flags/${flag.id}`, `/records/${record.id}`]) {
      expectRefusal(await site.owner.get(`${path}/${group.id}${each}`), 404, "Group not found");
    }
    const values = `/api/projects/${site.project.referenceId}/records/${record.id}/values`;
    expectRefusal(await site.owner.get(values), 404, "Record not found");
    const again = await make({ key: group.key, prefix: group.prefix });
    await createRecord(site.owner, again, { id: record.id });
    expect(await done(site.owner.get(values))).toEqual([]);
  });

  it("unknown groups, malformed ids and another project's group are 404 Group not found", async () => {
    const elsewhere = await createSite();
    const foreign = await createGroup(elsewhere.owner, elsewhere.project.referenceId);
    for (const id of [foreign.id, "0".repeat(27), "nonsense", unknownId]) {
      for (const answer of [
        await site.owner.get(`${path}/${id}`),
        await site.owner.put(`${path}/${id}`, {}),
        await site.owner.delete(`${path}/${id}`),
        await site.owner.get(`${path}/${id}/flags`),
        await site.owner.post(`${path}/${id}/flags`, { name: "x", key: "x" }),
        await site.owner.get(`${path}/${id}/records`),
        await site.owner.post(`${path}/${id}/records`, {}),
      ]) {
        expectRefusal(answer, 404, "Group not found");
      }
    }
  });

  it("take the project's reference id and refuse its UUID", async () => {
    const { id } = await make();
    for (const project of [site.project.id, unknownId, "nonsense", "0".repeat(27)]) {
      const wrong = `/api/projects/${project}/groups`;
      for (const answer of [
        await site.owner.get(wrong),
        await site.owner.post(wrong, { name: "x" }),
        await site.owner.get(`${wrong}/${id}`),
        await site.owner.put(`${wrong}/${id}`, {}),
        await site.owner.delete(`${wrong}/${id}`),
        await site.owner.get(`${wrong}/${id}/flags`),
        await site.owner.get(`${wrong}/${id}/records`),
      ]) {
        expectRefusal(answer, 404, "Project not found");
      }
    }
  });
});

describe("the lists of groups, their flags and records", () => {
  it("are newest first, whole and by pages", async () => {
    const fresh = await createSite();
    const reference = fresh.project.referenceId;
    const groups: Group[] = [];
    for (let count = 0; count < 4; count += 1) groups.push(await createGroup(fresh.owner, reference));
    const [group] = groups as [Group];
    const flags: GroupFlag[] = [];
    const records: FlagRecord[] = [];
    for (const id of ["b_1", "-a", unique("x".repeat(100)), undefined]) {
      flags.push(await createGroupFlag(fresh.owner, group));
      records.push(await createRecord(fresh.owner, group, id ? { id: `${unique("r")}${id}` } : {}));
    }
    const base = `/api/projects/${reference}/groups`;
    for (const [list, items] of [
      [base, groups],
      [`${base}/${group.id}/flags`, flags],
      [`${base}/${group.id}/records`, records],
    ] as const) {
      const ids = items.map(({ id }) => id).reverse();
      const seen: string[] = [];
      for (let next: string | undefined = `${list}?limit=1`; next; ) {
        const answer = await fresh.owner.get(next);
        expect(answer.status, answer.text()).toBe(200);
        seen.push(...answer.json<{ id: string }[]>().map(({ id }) => id));
        next = nextPage(answer);
      }
      expect(seen, list).toEqual(ids);
      expect((await done<{ id: string }[]>(fresh.owner.get(list))).map(({ id }) => id)).toEqual(ids);
    }
  });
});
