import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, nextPage, statusesOf } from "./client";
import {
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type GroupFlag,
  named,
} from "./fixtures";
import { group, make, path, production, setUpSite, site, staging } from "./record-site";

setUpSite();

type Override = {
  recordId: string;
  groupFlagId: string;
  flagKey: string;
  environment: { id: string; name: string; key: string };
  enabled: boolean | null;
  rollout: number | null;
  rolloutBasisPoints: number | null;
  value: unknown;
  createdAt: string;
  updatedAt: string;
};

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
      rolloutBasisPoints: null,
      value: null,
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

  it("set 20 times at once are one, with one of the values", async () => {
    const record = await make();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, rollout) =>
        site.owner.put(overrideOf(record), { enabled: true, rollout }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 200: 20 });
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
