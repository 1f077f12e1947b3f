import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, nextPage, statusesOf } from "./client";
import {
  createEnvironment,
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type Environment,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Site,
  unique,
  unknownId,
} from "./fixtures";

type Override = {
  recordId: string;
  groupFlagId: string;
  flagKey: string;
  environment: { id: string; name: string; key: string };
  enabled: boolean | null;
  rollout: number | null;
  createdAt: string;
  updatedAt: string;
};

let site: Site;
let group: Group;
let path: string;
let production: Environment;
let staging: Environment;

beforeAll(async () => {
  site = await createSite();
  const reference = site.project.referenceId;
  group = await createGroup(site.owner, reference, { name: "Tenants", prefix: "ten" });
  path = `/api/projects/${reference}/groups/${group.id}/records`;
  staging = await createEnvironment(site.owner, reference, { name: "Staging EU", key: "stg" });
  const all = await done<Environment[]>(site.owner.get(`/api/projects/${reference}/environments`));
  production = all[0] as Environment;
});

const create = (fields: unknown) => site.owner.post(path, fields);
const make = (fields: Record<string, unknown> = {}) => createRecord(site.owner, group, fields);
const issuePaths = (answer: Answer, status = 400) =>
  (expectRefusal(answer, status).issues ?? []).map((issue) => issue.path);
const named = ({ id, name, key }: Environment) => ({ id, name, key });

describe("creating a record", () => {
  it("fills in the defaults, and makes an id that begins with the group's prefix", async () => {
    const made = await make();
    expect(made).toEqual({
      id: expect.stringMatching(/^ten-[0-9A-Za-z]{27}$/),
      group: { id: group.id, name: "Tenants" },
      name: null,
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    expect(await done(site.owner.get(`${path}/${made.id}`))).toEqual(made);
  });

  it("keeps every field as given", async () => {
    const fields = {
      id: unique("My_Id-"),
      name: "Ada & Söhne",
      metadata: {
        plan: "pro",
        seats: 5,
        ratio: 0.1,
        on: true,
        none: null,
        "a key": { nested: ["é", "日本", "🎈", {}] },
        constructor: "own",
      },
    };
    const made = await make(fields);
    expect(made).toMatchObject(fields);
    expect(await done(site.owner.get(`${path}/${fields.id}`))).toEqual(made);
  });

  it("keeps the order of metadata's keys", async () => {
    const { id } = await make({ metadata: { zebra: 1, apple: 2, mango: 3 } });
    const answer = await site.owner.get(`${path}/${id}`);
    expect(answer.text()).toContain('"metadata":{"zebra":1,"apple":2,"mango":3}');
  });

  it.each([
    ["id", ""],
    ["id", "a.b"],
    ["id", "a b"],
    ["id", "é"],
    ["id", "a/b"],
    ["id", "x".repeat(129)],
    ["id", 7],
    ["id", null],
    ["name", ""],
    ["name", "x".repeat(201)],
    ["name", 7],
    ["metadata", []],
    ["metadata", "text"],
    ["metadata", 7],
    ["metadata", null],
  ])("%s %j is 400", async (field, value) => {
    expect(issuePaths(await create({ [field]: value }))).toEqual([field]);
  });

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  it.each([
    ["a __proto__ key", '{"metadata":{"__proto__":{"admin":true}}}'],
    ["a __proto__ key deeper down", '{"metadata":{"a":[{"__proto__":1}]}}'],
    ["an escaped __proto__ key", '{"metadata":{"\\u005f_proto__":1}}'],
    ["NUL in a value", '{"metadata":{"a":"b\\u0000"}}'],
    ["NUL in a key", '{"metadata":{"a\\u0000":"b"}}'],
    ["a lone surrogate", '{"metadata":{"a":"\\ud800"}}'],
    ["65 levels", `{"metadata":${nested(64)}}`],
    ["20,000 levels", `{"metadata":${nested(20_000)}}`],
  ])("metadata with %s is 400, when created and when changed", async (_, body) => {
    const before = await make({ metadata: { kept: true } });
    for (const answer of [await create(body), await site.owner.put(`${path}/${before.id}`, body)]) {
      expect(expectRefusal(answer, 400).code).toBe("invalid_request");
    }
    expect(await done(site.owner.get(`${path}/${before.id}`))).toEqual(before);
  });

  it("64 levels in all are accepted", async () => {
    const body = `{"metadata":${nested(63)}}`;
    const made = await done<FlagRecord>(create(body), 201);
    expect({ metadata: made.metadata }).toEqual(JSON.parse(body));
  });

  it.each(["_", "-", "Zz-9_", "x".repeat(116)])(
    "an id that ends with %j is accepted and found",
    async (end) => {
      const made = await make({ id: `${unique("r")}${end}` });
      expect(await done(site.owner.get(`${path}/${made.id}`))).toEqual(made);
    },
  );

  it("an id is unique over all groups and projects", async () => {
    const { id } = await make({ id: unique("taken") });
    expect(issuePaths(await create({ id }), 409)).toEqual(["id"]);
    const other = await createGroup(site.owner, site.project.referenceId);
    const elsewhere = await createSite();
    const foreign = await createGroup(elsewhere.owner, elsewhere.project.referenceId);
    for (const [person, { id: groupId, projectId }] of [
      [site.owner, other],
      [elsewhere.owner, foreign],
    ] as const) {
      const answer = await person.post(`/api/projects/${projectId}/groups/${groupId}/records`, { id });
      expect(issuePaths(answer, 409)).toEqual(["id"]);
    }
    await make({ id: id.toUpperCase() });
  });

  it("of 50 at once with one id one is 201 and 49 are 409", async () => {
    const id = unique("race");
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ id })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 49 });
  });
});

