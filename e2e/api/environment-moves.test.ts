import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, issuePaths, nextPage, send } from "./client";
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
  type Environment,
  type Flag,
  type Site,
  unique,
} from "./fixtures";

type Settings = { enabled: boolean; rollout: number; salt: string; name: string };
type Row = { key: string; state: string; from: Settings | null; to: Settings | null; differences: string[] };
type Promoted = {
  key: string;
  result: string;
  reason: string | null;
  before: Settings | null;
  after: Settings | null;
};
type Promotion = { version: string; dryRun: boolean; flags: Promoted[] } & Record<string, unknown>;

let site: Site;
let staging: Environment;
let root: string;

beforeAll(async () => {
  site = await createSite();
  root = `/api/projects/${site.project.referenceId}`;
  staging = await createEnvironment(site.owner, site.project.referenceId, { name: "Staging" });
});

/** A flag in staging, in production, or in both; @returns its key */
async function make(staged?: Record<string, unknown>, live?: Record<string, unknown>): Promise<string> {
  const key = unique("f");
  const { owner, project } = site;
  const common = { name: "A flag", key };
  if (staged)
    await createFlag(owner, project.referenceId, { ...common, environmentKey: "staging", ...staged });
  if (live) await createFlag(owner, project.referenceId, { ...common, ...live });
  return key;
}

const compare = (query: Record<string, string> = {}) =>
  site.owner.get(
    `${root}/environment-comparison?${new URLSearchParams({ from: "staging", to: "production", ...query })}`,
  );
const promote = (keys: unknown, fields: Record<string, unknown> = {}) =>
  site.owner.post(`${root}/environment-promotions`, { from: "staging", to: "Production", keys, ...fields });
const check = (flagKey: string, query = "") =>
  done<{ enabled: boolean }>(site.owner.get(`${root}/flags/check/${flagKey}${query}`));

describe("a comparison", () => {
  it("has a row for each key of either, and says what differs", async () => {
    const same = await make({}, {});
    const other = await make({ enabled: true, rollout: 5 }, {});
    const onlyFrom = await make({});
    const onlyTo = await make(undefined, {});
    const rows = await done<Row[]>(compare());
    const found = (key: string) => rows.find((row) => row.key === key);
    expect(found(same)).toMatchObject({ state: "same", differences: [] });
    expect(found(other)).toMatchObject({
      ...{ state: "different", differences: ["enabled", "rollout"] },
      ...{ from: { enabled: true, rollout: 5, salt: other }, to: { enabled: false, rollout: 100 } },
    });
    expect(found(onlyFrom)).toMatchObject({ state: "only_from", from: { enabled: false }, to: null });
    expect(found(onlyTo)).toMatchObject({ state: "only_to", from: null, to: { enabled: false } });
    const changed = await done<Row[]>(compare({ state: "changed" }));
    expect(changed.map(({ key }) => key)).toEqual(
      rows.filter(({ state }) => state !== "same").map(({ key }) => key),
    );
    expect((await done<Row[]>(compare({ q: other }))).map(({ key }) => key)).toEqual([other]);
    const page = await compare({ limit: "1", count: "true" });
    expect(page.headers["x-total-count"]).toBe(String(rows.length));
    expect(nextPage(page)).toContain("environment-comparison");
  });

  it("names environments by key or name, in any letter case, and needs two", async () => {
    expect((await compare({ from: "STAGING", to: "Production" })).status).toBe(200);
    expectRefusal(await compare({ from: "none" }), 404, "Environment none not found");
    expect(issuePaths(await compare({ to: staging.name }))).toEqual(["to"]);
    expect(issuePaths(await site.owner.get(`${root}/environment-comparison`))).toEqual(["from", "to"]);
  });
});

