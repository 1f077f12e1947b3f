import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import {
  bearer,
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  join,
  postJson,
  type Site,
  signUp,
  unique,
} from "./fixtures";
import { countsOf, patiently, readUsage, soon } from "./usage-counts";

let site: Site;
let base: string;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await createSite();
  base = `/api/projects/${site.project.referenceId}`;
  headers = bearer((await createKey(site.owner, site.project.referenceId)).key);
});

const read = (path: string, query = "") => readUsage(site.owner, path, query);
const expectCounts = (path: string, counts: object, query = "") =>
  expect.poll(() => countsOf(site.owner, path, query), soon).toEqual(counts);

const variants = [{ key: "blue", value: "b", weight: 100 }];
const values = { type: "string", onValue: "x", offValue: "y" };

/** A group with a flag of each kind of answer, and records. */
async function place() {
  const { owner, project } = site;
  const group = await createGroup(owner, project.referenceId);
  const flagOf = async (fields: object) => {
    const flag = await createGroupFlag(owner, group, { defaultEnabled: true, ...fields });
    return { ...flag, path: `${base}/groups/${group.id}/flags/${flag.id}` };
  };
  const flags = {
    on: await flagOf({}),
    off: await flagOf({ defaultEnabled: false }),
    varied: await flagOf({ ...values, variants }),
    some: await flagOf({ defaultPercentage: 50 }),
    overridden: await flagOf({ defaultPercentage: 50 }),
    given: await flagOf(values),
  };
  const record = await createRecord(owner, group);
  const setFor = (flag: { id: string }, set: object) =>
    done(owner.put(`${base}/groups/${group.id}/records/${record.id}/values/${flag.id}`, set));
  await setFor(flags.overridden, { enabled: false });
  await setFor(flags.given, { value: "z" });
  return { group, flags, record };
}

describe("answers are counted", () => {
  it("at every door, also when they are known already", patiently, async () => {
    const { owner, project } = site;
    const { group, flags, record } = await place();
    const key = unique("global");
    const global = await createFlag(owner, project.referenceId, { key, enabled: true });
    const sdk = (more = {}) => send({ path: `/api/flags/${record.id}`, headers: { ...headers, ...more } });
    const first = await sdk();
    const etag = String(first.headers.etag);
    for (let times = 0; times < 3; times += 1)
      expect((await sdk({ "if-none-match": etag })).status).toBe(304);
    const bulk = "/api/ofrep/v1/evaluate/flags";
    const context = { targetingKey: record.id };
    const all = await postJson(bulk, { context }, headers);
    expect(all.status).toBe(200);
    const known = { ...headers, "if-none-match": String(all.headers.etag) };
    expect((await postJson(bulk, { context }, known)).status).toBe(304);
    await done(postJson(`${bulk}/${flags.on.key}`, { context }, headers));
    await done(postJson(`${bulk}/${key}`, { context }, headers));
    await done(postJson(bulk, { context: { ...context, flags: [flags.off.key] } }, headers));
    for (const query of ["", "?targetingKey=me", "?targetingKey=me"]) {
      await done(send({ path: `${base}/flags/check/${key}${query}`, headers }));
    }
    const { flags: decided } = JSON.parse(first.text()) as { flags: Record<string, { enabled: boolean }> };
    const some = decided[flags.some.key]?.enabled ? "on" : "off";
    await expectCounts(flags.on.path, { on: 7 });
    await expectCounts(flags.off.path, { off: 7 });
    await expectCounts(flags.varied.path, { blue: 6 });
    await expectCounts(flags.some.path, { [some]: 6 });
    await expectCounts(flags.overridden.path, { off: 6 });
    await expectCounts(flags.given.path, { override: 6 });
    await expectCounts(`${base}/flags/${global.id}`, { on: 6 });
    const { lastEvaluatedAt } = await read(flags.on.path);
    expect(Date.now() - Date.parse(String(lastEvaluatedAt))).toBeLessThan(180_000);
    const [listed] = await done<{ lastEvaluatedAt: string }[]>(
      owner.get(`${base}/groups/${group.id}/flags?q=${flags.on.key}`),
    );
    expect(Date.now() - Date.parse(String(listed?.lastEvaluatedAt))).toBeLessThan(180_000);
    expect(await done(owner.get(flags.on.path))).toMatchObject({ lastEvaluatedAt });
  });

  it("by environment, and those of a strangers' key as those of records", patiently, async () => {
    const { owner, project } = site;
    const { group, flags } = await place();
    const staging = await createEnvironment(owner, project.referenceId);
    const ask = (targetingKey: string, env?: string) =>
      postJson("/api/ofrep/v1/evaluate/flags", { context: { targetingKey, group: group.key, env } }, headers);
    for (const [who, env] of [["a"], ["b", staging.key], ["c", staging.key]] as const) {
      expect((await ask(who, env)).status).toBe(200);
    }
    await expectCounts(flags.on.path, { on: 3 });
    await expectCounts(flags.on.path, { on: 2 }, `?env=${staging.key}`);
    await expectCounts(flags.on.path, { on: 1 }, "?env=production");
    await expectCounts(flags.on.path, { on: 3 }, "?range=30d");
    expectRefusal(await owner.get(`${flags.on.path}/usage?env=nowhere`), 404);
    expectRefusal(await owner.get(`${flags.on.path}/usage?range=7d`), 400);
  });

  it("in buckets of hours and of days, the running one last", async () => {
    const { owner, project } = site;
    const { id } = await createFlag(owner, project.referenceId);
    for (const [query, many, ms] of [
      ["", 24, 3_600_000],
      ["?range=30d", 30, 86_400_000],
    ] as const) {
      const { buckets, ...usage } = await read(`${base}/flags/${id}`, query);
      expect(usage).toMatchObject({ range: many === 24 ? "24h" : "30d", total: 0, lastEvaluatedAt: null });
      expect(buckets).toHaveLength(many);
      const times = buckets.map(({ at }) => Date.parse(at));
      for (const [at, time] of times.entries()) {
        expect(time % ms).toBe(0);
        if (at > 0) expect(time - (times[at - 1] ?? 0)).toBe(ms);
      }
    }
  });

  it("also of a flag with the key usage, whose check has the path of another's use", async () => {
    await createFlag(site.owner, site.project.referenceId, { key: "usage", enabled: true });
    expect(await done(send({ path: `${base}/flags/check/usage`, headers }))).toMatchObject({ enabled: true });
  });
});

