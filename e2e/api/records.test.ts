import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send, statusesOf } from "./client";
import {
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  unique,
  unknownId,
} from "./fixtures";
import { create, group, make, path, setUpSite, site } from "./record-site";

setUpSite();

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

  it("of 20 at once with one id one is 201 and 19 are 409", async () => {
    const id = unique("race");
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ id })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
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
    for (const method of ["GET", "DELETE"]) {
      expectRefusal(await site.owner.call(method, `${path}/${id}`), 404, "Record not found");
    }
    await make({ id });
    const values = `/api/projects/${site.project.referenceId}/records/${id}/values`;
    expect(await done(site.owner.get(values))).toEqual([]);
  });

  it("unknown records, malformed ids and those of other groups are 404 Record not found", async () => {
    const other = await createRecord(site.owner, await createGroup(site.owner, site.project.referenceId));
    for (const id of [other.id, "nobody", "a.b", "%C3%A9", "x".repeat(300), unknownId]) {
      for (const method of ["GET", "DELETE"]) {
        expectRefusal(await site.owner.call(method, `${path}/${id}`), 404, "Record not found");
      }
    }
  });
});

describe("changing a record that does not exist", () => {
  const put = (id: string, fields: unknown, headers = {}) =>
    site.owner.call("PUT", `${path}/${id}`, fields, headers);

  it("creates it with this id, and the next one changes it", async () => {
    const id = unique("put");
    const made = await put(id, { name: "Acme", metadata: { plan: "pro" } });
    const record = await done<FlagRecord>(Promise.resolve(made), 201);
    expect(record).toMatchObject({ id, name: "Acme", metadata: { plan: "pro" } });
    expect(made.headers.etag).toBe(`"${record.updatedAt}"`);
    expect(await done(site.owner.get(`${path}/${id}`))).toEqual(record);
    const renamed = await done<FlagRecord>(put(id, { name: "Acme Inc." }));
    expect(renamed).toMatchObject({ id, name: "Acme Inc.", metadata: { plan: "pro" } });
    expect(await trailOf(id)).toEqual([
      ["updateRecord", { name: "Acme" }],
      ["createRecord", null],
    ]);
  });

  it("fills in what is absent, as creating does", async () => {
    expect(await done(put(unique("bare"), {}), 201)).toMatchObject({ name: null, metadata: {} });
  });

  it("is 404 with If-Match, because who names a version knows a record that is gone", async () => {
    const id = unique("gone");
    for (const ifMatch of ['"2026-01-01T00:00:00.000Z"', "*"]) {
      expectRefusal(await put(id, {}, { "if-match": ifMatch }), 404, "Record not found");
    }
    expectRefusal(await site.owner.get(`${path}/${id}`), 404);
  });

  it("is 404 for an id that can't be given, and 400 for a faulty body", async () => {
    for (const id of ["a.b", "%C3%A9", "x".repeat(129)]) {
      expectRefusal(await put(id, {}), 404, "Record not found");
    }
    const id = unique("faulty");
    expect(issuePaths(await put(id, { name: 7, metadata: [] }))).toEqual(["name", "metadata"]);
    expectRefusal(await site.owner.get(`${path}/${id}`), 404);
  });

  it("is 409 for an id of another group or project", async () => {
    const group = await createGroup(site.owner, site.project.referenceId);
    const elsewhere = await createSite();
    const foreign = await createGroup(elsewhere.owner, elsewhere.project.referenceId);
    for (const { id } of [
      await createRecord(site.owner, group),
      await createRecord(elsewhere.owner, foreign),
    ]) {
      expect(issuePaths(await put(id, { name: "Mine" }), 409)).toEqual(["id"]);
    }
  });

  it("of 20 at once one creates it, and the others change it", async () => {
    const id = unique("race");
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => put(id, { name: `n${at}` })));
    expect(statusesOf(answers)).toEqual({ 200: 19, 201: 1 });
  });

  it("takes effect for programs that asked for the record before", async () => {
    const id = unique("asked");
    const key = await createKey(site.owner, site.project.referenceId);
    const asked = () => send({ path: `/api/flags/${id}`, headers: { authorization: `Bearer ${key.key}` } });
    expect((await asked()).status).toBe(404);
    await done(put(id, {}), 201);
    expect((await asked()).status).toBe(200);
  });

  /** What the trail says of a record, the latest first. */
  async function trailOf(id: string) {
    const at = `/api/projects/${site.project.id}/audit-log?subjectKind=record&subjectId=${id}`;
    const entries = await done<{ operation: string; before: unknown }[]>(site.owner.get(at));
    return entries.map(({ operation, before }) => [operation, before]);
  }
});