describe("changing and deleting a record", () => {
  it.each([{ name: "Renamed" }, { name: null }, { metadata: { plan: "free" } }, { metadata: {} }])(
    "%j changes this field and updatedAt alone",
    async (change) => {
      const before = await make({ name: "Before", metadata: { plan: "pro" } });
      const after = await done<FlagRecord>(site.owner.put(`${path}/${before.id}`, change));
      expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
      expect(String(after.updatedAt) > String(before.updatedAt)).toBe(true);
      expect(await done(site.owner.get(`${path}/${before.id}`))).toEqual(after);
    },
  );

  it("nothing to change is 200 and changes nothing", async () => {
    const before = await make({ name: "Kept", metadata: { a: 1 } });
    for (const body of [{}, { id: "other", group: "other" }]) {
      expect(await done(site.owner.put(`${path}/${before.id}`, body))).toEqual(before);
    }
  });

  it("a deleted record is gone with its overrides, and its id is free", async () => {
    const { id } = await make({ id: unique("again") });
    const flag = await createGroupFlag(site.owner, group);
    await done(site.owner.put(`${path}/${id}/values/${flag.id}`, { enabled: true }));
    expect(await done(site.owner.delete(`${path}/${id}`))).toEqual({ success: true });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const body = method === "PUT" ? {} : undefined;
      expectRefusal(await site.owner.call(method, `${path}/${id}`, body), 404, "Record not found");
    }
    await make({ id });
    const values = `/api/projects/${site.project.referenceId}/records/${id}/values`;
    expect(await done(site.owner.get(values))).toEqual([]);
  });

  it("unknown records, malformed ids and those of other groups are 404 Record not found", async () => {
    const other = await createRecord(site.owner, await createGroup(site.owner, site.project.referenceId));
    for (const id of [other.id, "nobody", "a.b", "%C3%A9", "x".repeat(300), unknownId]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const body = method === "PUT" ? {} : undefined;
        expectRefusal(await site.owner.call(method, `${path}/${id}`, body), 404, "Record not found");
      }
    }
  });
});

