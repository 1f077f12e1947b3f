import { beforeAll, describe, expect, it } from "vitest";
import { send } from "./client";
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
  type FlagRecord,
  type Group,
  postJson,
  type Site,
  unique,
} from "./fixtures";

type Evaluation = {
  key: string;
  value: unknown;
  variant: string;
  reason: string;
  metadata: { source: string; environment: string };
};
const path = "/api/ofrep/v1/evaluate/flags";

let site: Site;
let key: string;
let users: Group;
let uses: Group;
let record: FlagRecord;
let foreign: FlagRecord;

beforeAll(async () => {
  const other = await createSite();
  foreign = await createRecord(other.owner, await createGroup(other.owner, other.project.referenceId));
  site = await createSite();
  const { owner, project } = site;
  const reference = project.referenceId;
  key = (await createKey(owner, reference)).key;
  users = await createGroup(owner, reference, { key: "people", prefix: "user" });
  uses = await createGroup(owner, reference, { key: "user", prefix: "us" });
  const flags: [Group, string, object][] = [
    [users, "shared", { defaultEnabled: true }],
    [users, "of-users", { defaultEnabled: true, defaultPercentage: 50 }],
    [uses, "shared", {}],
    [uses, "of-uses", { defaultEnabled: true }],
  ];
  for (const [group, flagKey, fields] of flags)
    await createGroupFlag(owner, group, { key: flagKey, ...fields });
  await createEnvironment(owner, reference, { name: "Staging", key: "staging" });
  const globals: [string, object][] = [
    ["z-everywhere", { enabled: true }],
    ["a-half", { enabled: true, rollout: 50 }],
    ["shared", { enabled: true }],
    ["of-uses", {}],
    ["staged", { enabled: true, environmentKey: "staging" }],
  ];
  for (const [flagKey, fields] of globals) await createFlag(owner, reference, { key: flagKey, ...fields });
  record = await createRecord(owner, uses, { id: unique("nobodys-prefix") });
});

const ask = (context: unknown, headers = {}) => postJson(path, { context }, { ...bearer(key), ...headers });
const askOne = (flagKey: string, context: unknown) =>
  postJson(`${path}/${flagKey}`, { context }, bearer(key));
const flagsOf = async (context: unknown) => (await done<{ flags: Evaluation[] }>(ask(context))).flags;
const sourcesOf = async (context: unknown) =>
  (await flagsOf(context)).map(({ key, metadata }) => `${key} ${metadata.source}`);

const ofUsers = [
  ...["shared group-default", "of-users group-default"],
  ...["a-half global", "of-uses global", "z-everywhere global"],
];
const ofUses = [
  ...["shared group-default", "of-uses group-default"],
  ...["a-half global", "z-everywhere global"],
];
const ofRecord = ofUses;
const ofAll = [
  ...["shared group-default", "of-users group-default", "of-uses group-default"],
  ...["a-half global", "z-everywhere global"],
];

describe("whoever is no record", () => {
  it.each<[what: string, context: object, expected: string[]]>([
    [
      "has the flags of the group whose prefix begins the key, the longest",
      { targetingKey: "user-7" },
      ofUsers,
    ],
    ["of a shorter one where that begins it", { targetingKey: "us-7" }, ofUses],
    ["of the group that the context names by its key", { targetingKey: "user-7", group: "user" }, ofUses],
    ["by its prefix", { targetingKey: "x", group: "us" }, ofUses],
    ["of all groups without either", { targetingKey: "é 日本 x.y" }, ofAll],
    ["where the named group is none", { targetingKey: "x", group: "none" }, ofAll],
    ["where its name is no text", { targetingKey: "x", group: ["us"] }, ofAll],
    ["without a key", {}, ofAll],
    ["with an empty key", { targetingKey: "" }, ofAll],
    ["with nothing but a group", { group: "us" }, ofUses],
  ])("%s: %j", async (_, context, expected) => {
    expect(await sourcesOf(context)).toEqual(expected);
  });

  it("a record has its own group's flags, whatever else is said", async () => {
    expect(await sourcesOf({ targetingKey: record.id })).toEqual(ofRecord);
    expect(await sourcesOf({ targetingKey: record.id, group: "people" })).toEqual(ofRecord);
  });

  it("a record of another project is nobody", async () => {
    expect(await sourcesOf({ targetingKey: foreign.id })).toEqual(ofAll);
    expect(await sourcesOf({ targetingKey: foreign.id, group: "us" })).toEqual(ofUses);
  });

  it("gets the same for one flag as among all, and 404 for others", async () => {
    for (const context of [
      { targetingKey: "user-7" },
      { targetingKey: "x" },
      {},
      { targetingKey: record.id },
    ]) {
      const all = await flagsOf(context);
      const alone = await Promise.all(all.map(({ key }) => done<Evaluation>(askOne(key, context))));
      expect(alone).toEqual(all);
    }
    for (const flagKey of ["of-users", "staged", "nothing", "__proto__"]) {
      expect((await askOne(flagKey, { targetingKey: "us-7" })).status, flagKey).toBe(404);
    }
  });

  it("global flags are those of the environment", async () => {
    const keys = (await flagsOf({ targetingKey: "us-7", env: "staging" })).map(({ key }) => key);
    expect(keys).toEqual(["shared", "of-uses", "staged"]);
  });

  it("is decided by the same formula as a record, and as the check of a global flag", async () => {
    const { owner, project } = site;
    for (let at = 0; at < 20; at += 1) {
      const targetingKey = unique("user");
      const before = await flagsOf({ targetingKey });
      const check = `/api/projects/${project.referenceId}/flags/check/a-half?targetingKey=${targetingKey}`;
      const { enabled } = await done<{ enabled: boolean }>(owner.get(check));
      expect(before.find(({ key }) => key === "a-half")?.value).toBe(enabled);
      if (at > 2) continue;
      await createRecord(owner, users, { id: targetingKey });
      expect(await flagsOf({ targetingKey })).toEqual(before);
    }
  });

  it("without a key what depends on it is off", async () => {
    const values = Object.fromEntries((await flagsOf({})).map(({ key, value }) => [key, value]));
    expect(values).toEqual({
      ...{ shared: true, "of-users": false, "of-uses": true, "a-half": false, "z-everywhere": true },
    });
  });

  it("is answered 304 while nothing changes, also by a change of a global flag", async () => {
    const context = { targetingKey: "user-7" };
    const first = await ask(context);
    const known = { "if-none-match": String(first.headers.etag) };
    expect((await ask(context, known)).status).toBe(304);
    expect((await ask({ targetingKey: "us-7" }, known)).status).toBe(200);
    expect((await ask({ ...context, env: "staging" }, known)).status).toBe(200);
    const { id } = await createFlag(site.owner, site.project.referenceId, { key: "m-new" });
    const changed = await ask(context, known);
    expect(changed.status).toBe(200);
    expect(changed.json<{ flags: Evaluation[] }>().flags.map(({ key }) => key)).toContain("m-new");
    await done(site.owner.delete(`/api/projects/${site.project.referenceId}/flags/${id}`));
    expect((await ask(context, known)).status).toBe(304);
  });

  it("keeps its 404 at the SDK endpoint", async () => {
    const answer = await send({ path: "/api/flags/user-7", headers: bearer(key) });
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([404, "Record not found"]);
  });
});