describe("descriptions, tags and owners", () => {
  const kinds = ["global", "group"] as const;
  const begin = async (kind: (typeof kinds)[number]) => {
    const { owner, project } = site;
    const group = await createGroup(owner, project.referenceId);
    const list = kind === "global" ? `${base}/flags` : `${base}/groups/${group.id}/flags`;
    const make = (fields: object) => owner.post(list, { name: "A flag", key: unique("flag"), ...fields });
    return { list, make };
  };

  it.each(kinds)("are kept of a %s flag, found and changed", async (kind) => {
    const { owner } = site;
    const { list, make } = await begin(kind);
    const guest = await signUp();
    await join(owner, site.team.id, guest);
    const { userId } = (
      await done<{ userId: string; email: string }[]>(owner.get(`/api/teams/${site.team.id}/members`))
    ).find(({ email }) => email === guest.email) as { userId: string };
    const word = unique("word");
    const made = await done<{ id: string }>(
      make({ description: `About ${word}`, tags: ["Beta", word], ownerId: userId }),
      201,
    );
    expect(made).toMatchObject({ description: `About ${word}`, tags: ["Beta", word], ownerId: userId });
    const plain = await done<{ id: string }>(make({}), 201);
    expect(plain).toMatchObject({ description: null, tags: [], ownerId: null });
    const found = async (query: string, person = owner) =>
      (await done<{ id: string }[]>(person.get(`${list}?${query}`))).map(({ id }) => id);
    for (const query of [`q=${word}`, `q=beta%20${word}`, `tag=beta,${word}`, `owner=${userId}`]) {
      expect(await found(query)).toEqual([made.id]);
    }
    expect(await found("owner=me", guest)).toEqual([made.id]);
    expect(await found("owner=me")).toEqual([]);
    expect(await found("owner=none")).toContain(plain.id);
    expect(await found(`tag=${word},other`)).toEqual([]);
    if (kind === "global") {
      const keys = await done<{ flags: { id: string }[] }[]>(owner.get(`${base}/flag-keys?tag=${word}`));
      expect(keys.map(({ flags }) => flags.map(({ id }) => id))).toEqual([[made.id]]);
    }
    const path = `${list}/${made.id}`;
    await done(owner.delete(`/api/teams/${site.team.id}/members/${userId}`));
    // Who left stays the owner until somebody else is chosen, and is chosen no more.
    expect(await done(owner.put(path, { name: "B", ownerId: userId }))).toMatchObject({ ownerId: userId });
    expect(await done(owner.put(path, { description: null, tags: [], ownerId: null }))).toMatchObject({
      ...{ description: null, tags: [], ownerId: null },
    });
    expectRefusal(await owner.put(path, { ownerId: userId }), 400);
  });

  const refused: [field: string, value: unknown][] = [
    ["description", "x".repeat(2001)],
    ["description", 7],
    ["tags", Array.from({ length: 21 }, (_, at) => `t${at}`)],
    ["tags", ["x".repeat(51)]],
    ["tags", ["a", "A"]],
    ["ownerId", "nobody"],
    ["ownerId", "x\u0000"],
    ["ownerId", ""],
  ];
  it.each(refused)("a %s of %j is refused", async (field, value) => {
    for (const kind of kinds) {
      const { make } = await begin(kind);
      const { issues } = expectRefusal(await make({ [field]: value }), 400) as {
        issues?: { path: string }[];
      };
      expect(issues?.[0]?.path.startsWith(field)).toBe(true);
    }
  });
});

it("a project has no stale flags at first, whatever they are", async () => {
  const { owner, project } = site;
  await createFlag(owner, project.referenceId, { enabled: true });
  expect(await done(owner.get(`${base}/stale-flags`))).toEqual([]);
  expectRefusal(await owner.get(`${base}/stale-flags?reason=old`), 400);
});
