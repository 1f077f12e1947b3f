import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, nextPage, statusesOf } from "./client";
import { create, list, member, path, pathOf, setUpSite, site } from "./environment-site";
import {
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createRecord,
  createSite,
  done,
  type Environment,
  type Flag,
  unique,
  unknownId,
} from "./fixtures";

setUpSite();

describe("the environments of a project", () => {
  it("begin with Production, the default", async () => {
    const fresh = await createSite();
    expect(await list(fresh)).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
        name: "Production",
        key: "production",
        isDefault: true,
        isProtected: false,
        updatedAt: expect.any(String),
      },
    ]);
  });

  it("are listed with the default first, then oldest first, by pages too", async () => {
    const fresh = await createSite();
    const [first] = await list(fresh);
    const reference = fresh.project.referenceId;
    const b = await createEnvironment(fresh.owner, reference, { name: "B" });
    const a = await createEnvironment(fresh.owner, reference, { name: "A" });
    const c = await createEnvironment(fresh.owner, reference, { name: "C", isDefault: true });
    const expected = [c.id, first?.id, b.id, a.id];
    expect((await list(fresh)).map(({ id }) => id)).toEqual(expected);
    const page = await fresh.owner.get(`${pathOf(fresh)}?limit=3`);
    const rest = await fresh.owner.get(nextPage(page) ?? "");
    expect([...page.json<Environment[]>(), ...rest.json<Environment[]>()].map(({ id }) => id)).toEqual(
      expected,
    );
    expect(rest.headers.link).toBeUndefined();
  });

  it("are found by the project's reference id and not by its UUID", async () => {
    const { id } = await createEnvironment(site.owner, site.project.referenceId);
    for (const project of [site.project.id, unknownId, "nonsense", "0".repeat(27)]) {
      const wrong = `/api/projects/${project}/environments`;
      for (const answer of [
        await site.owner.get(wrong),
        await site.owner.post(wrong, { name: "x" }),
        await site.owner.put(`${wrong}/${id}`, { name: "x" }),
        await site.owner.delete(`${wrong}/${id}`),
      ]) {
        expectRefusal(answer, 404, "Project not found");
      }
    }
  });

  it("an unknown one, a malformed id and another project's are 404 Environment not found", async () => {
    const [foreign] = await list(await createSite());
    for (const id of ["0".repeat(27), "nonsense", unknownId, foreign?.id]) {
      expectRefusal(await site.owner.put(`${path}/${id}`, {}), 404, "Environment not found");
      expectRefusal(await site.owner.delete(`${path}/${id}`), 404, "Environment not found");
    }
  });
});

describe("creating an environment", () => {
  it.each([
    [{ name: " Staging EU " }, { name: "Staging EU", key: "staging-eu" }],
    [
      { name: "Café 9", key: "My.Key_1-" },
      { name: "Café 9", key: "My.Key_1-" },
    ],
    [{ name: "Crème brûlée" }, { name: "Crème brûlée", key: "creme-brulee" }],
    [
      { name: "日本", key: "jp" },
      { name: "日本", key: "jp" },
    ],
  ])("%j makes %j", async (given, shown) => {
    const fresh = await createSite();
    const made = await done<Environment>(fresh.owner.post(pathOf(fresh), given), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{27}$/),
      isDefault: false,
      isProtected: false,
      updatedAt: expect.any(String),
      ...shown,
    });
    expect((await list(fresh))[1]).toEqual(made);
  });

  it("a name without letters a to z or digits asks for a key", async () => {
    expect(issuePaths(await create({ name: "日本" }))).toEqual(["key"]);
  });

  it.each([
    ["name", ""],
    ["name", " \n "],
    ["name", "x".repeat(201)],
    ["name", null],
    ["name", 7],
    ["name", undefined],
    ["key", ""],
    ["key", "a b"],
    ["key", "é"],
    ["key", "a/b"],
    ["key", "x".repeat(129)],
    ["key", 7],
    ["isDefault", "true"],
    ["isDefault", 1],
    ["isDefault", null],
  ])("%s %j is 400", async (field, value) => {
    expect(issuePaths(await create({ name: unique("x"), [field]: value }))).toEqual([field]);
  });

  it("every problem is listed at once", async () => {
    const answer = await create({ name: "", key: "?", isDefault: 1 });
    expect(issuePaths(answer).sort()).toEqual(["isDefault", "key", "name"]);
  });

  it("keys and names are unique in their project, whatever their letter case", async () => {
    const [name, key] = [unique("Name"), unique("Key")];
    await createEnvironment(site.owner, site.project.referenceId, { name, key });
    expect(issuePaths(await create({ name: unique("x"), key: key.toUpperCase() }), 409)).toEqual(["key"]);
    expect(issuePaths(await create({ name: name.toUpperCase(), key: unique("x") }), 409)).toEqual(["name"]);
    expect(issuePaths(await create({ name: "PRODUCTION" }), 409)).toEqual(["key"]);
    const elsewhere = await createSite();
    await createEnvironment(elsewhere.owner, elsewhere.project.referenceId, { name, key });
  });

  it("a name with accents is the same in another letter case", async () => {
    const name = unique("Été");
    await createEnvironment(site.owner, site.project.referenceId, { name });
    expect(issuePaths(await create({ name: name.toUpperCase(), key: unique("x") }), 409)).toEqual(["name"]);
  });

  it("of 20 at once with one name one is 201 and 19 are 409", async () => {
    const name = unique("race");
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
  });
});

