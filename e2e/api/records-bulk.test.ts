import { describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, send, statusesOf } from "./client";
import { createGroup, createKey, createRecord, createSite, done, type FlagRecord, unique } from "./fixtures";
import { group, make, path, setUpSite, site } from "./record-site";

setUpSite();

type Row = { index: number; id: string | null; result: string; error?: string };
type Outcome = Record<"created" | "updated" | "unchanged" | "refused", number> & {
  dryRun: boolean;
  records: Row[];
};

const bulk = (records: unknown, query = "") => site.owner.post(`${path}/bulk${query}`, { records });
const imported = (records: unknown, query = "") => done<Outcome>(bulk(records, query));
const dryRun = (records: unknown) => imported(records, "?dryRun=true");
const resultsOf = ({ records }: Outcome) => records.map(({ result }) => result);
const get = (id: string) => done<FlagRecord>(site.owner.get(`${path}/${id}`));

describe("importing records", () => {
  it("creates, updates, and leaves alone what is the same, in the order of the request", async () => {
    const same = await make({ id: unique("same"), name: "Same", metadata: { plan: "pro" } });
    const old = await make({ id: unique("old"), name: "Old", metadata: { plan: "free", seats: 1 } });
    const id = unique("new");
    const records = [
      { id, name: "New", metadata: { zebra: 1, apple: { b: [1, 2.5, null] } } },
      { id: same.id, name: "Same", metadata: { plan: "pro" } },
      { name: "Without an id" },
      { id: old.id, metadata: { plan: "pro" } },
    ];
    const outcome = await imported(records);
    expect(outcome).toMatchObject({ dryRun: false, created: 2, updated: 1, unchanged: 1, refused: 0 });
    expect(outcome.records).toEqual([
      { index: 0, id, result: "created" },
      { index: 1, id: same.id, result: "unchanged" },
      { index: 2, id: expect.stringMatching(/^ten-[0-9A-Za-z]{27}$/), result: "created" },
      { index: 3, id: old.id, result: "updated" },
    ]);
    const made = await get(id);
    expect(made).toMatchObject({ ...records[0], group: { id: group.id } });
    expect(made.updatedAt).toBe(made.createdAt);
    expect((await site.owner.get(`${path}/${id}`)).text()).toContain(
      '{"zebra":1,"apple":{"b":[1,2.5,null]}}',
    );
    expect(await get(same.id)).toEqual(same);
    const changed = await get(old.id);
    // Absent fields keep their value; metadata is replaced as a whole.
    expect(changed).toEqual({ ...old, metadata: { plan: "pro" }, updatedAt: changed.updatedAt });
    expect(String(changed.updatedAt) > String(old.updatedAt)).toBe(true);
    const again = await imported([records[0], records[1], records[3]]);
    expect(resultsOf(again)).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(await get(old.id)).toEqual(changed);
  });

  it("what a record leaves out stays, and null is a value", async () => {
    const { id } = await make({ id: unique("kept"), name: "Kept", metadata: { a: 1 } });
    expect(resultsOf(await imported([{ id }]))).toEqual(["unchanged"]);
    expect(resultsOf(await imported([{ id, name: null }]))).toEqual(["updated"]);
    expect(await get(id)).toMatchObject({ name: null, metadata: { a: 1 } });
    expect(resultsOf(await imported([{ id, name: null }]))).toEqual(["unchanged"]);
    expect(resultsOf(await imported([{ id, metadata: {} }]))).toEqual(["updated"]);
    expect(await get(id)).toMatchObject({ name: null, metadata: {} });
    const bare = unique("bare");
    await imported([{ id: bare }]);
    expect(await get(bare)).toMatchObject({ name: null, metadata: {} });
  });

  it("a dry run says the same and stores nothing", async () => {
    const there = await make({ id: unique("there"), name: "There" });
    const id = unique("not-yet");
    const records = [{ id }, { id: there.id, name: "Other" }, {}, { id: "a b" }];
    const plan = await dryRun(records);
    expect(plan.dryRun).toBe(true);
    expect(plan.records.map(({ id, result }) => [id, result])).toEqual([
      [id, "created"],
      [there.id, "updated"],
      [null, "created"],
      ["a b", "refused"],
    ]);
    expectRefusal(await site.owner.get(`${path}/${id}`), 404);
    expect(await get(there.id)).toEqual(there);
    const outcome = await imported(records);
    expect(resultsOf(outcome)).toEqual(resultsOf(plan));
    expect(outcome.refused).toBe(plan.refused);
  });

  it("refuses each row that is not valid by itself, and says why", async () => {
    const good = unique("good");
    const twice = unique("twice");
    const big = { id: unique("big"), metadata: { filler: "x".repeat(1024 * 1024) } };
    const cases: [unknown, string][] = [
      [{ id: "a.b" }, "id must be 1 to 128 letters, digits, underscores or dashes"],
      [{ id: "" }, "id must be 1 to 128 letters, digits, underscores or dashes"],
      [{ id: null }, "id must be a text"],
      [{ name: 7 }, "name must be a text"],
      [{ name: "x".repeat(201) }, "name must have at most 200 characters"],
      [{ metadata: [] }, "metadata must be an object"],
      [{ metadata: null, name: "" }, "name must not be empty; metadata must be an object"],
      [{ metadata: { a: "b\u0000" } }, "metadata.a must not contain a NUL character"],
      [{ metadata: JSON.parse('{"__proto__":1}') }, 'metadata must not have a key "__proto__"'],
      [7, "invalid input: expected object, received number"],
      [null, "invalid input: expected object, received null"],
      [big, "must have at most 1048576 bytes"],
      [{ id: twice }, ""],
      [{ id: twice, name: "Again" }, `The id ${twice} is in this request already, at 12`],
      [{ id: good }, ""],
    ];
    const outcome = await imported(cases.map(([record]) => record));
    expect(outcome.records.map(({ error = "" }) => error)).toEqual(cases.map(([, error]) => error));
    expect(outcome).toMatchObject({ created: 2, refused: cases.length - 2 });
    expect(await get(twice)).toMatchObject({ name: null });
    await get(good);
  });

  it("an id of another group or project is refused for that row", async () => {
    const other = await createRecord(site.owner, await createGroup(site.owner, site.project.referenceId));
    const elsewhere = await createSite();
    const foreignGroup = await createGroup(elsewhere.owner, elsewhere.project.referenceId);
    const foreign = await createRecord(elsewhere.owner, foreignGroup, { name: "Theirs" });
    const own = unique("own");
    const records = [{ id: other.id, name: "Mine" }, { id: own }, { id: foreign.id, name: "Mine" }];
    for (const outcome of [await dryRun(records), await imported(records)]) {
      expect(resultsOf(outcome)).toEqual(["refused", "created", "refused"]);
      expect(outcome.records[0]?.error).toBe(
        `The record id ${other.id} is taken; ids are unique over all projects`,
      );
    }
    const theirs = `/api/projects/${elsewhere.project.referenceId}/groups/${foreignGroup.id}/records`;
    expect(await done(elsewhere.owner.get(`${theirs}/${foreign.id}`))).toEqual(foreign);
  });

  it.each([
    [{ records: "all" }, ["records"]],
    [{ records: {} }, ["records"]],
    [{ records: [] }, ["records"]],
    [{}, ["records"]],
    [[], [""]],
  ])("%j is 400", async (body, paths) => {
    expect(issuePaths(await site.owner.post(`${path}/bulk`, body))).toEqual(paths);
  });

  it("a query that means nothing, broken JSON and another type are refused as a whole", async () => {
    expect(issuePaths(await bulk([{}], "?dryRun=1"))).toEqual(["dryRun"]);
    const id = unique("broken");
    for (const body of [`{"records":[{"id":"${id}"},{"id":]}`, `{"records":[{"id":"${id}"},]}`, "records"]) {
      expect(expectRefusal(await site.owner.post(`${path}/bulk`, body), 400).code).toBe("invalid_json");
    }
    expectRefusal(await site.owner.get(`${path}/${id}`), 404);
    const csv = await site.owner.call("POST", `${path}/bulk`, "id,name", { "content-type": "text/csv" });
    expectRefusal(csv, 415);
  });

  it("10,000 records are stored at once, and one more is 400", async () => {
    const id = unique("many");
    const records = Array.from({ length: 10_000 }, (_, at) => ({
      id: `${id}-${at}`,
      name: `Record ${at}`,
      metadata: { plan: at % 2 ? "pro" : "free", at },
    }));
    expect(issuePaths(await bulk([...records, {}]))).toEqual(["records"]);
    expect(await imported(records)).toMatchObject({ created: 10_000, refused: 0 });
    expect(await get(`${id}-9999`)).toMatchObject(records[9999] as object);
    const changed = records.map((record, at) => (at < 7000 ? record : { ...record, name: "Changed" }));
    expect(await imported(changed)).toMatchObject({ updated: 3000, unchanged: 7000, created: 0 });
  });

  it("what is wrong at many places is said in few words, and a body has few lists", async () => {
    const deep = Array.from({ length: 60 }, (_, at) => `key-${at}-${"x".repeat(50)}`);
    const value = Array.from({ length: 100 }, () => "\0");
    const metadata = deep.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    const { records } = await imported([{ id: "a", metadata }]);
    expect(records[0]).toMatchObject({ result: "refused", error: expect.stringContaining("metadata") });
    expect(records[0]?.error?.length).toBeLessThan(400);
    const lists = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`list${at}`, []]));
    expectRefusal(await site.owner.post(`${path}/bulk`, { ...lists, records: [{}] }), 400);
  });

  it("a body of more than 5 MiB is 413", async () => {
    expectRefusal(await bulk([{ metadata: { filler: "x".repeat(5 * 1024 * 1024) } }]), 413);
  });

  it("what is stored takes effect for programs that asked before", async () => {
    const id = unique("asked");
    const key = await createKey(site.owner, site.project.referenceId);
    const asked = () => send({ path: `/api/flags/${id}`, headers: { authorization: `Bearer ${key.key}` } });
    expect((await asked()).status).toBe(404);
    await imported([{ id }]);
    expect((await asked()).status).toBe(200);
  });

  it("calls at once with the same ids in other orders all succeed, and one creates each", async () => {
    const ids = Array.from({ length: 400 }, () => unique("together"));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, call) => {
        const records = ids.map((id) => ({ id, name: `By ${call}` }));
        return bulk(call % 2 ? records.reverse() : records.toSorted(() => 0.5 - Math.random()));
      }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 8 });
    const created = answers.map((answer) => answer.json<Outcome>().created);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
  });

  it("leaves one entry in the trail, with what became of the records, and none of a dry run", async () => {
    const own = await createGroup(site.owner, site.project.referenceId, { name: "Trailed" });
    const to = `/api/projects/${site.project.referenceId}/groups/${own.id}/records/bulk`;
    const records = [{ id: unique("t") }, { id: unique("t") }, { id: "a b" }];
    await done(site.owner.post(`${to}?dryRun=true`, { records }));
    await done(site.owner.post(to, { records }));
    await done(site.owner.post(to, { records }));
    const log = `/api/projects/${site.project.id}/audit-log?subjectKind=record`;
    const entries = await done<Record<string, unknown>[]>(site.owner.get(log));
    expect(entries.filter(({ subjectName }) => subjectName === "Trailed")).toMatchObject([
      { operation: "importRecords", before: null, after: { created: 2, updated: 0 } },
    ]);
  });

  it("a record that is called as the path ends is a record like others", async () => {
    const { id } =
      (await site.owner.get(`${path}/bulk`)).status === 200 ? { id: "bulk" } : await make({ id: "bulk" });
    expect(await get(id)).toMatchObject({ id: "bulk" });
    expect(await done(site.owner.put(`${path}/bulk`, { name: "Bulk" }))).toMatchObject({ name: "Bulk" });
    expect(resultsOf(await imported([{ id: "bulk", name: "Bulk" }]))).toEqual(["unchanged"]);
    expect(await done(site.owner.delete(`${path}/bulk`))).toEqual({ success: true });
  });
});