describe("a promotion", () => {
  it("takes effect at once, for those who ask", async () => {
    const key = await make({ enabled: true }, {});
    const added = await make({ enabled: true });
    expect(await check(key)).toMatchObject({ enabled: false });
    expectRefusal(await site.owner.get(`${root}/flags/check/${added}`), 404, "Flag not found");
    expect(await done(promote([key, added]))).toMatchObject({
      ...{ dryRun: false, created: 1, updated: 1, unchanged: 0, refused: 0 },
      flags: [
        { key, result: "updated", before: { enabled: false }, after: { enabled: true } },
        { key: added, result: "created", before: null, after: { enabled: true, salt: added } },
      ],
    });
    expect(await check(key)).toMatchObject({ enabled: true });
    expect(await check(added)).toMatchObject({ enabled: true });
    expect(await done<Row[]>(compare({ q: key }))).toMatchObject([{ state: "same" }]);
    expect(await done(promote([key]))).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it("does what its preview says, or nothing", async () => {
    const key = await make({ enabled: true }, {});
    const preview = await done<Promotion>(promote([key], { dryRun: true }));
    expect(preview).toMatchObject({ dryRun: true, updated: 1 });
    expect(await check(key)).toMatchObject({ enabled: false });
    const [flag] = await done<Flag[]>(site.owner.get(`${root}/flags?q=${key}`));
    await done(site.owner.put(`${root}/flags/${flag?.id}`, { rollout: 50 }));
    const late = await promote([key], { expected: preview.version });
    expect(expectRefusal(late, 409).code).toBe("changed");
    expect(await check(key)).toMatchObject({ enabled: false });
    const { version } = await done<Promotion>(promote([key], { dryRun: true }));
    const applied = await done<Promotion>(promote([key], { expected: version }));
    expect(applied).toMatchObject({ dryRun: false, version, updated: 1 });
  });

  it("refuses another type and a key that is not there, and does the rest", async () => {
    const typed = await make({ type: "number", onValue: 1, offValue: 0 }, {});
    const none = unique("none");
    const fine = await make({});
    const { flags } = await done<Promotion>(promote([typed, none, fine]));
    expect(flags.map(({ result }) => result)).toEqual(["refused", "refused", "created"]);
    expect(flags[0]?.reason).toMatch(/^Its type is number in Staging and boolean in Production\./);
    expect(flags[1]?.reason).toBe("Staging has no flag with this key.");
  });

  it("leaves an entry for each flag that it changed", async () => {
    const [key, same] = [await make({ enabled: true }, {}), await make({}, {})];
    const answer = await promote([key, same]);
    const trail = `/api/projects/${site.project.id}/audit-log?operation=promoteFlags&limit=20`;
    const entries = await done<{ requestId: string; subjectName: string }[]>(site.owner.get(trail));
    const own = entries.filter(({ requestId }) => requestId === answer.headers["x-request-id"]);
    expect(own).toMatchObject([
      { subjectKind: "flag", before: { enabled: false }, after: { enabled: true } },
    ]);
  });

  it.each([
    ["keys", []],
    ["keys", "f"],
    ["keys", undefined],
    ["keys", ["f", "f"]],
    ["keys.0", ["a b"]],
    ["keys", Array.from({ length: 501 }, (_, at) => `f-${at}`)],
  ])("%s %j is 400", async (path, keys) => {
    expect(issuePaths(await promote(keys))).toEqual([path]);
  });

  it("needs two environments", async () => {
    expect(issuePaths(await promote(["f"], { to: "staging" }))).toEqual(["to"]);
    expectRefusal(await promote(["f"], { to: "none" }), 404, "Environment none not found");
  });

  it("is for keys that may write", async () => {
    const key = await make({});
    const { key: secret } = await createKey(site.owner, site.project.referenceId, { scope: "read" });
    const asKey = (method: string, path: string, body?: string) =>
      send({
        ...{ method, path: root + path, headers: { ...bearer(secret), "content-type": "application/json" } },
        ...(body !== undefined && { body }),
      });
    const body = JSON.stringify({ from: "staging", to: "production", keys: [key] });
    expectRefusal(await asKey("POST", "/environment-promotions", body), 403, "Requires another scope");
    expect((await asKey("GET", "/environment-comparison?from=staging&to=production")).status).toBe(200);
  });
});

describe("a copy", () => {
  const copy = (fields: Record<string, unknown>, id = staging.id) =>
    site.owner.post(`${root}/environments/${id}/copy`, fields);

  it("answers as the other one does, for records too unless they are left out", async () => {
    const { owner, project } = site;
    const key = await make({ enabled: true, rollout: 50 });
    const group = await createGroup(owner, project.referenceId);
    const [flag, record] = [await createGroupFlag(owner, group), await createRecord(owner, group)];
    const values = `${root}/groups/${group.id}/records/${record.id}/values/${flag.id}`;
    await done(owner.put(values, { enabled: true, environmentKey: "staging" }));
    const { key: secret } = await createKey(owner, project.referenceId, { scope: "evaluate" });
    const flagsOf = async (env: string) => {
      const path = `/api/flags/${record.id}?env=${env}`;
      return (await send({ path, headers: bearer(secret) })).json<{ flags: object }>().flags;
    };
    // So that the record is remembered without the copies.
    await flagsOf("production");
    const whole = await done<Environment>(copy({ name: unique("Whole") }), 201);
    const bare = await done<Environment>(copy({ name: unique("Bare"), overrides: false }), 201);
    expect(whole).toMatchObject({ isDefault: false, key: expect.stringMatching(/^whole-/) });
    expect(await flagsOf(whole.key)).toEqual(await flagsOf("staging"));
    expect(await flagsOf(bare.key)).not.toEqual(await flagsOf("staging"));
    for (const subject of ["a", "b", "c", "d", "e", "f"]) {
      const query = (env: string) => `?env=${env}&targetingKey=${subject}`;
      expect((await check(key, query(whole.key))).enabled).toBe((await check(key, query("staging"))).enabled);
    }
    const rows = await done<Row[]>(compare({ to: whole.key }));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ state }) => state === "same")).toBe(true);
  });

  it("is refused where its name or key is taken, or the other one is not there", async () => {
    expect(issuePaths(await copy({ name: "PRODUCTION", key: unique("k") }), 409)).toEqual(["name"]);
    expect(issuePaths(await copy({ name: unique("n"), key: "Staging" }), 409)).toEqual(["key"]);
    expect(issuePaths(await copy({ name: "", overrides: "no" }))).toEqual(["name", "overrides"]);
    expectRefusal(await copy({ name: unique("n") }, "0".repeat(27)), 404, "Environment not found");
  });

  it("leaves an entry that says of which one it is a copy", async () => {
    const made = await done<Environment>(copy({ name: unique("Copy") }), 201);
    const trail = `/api/projects/${site.project.id}/audit-log?operation=copyEnvironment&limit=1`;
    expect(await done(site.owner.get(trail))).toMatchObject([
      { subjectKind: "environment", subjectId: made.id, after: { key: made.key, copyOf: "Staging" } },
    ]);
  });
});