describe("changing an environment", () => {
  it.each([{ name: unique("New") }, { key: unique("new") }])(
    "%j changes this field alone",
    async (change) => {
      const before = await createEnvironment(site.owner, site.project.referenceId);
      const after = await done(member.put(`${path}/${before.id}`, change));
      expect(after).toEqual({ ...before, ...change, updatedAt: expect.any(String) });
      expect((await list()).find(({ id }) => id === before.id)).toEqual(after);
    },
  );

  it("nothing to change is 200 and changes nothing", async () => {
    const before = await createEnvironment(site.owner, site.project.referenceId);
    for (const body of [{}, { isDefault: false }, { color: "red" }]) {
      expect(await done(member.put(`${path}/${before.id}`, body))).toEqual(before);
    }
  });

  it("onto another's key or name is 409, onto its own in other letters it is not", async () => {
    const reference = site.project.referenceId;
    const [taken, mine] = [
      await createEnvironment(site.owner, reference),
      await createEnvironment(site.owner, reference),
    ];
    const put = (body: unknown) => site.owner.put(`${path}/${mine.id}`, body);
    expect(issuePaths(await put({ key: taken.key.toUpperCase() }), 409)).toEqual(["key"]);
    expect(issuePaths(await put({ name: taken.name.toUpperCase() }), 409)).toEqual(["name"]);
    expect((await list()).find(({ id }) => id === mine.id)).toEqual(mine);
    expect(await done(put({ key: mine.key.toUpperCase() }))).toMatchObject({ key: mine.key.toUpperCase() });
  });

  it.each([
    ["name", ""],
    ["key", "a b"],
    ["isDefault", "yes"],
  ])("%s %j is 400", async (field, value) => {
    const { id } = await createEnvironment(site.owner, site.project.referenceId);
    expect(issuePaths(await site.owner.put(`${path}/${id}`, { [field]: value }))).toEqual([field]);
  });

  it("renamed, it is selected by its new key and name at once", async () => {
    const reference = site.project.referenceId;
    const environment = await createEnvironment(site.owner, reference, { name: unique("Before") });
    const flag = await createFlag(site.owner, reference, { environmentKey: environment.key });
    const found = (env: string) =>
      done<Flag[]>(site.owner.get(`/api/projects/${reference}/flags?env=${env}`));
    const changed = await done<Environment>(
      site.owner.put(`${path}/${environment.id}`, { name: unique("After"), key: unique("after") }),
    );
    for (const env of [changed.key, changed.name, changed.key.toUpperCase(), changed.name.toLowerCase()]) {
      expect(
        (await found(env)).map(({ id }) => id),
        env,
      ).toEqual([flag.id]);
    }
    expect(await found(environment.key)).toEqual([]);
    expect(await found(environment.name)).toEqual([]);
  });
});

describe("deleting an environment", () => {
  it("takes its flags and overrides along and leaves the others'", async () => {
    const fresh = await createSite();
    const { owner, project } = fresh;
    const reference = project.referenceId;
    const doomed = await createEnvironment(owner, reference);
    const gone = await createFlag(owner, reference, { environmentKey: doomed.key });
    const kept = await createFlag(owner, reference);
    const group = await createGroup(owner, reference);
    const groupFlag = await createGroupFlag(owner, group);
    const record = await createRecord(owner, group);
    const values = `/api/projects/${reference}/groups/${group.id}/records/${record.id}/values/${groupFlag.id}`;
    await done(owner.put(values, { enabled: true, environmentKey: doomed.key }));
    await done(owner.put(values, { enabled: true }));
    await done(owner.delete(`${pathOf(fresh)}/${doomed.id}`));
    expectRefusal(await owner.get(`/api/projects/${reference}/flags/${gone.id}`), 404, "Flag not found");
    await done(owner.get(`/api/projects/${reference}/flags/${kept.id}`));
    const left = await done<{ environment: { key: string } }[]>(
      owner.get(`/api/projects/${reference}/records/${record.id}/values`),
    );
    expect(left.map(({ environment }) => environment.key)).toEqual(["production"]);
  });
});
