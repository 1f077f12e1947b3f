import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, nextPage, statusesOf } from "./client";
import {
  createEnvironment,
  createFlag,
  createSite,
  done,
  type Flag,
  named,
  plainBoolean,
  unique,
  unknownId,
} from "./fixtures";
import { create, make, path, production, setUpSite, site, staging } from "./flag-site";

setUpSite();

describe("creating a global flag", () => {
  it("fills in the defaults", async () => {
    const name = unique("New checkout");
    const made = await done<Flag>(create({ name: ` ${name} ` }), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
      projectId: site.project.referenceId,
      name,
      key: name.toLowerCase().replaceAll(" ", "-"),
      salt: made.key,
      enabled: false,
      rollout: 100,
      ...plainBoolean,
      environment: named(production),
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    expect(await done(site.owner.get(`${path}/${made.id}`))).toEqual(made);
  });

  it("keeps every field as given", async () => {
    const fields = { name: "Full", id: unique("my_Id-"), key: unique("My.Key_"), enabled: true, rollout: 25 };
    const made = await make({ ...fields, environmentKey: "stg" });
    expect(made).toMatchObject({ ...fields, environment: named(staging) });
    expect(await done(site.owner.get(`${path}/${fields.id}`))).toEqual(made);
  });

  it.each(["stg", "STG", "Staging EU", "staging eu"])(
    "lies in the environment %j",
    async (environmentKey) => {
      expect((await make({ environmentKey })).environment).toEqual(named(staging));
    },
  );

  it("a key of an environment wins over another's name", async () => {
    const [one, other] = [unique("one"), unique("other")];
    await createEnvironment(site.owner, site.project.referenceId, { name: other, key: one });
    const byKey = await createEnvironment(site.owner, site.project.referenceId, { name: one, key: other });
    expect((await make({ environmentKey: other })).environment).toEqual(named(byKey));
  });

  it("an unknown environment is 404 Environment not found", async () => {
    for (const environmentKey of ["nowhere", ""]) {
      expectRefusal(await create({ name: "x", environmentKey }), 404, "Environment not found");
    }
  });

  it("a name without letters a to z or digits asks for a key", async () => {
    expect(issuePaths(await create({ name: "日本" }))).toEqual(["key"]);
    expect(await make({ name: "日本", key: unique("jp") })).toMatchObject({ name: "日本" });
  });

  it.each([
    ["name", ""],
    ["name", "  "],
    ["name", "x".repeat(201)],
    ["name", null],
    ["name", undefined],
    ["id", ""],
    ["id", "a.b"],
    ["id", "a b"],
    ["id", "é"],
    ["id", "a/b"],
    ["id", "x".repeat(129)],
    ["id", 7],
    ["id", null],
    ["key", ""],
    ["key", "a b"],
    ["key", "a/b"],
    ["key", "x".repeat(129)],
    ["key", 7],
    ["enabled", "true"],
    ["enabled", 1],
    ["enabled", null],
    ["rollout", -1],
    ["rollout", 101],
    ["rollout", 50.5],
    ["rollout", "50"],
    ["rollout", null],
    ["rollout", true],
    ["environmentKey", 7],
    ["environmentKey", null],
    ["environmentKey", "x".repeat(201)],
  ])("%s %j is 400", async (field, value) => {
    expect(issuePaths(await create({ name: unique("x"), [field]: value }))).toEqual([field]);
  });

  it("every problem is listed at once", async () => {
    const answer = await create({ name: "", id: "?", key: "?", enabled: 1, rollout: 101, environmentKey: 7 });
    const all = ["enabled", "environmentKey", "id", "key", "name", "rollout"];
    expect(issuePaths(answer).sort()).toEqual(all);
  });

  it.each([0, 1, 99, 100])("a rollout of %i is accepted", async (rollout) => {
    expect(await make({ rollout })).toMatchObject({ rollout });
  });

  it.each(["x".repeat(128), "A", "check", "0_-"])("the id %j is accepted and found", async (id) => {
    const fresh = await createSite();
    const made = await createFlag(fresh.owner, fresh.project.referenceId, { id });
    const found = fresh.owner.get(`/api/projects/${fresh.project.referenceId}/flags/${id}`);
    expect(await done(found)).toEqual(made);
  });

  it("a key is unique in its environment, an id in its project", async () => {
    const [id, key] = [unique("id"), unique("key")];
    await make({ id, key });
    expect(issuePaths(await create({ name: "x", key }), 409)).toEqual(["key"]);
    expect(issuePaths(await create({ name: key }), 409)).toEqual(["key"]);
    await make({ key, environmentKey: "stg" });
    await make({ key: key.toUpperCase() });
    const sameId = await create({ name: unique("x"), id, environmentKey: "stg" });
    expect(issuePaths(sameId, 409)).toEqual(["id"]);
    const elsewhere = await createSite();
    await createFlag(elsewhere.owner, elsewhere.project.referenceId, { id, key });
  });

  it.each([
    ["key", () => ({ name: "x", key: unique("race") })],
    ["id", () => ({ id: unique("race") })],
  ])("of 20 at once with one %s one is 201 and 19 are 409", async (_, fields) => {
    const given = fields();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: unique("x"), ...given })),
    );
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("the list of flags", () => {
  it("is of one environment, the default one unless named, newest first", async () => {
    const fresh = await createSite();
    const reference = fresh.project.referenceId;
    const other = await createEnvironment(fresh.owner, reference, { name: "Other one", key: "other" });
    const list = async (query: string) => {
      const flags = await done<Flag[]>(fresh.owner.get(`/api/projects/${reference}/flags${query}`));
      return flags.map(({ id }) => id);
    };
    const here = [await createFlag(fresh.owner, reference), await createFlag(fresh.owner, reference)];
    const there = await createFlag(fresh.owner, reference, { environmentKey: "other" });
    const ids = here.map(({ id }) => id).reverse();
    expect(await list("")).toEqual(ids);
    for (const query of ["?env=production", "?env=PRODUCTION", "?env=Production"]) {
      expect(await list(query), query).toEqual(ids);
    }
    for (const query of ["?env=other", "?env=Other%20one", "?env=OTHER+ONE"]) {
      expect(await list(query), query).toEqual([there.id]);
    }
    for (const query of ["?env=nowhere", "?env=", "?env=%25"]) expect(await list(query), query).toEqual([]);
    await done(fresh.owner.put(`/api/projects/${reference}/environments/${other.id}`, { isDefault: true }));
    expect(await list("")).toEqual([there.id]);
  });

  it("is walked by pages, ids of the client's own included", async () => {
    const fresh = await createSite();
    const reference = fresh.project.referenceId;
    const ids = ["under_score", "-dash-", "x".repeat(128), "_", "Zz9"];
    for (const id of ids) await createFlag(fresh.owner, reference, { id });
    const seen: string[] = [];
    for (let next: string | undefined = `/api/projects/${reference}/flags?limit=1&env=Production`; next; ) {
      const answer = await fresh.owner.get(next);
      expect(answer.status, answer.text()).toBe(200);
      seen.push(...answer.json<Flag[]>().map(({ id }) => id));
      next = nextPage(answer);
    }
    expect(seen).toEqual(ids.reverse());
  });

  it("a repeated env is 400", async () => {
    expect(issuePaths(await site.owner.get(`${path}?env=a&env=b`))).toEqual(["env"]);
  });
});

describe("changing and deleting a flag", () => {
  it.each([{ name: "Renamed" }, { enabled: true }, { rollout: 7 }])(
    "%j changes this field and updatedAt alone",
    async (change) => {
      const before = await make();
      const after = await done<Flag>(site.owner.put(`${path}/${before.id}`, change));
      expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(await done(site.owner.get(`${path}/${before.id}`))).toEqual(after);
    },
  );

  it("nothing to change is 200 and changes nothing; key, id and environment are not changed at all", async () => {
    const before = await make({ enabled: true, rollout: 30 });
    for (const body of [{}, { key: "other", id: "other", environmentKey: "stg", salt: "x" }]) {
      expect(await done(site.owner.put(`${path}/${before.id}`, body))).toEqual(before);
    }
  });

  it.each([
    ["name", ""],
    ["name", null],
    ["enabled", "yes"],
    ["enabled", null],
    ["rollout", 101],
    ["rollout", -1],
    ["rollout", 0.1],
    ["rollout", null],
  ])("%s %j is 400", async (field, value) => {
    const before = await make();
    expect(issuePaths(await site.owner.put(`${path}/${before.id}`, { [field]: value }))).toEqual([field]);
    expect(await done(site.owner.get(`${path}/${before.id}`))).toEqual(before);
  });

  it("a deleted flag is gone, and its id and key are free again", async () => {
    const fields = { id: unique("id"), key: unique("key") };
    await make(fields);
    expect(await done(site.owner.delete(`${path}/${fields.id}`))).toEqual({ success: true });
    for (const answer of [
      await site.owner.get(`${path}/${fields.id}`),
      await site.owner.put(`${path}/${fields.id}`, {}),
      await site.owner.delete(`${path}/${fields.id}`),
      await site.owner.get(`${path}/check/${fields.key}`),
    ]) {
      expectRefusal(answer, 404, "Flag not found");
    }
    await make(fields);
  });

  it("an unknown flag, a malformed id and another project's flag are 404 Flag not found", async () => {
    const elsewhere = await createSite();
    const foreign = await createFlag(elsewhere.owner, elsewhere.project.referenceId);
    for (const id of [foreign.id, "0".repeat(27), "a.b", "%C3%A9", "x".repeat(300), unknownId]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const body = method === "PUT" ? {} : undefined;
        expectRefusal(await site.owner.call(method, `${path}/${id}`, body), 404, "Flag not found");
      }
    }
  });

  it("takes the project's reference id and refuses its UUID", async () => {
    const { id, key } = await make();
    for (const project of [site.project.id, unknownId, "nonsense", "0".repeat(27)]) {
      const wrong = `/api/projects/${project}/flags`;
      for (const answer of [
        await site.owner.get(wrong),
        await site.owner.post(wrong, { name: "x" }),
        await site.owner.get(`${wrong}/${id}`),
        await site.owner.put(`${wrong}/${id}`, {}),
        await site.owner.delete(`${wrong}/${id}`),
        await site.owner.get(`${wrong}/check/${key}`),
      ]) {
        expectRefusal(answer, 404, "Project not found");
      }
    }
  });
});