describe("overrides", () => {
  let flag: GroupFlag;

  beforeAll(async () => {
    flag = await createGroupFlag(site.owner, group, { key: "beta", defaultEnabled: false });
  });

  const valuesOf = ({ id }: { id: string }) =>
    `/api/projects/${site.project.referenceId}/records/${id}/values`;
  const overrideOf = ({ id }: { id: string }, of = flag) => `${path}/${id}/values/${of.id}`;

  it("are set for one record, flag and environment, and show what was set", async () => {
    const record = await make();
    const set = await done<Override>(site.owner.put(overrideOf(record), { enabled: true, rollout: 30 }));
    expect(set).toEqual({
      recordId: record.id,
      groupFlagId: flag.id,
      flagKey: "beta",
      environment: named(production),
      enabled: true,
      rollout: 30,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await done(site.owner.get(valuesOf(record)))).toEqual([set]);
    expect(await done(site.owner.get(valuesOf(await make())))).toEqual([]);
  });

  it.each(["stg", "STG", "Staging EU", "staging eu"])("lie in the environment %j", async (environmentKey) => {
    const record = await make();
    const set = await done<Override>(site.owner.put(overrideOf(record), { enabled: true, environmentKey }));
    expect(set.environment).toEqual(named(staging));
  });

  it("keep what is absent, and fall back to the default where null", async () => {
    const record = await make();
    const put = (body: unknown) => done<Override>(site.owner.put(overrideOf(record), body));
    expect(await put({ enabled: true })).toMatchObject({ enabled: true, rollout: null });
    expect(await put({ rollout: 0 })).toMatchObject({ enabled: true, rollout: 0 });
    expect(await put({ enabled: false })).toMatchObject({ enabled: false, rollout: 0 });
    const first = await put({ enabled: null });
    expect(first).toMatchObject({ enabled: null, rollout: 0 });
    const second = await put({ rollout: 70 });
    expect(second).toEqual({ ...first, rollout: 70, updatedAt: second.updatedAt });
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });

  it("are cleared by two nulls, at once or one after the other, and by DELETE", async () => {
    const record = await make();
    const list = () => done<Override[]>(site.owner.get(valuesOf(record)));
    const set = async () => {
      await done(site.owner.put(overrideOf(record), { enabled: true, rollout: 5 }));
      expect(await list()).toHaveLength(1);
    };
    await set();
    const cleared = await done(site.owner.put(overrideOf(record), { enabled: null, rollout: null }));
    expect(cleared).toEqual({ success: true });
    expect(await list()).toEqual([]);
    await set();
    await done(site.owner.put(overrideOf(record), { enabled: null }));
    expect(await done(site.owner.put(overrideOf(record), { rollout: null }))).toEqual({ success: true });
    expect(await list()).toEqual([]);
    await set();
    expect(await done(site.owner.delete(overrideOf(record)))).toEqual({ success: true });
    expect(await list()).toEqual([]);
    expect(await done(site.owner.delete(overrideOf(record)))).toEqual({ success: true });
    expect(await done(site.owner.put(overrideOf(record), { enabled: null }))).toEqual({ success: true });
    expect(await list()).toEqual([]);
  });

  it("are listed for all environments, newest first, or for one", async () => {
    const record = await make();
    const other = await createGroupFlag(site.owner, group);
    const set = (of: GroupFlag, environmentKey: string) =>
      done<Override>(site.owner.put(overrideOf(record, of), { enabled: true, environmentKey }));
    const made = [await set(flag, "production"), await set(flag, "stg"), await set(other, "stg")];
    const list = (query = "") => done<Override[]>(site.owner.get(`${valuesOf(record)}${query}`));
    expect(await list()).toEqual([made[2], made[1], made[0]]);
    expect(await list("?env=Staging%20EU")).toEqual([made[2], made[1]]);
    expect(await list("?env=PRODUCTION")).toEqual([made[0]]);
    for (const query of ["?env=nowhere", "?env="]) expect(await list(query), query).toEqual([]);
    const page = await site.owner.get(`${valuesOf(record)}?limit=2`);
    expect([
      ...page.json<Override[]>(),
      ...(await done<Override[]>(site.owner.get(nextPage(page) ?? ""))),
    ]).toEqual(await list());
    await done(site.owner.delete(`${overrideOf(record)}?env=stg`));
    expect(await list()).toEqual([made[2], made[0]]);
  });

  it.each([
    [{}, ["enabled"]],
    [{ environmentKey: "stg" }, ["enabled"]],
    [{ enabled: "true" }, ["enabled"]],
    [{ enabled: 1 }, ["enabled"]],
    [{ rollout: -1 }, ["rollout"]],
    [{ rollout: 101 }, ["rollout"]],
    [{ rollout: 1.5 }, ["rollout"]],
    [{ rollout: "5" }, ["rollout"]],
    [{ enabled: true, environmentKey: 7 }, ["environmentKey"]],
    [{ enabled: true, environmentKey: null }, ["environmentKey"]],
    [{ enabled: 0, rollout: 101, environmentKey: 7 }, ["enabled", "environmentKey", "rollout"]],
  ])("%j is 400", async (body, paths) => {
    const record = await make();
    expect(issuePaths(await site.owner.put(overrideOf(record), body)).sort()).toEqual(paths);
    expect(await done(site.owner.get(valuesOf(record)))).toEqual([]);
  });

  it("of what does not exist are 404, naming what", async () => {
    const record = await make();
    const body = { enabled: true };
    const elsewhere = await createGroup(site.owner, site.project.referenceId);
    const foreignFlag = await createGroupFlag(site.owner, elsewhere);
    const foreignRecord = await createRecord(site.owner, elsewhere);
    const cases: [path: string, body: unknown, message: string][] = [
      [overrideOf(record, foreignFlag), body, "Flag not found"],
      [`${path}/${record.id}/values/nonsense`, body, "Flag not found"],
      [overrideOf(foreignRecord), body, "Record not found"],
      [overrideOf({ id: "nobody" }), body, "Record not found"],
      [overrideOf(record).replace(group.id, "0".repeat(27)), body, "Group not found"],
      [overrideOf(record).replace(site.project.referenceId, site.project.id), body, "Project not found"],
      [overrideOf(record), { ...body, environmentKey: "nowhere" }, "Environment not found"],
    ];
    for (const [target, given, message] of cases) {
      expectRefusal(await site.owner.put(target, given), 404, message);
    }
    for (const [target, , message] of cases.slice(0, -1)) {
      expectRefusal(await site.owner.delete(target), 404, message);
    }
    expectRefusal(await site.owner.delete(`${overrideOf(record)}?env=nowhere`), 404, "Environment not found");
    expectRefusal(await site.owner.get(valuesOf({ id: "nobody" })), 404, "Record not found");
    const wrongProject = valuesOf(record).replace(site.project.referenceId, site.project.id);
    expectRefusal(await site.owner.get(wrongProject), 404, "Project not found");
    const another = await createSite();
    const theirs = valuesOf(record).replace(site.project.referenceId, another.project.referenceId);
    expectRefusal(await another.owner.get(theirs), 404, "Record not found");
  });

  it("set 50 times at once are one, with one of the values", async () => {
    const record = await make();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, rollout) =>
        site.owner.put(overrideOf(record), { enabled: true, rollout }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 200: 50 });
    const list = await done<Override[]>(site.owner.get(valuesOf(record)));
    expect(list).toHaveLength(1);
    expect(answers.map((answer) => answer.json<Override>())).toContainEqual(list[0]);
  });

  it("set and cleared at once never fail and leave at most one", async () => {
    const record = await make();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        site.owner.put(
          overrideOf(record),
          at % 2 ? { enabled: true, rollout: at } : { enabled: null, rollout: null },
        ),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 200: 40 });
    expect((await done<Override[]>(site.owner.get(valuesOf(record)))).length).toBeLessThanOrEqual(1);
  });
});
