import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, send } from "./client";
import {
  bearer,
  createEnvironment,
  createFlag,
  createGroup,
  createKey,
  createRecord,
  createSegment,
  createSite,
  done,
  type Environment,
  type Flag,
  type Group,
  type GroupFlag,
  inAnHour,
  join,
  type Person,
  type Site,
  signUp,
  unique,
} from "./fixtures";

type Protected = Environment & { isProtected: boolean };

let site: Site;
let root: string;
let open: Protected;
let guarded: Protected;
let group: Group;

beforeAll(async () => {
  site = await createSite();
  root = `/api/projects/${site.project.referenceId}`;
  const [first] = await done<Protected[]>(site.owner.get(`${root}/environments`));
  open = first as Protected;
  guarded = (await create({ name: "Live EU", key: "live-eu", isProtected: true })) as Protected;
  group = await createGroup(site.owner, site.project.referenceId);
});

const confirm = (keys: string) => ({ "x-confirm-environment": keys });
const named = confirm("live-eu");
const create = (fields: Record<string, unknown>) =>
  createEnvironment(site.owner, site.project.referenceId, fields);
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  site.owner.call(method, path.startsWith("/") ? path : `${root}/${path}`, body, headers);

const makeFlag = () =>
  done<Flag>(
    call("POST", "flags", { name: "A flag", key: unique("f"), environmentKey: "live-eu" }, named),
    201,
  );
const makeGroupFlag = () =>
  done<GroupFlag>(call("POST", `groups/${group.id}/flags`, { name: "A flag", key: unique("g") }, named), 201);

function expectUnconfirmed(answer: Answer, environments = [guarded]) {
  const names = environments.map(({ name }) => name).join(", ");
  const keys = environments.map(({ key }) => key).join(", ");
  const body = expectRefusal(
    answer,
    428,
    `This changes ${names}, which ${environments.length > 1 ? "are" : "is"} protected. Send X-Confirm-Environment: ${keys} to confirm it.`,
  );
  expect(body).toMatchObject({
    code: "confirmation_required",
    confirm: environments.map(({ name, key }) => ({ name, key })),
  });
}

/** What is called, and what of it must not have happened afterwards. */
type Change = { method: string; path: string; body?: object; look: string; status?: number };

const schedule = { steps: [{ at: inAnHour(), enabled: true }] };

const changes: [string, () => Promise<Change>][] = [
  [
    "creating a flag",
    async () => {
      const key = unique("new");
      const body = { name: "A flag", key, environmentKey: "Live EU" };
      return { method: "POST", path: "flags", body, look: `flag-keys?q=${key}`, status: 201 };
    },
  ],
  [
    "changing a flag",
    async () => {
      const path = `flags/${(await makeFlag()).id}`;
      return { method: "PUT", path, body: { enabled: true }, look: path };
    },
  ],
  [
    "deleting a flag",
    async () => {
      const path = `flags/${(await makeFlag()).id}`;
      return { method: "DELETE", path, look: path };
    },
  ],
  [
    "planning a change of a flag",
    async () => {
      const path = `flags/${(await makeFlag()).id}/schedules`;
      return { method: "POST", path, body: schedule, look: path, status: 201 };
    },
  ],
  [
    "promoting flags into it",
    async () => {
      const { key } = await createFlag(site.owner, site.project.referenceId, { key: unique("p") });
      const body = { from: open.key, to: "live-eu", keys: [key] };
      return { method: "POST", path: "environment-promotions", body, look: `flag-keys?q=${key}` };
    },
  ],
  [
    "setting an override",
    async () => {
      const { id } = await createRecord(site.owner, group);
      const path = `groups/${group.id}/records/${id}/values/${(await makeGroupFlag()).id}`;
      const body = { environmentKey: "live-eu", enabled: true };
      return { method: "PUT", path, body, look: `records/${id}/values` };
    },
  ],
  [
    "clearing an override",
    async () => {
      const { id } = await createRecord(site.owner, group);
      const path = `groups/${group.id}/records/${id}/values/${(await makeGroupFlag()).id}`;
      await done(call("PUT", path, { environmentKey: "live-eu", enabled: true }, named));
      return { method: "DELETE", path: `${path}?env=LIVE-EU`, look: `records/${id}/values` };
    },
  ],
  [
    "creating a flag of a group",
    async () => {
      const path = `groups/${group.id}/flags`;
      return { method: "POST", path, body: { name: "F", key: unique("g") }, look: path, status: 201 };
    },
  ],
  [
    "changing a flag of a group",
    async () => {
      const path = `groups/${group.id}/flags/${(await makeGroupFlag()).id}`;
      return { method: "PUT", path, body: { defaultEnabled: true }, look: path };
    },
  ],
  [
    "deleting a flag of a group",
    async () => {
      const path = `groups/${group.id}/flags/${(await makeGroupFlag()).id}`;
      return { method: "DELETE", path, look: path };
    },
  ],
  [
    "planning a change of a group's flag",
    async () => {
      const path = `groups/${group.id}/flags/${(await makeGroupFlag()).id}/schedules`;
      const body = { steps: [{ at: inAnHour(), defaultEnabled: true }] };
      return { method: "POST", path, body, look: path, status: 201 };
    },
  ],
  [
    "moving a group's prefix",
    async () => {
      const { id } = await createGroup(site.owner, site.project.referenceId);
      return { method: "PUT", path: `groups/${id}`, body: { prefix: "zz" }, look: `groups/${id}` };
    },
  ],
  [
    "deleting a group",
    async () => {
      const { id } = await createGroup(site.owner, site.project.referenceId);
      return { method: "DELETE", path: `groups/${id}`, look: `groups/${id}` };
    },
  ],
  [
    "changing whom a segment has",
    async () => {
      const { id } = await createSegment(site.owner, site.project.referenceId);
      const conditions = [{ attribute: "plan", operator: "equals", values: ["team"] }];
      return { method: "PUT", path: `segments/${id}`, body: { conditions }, look: `segments/${id}` };
    },
  ],
  [
    "changing the environment",
    async () => ({
      ...{ method: "PUT", path: `environments/${guarded.id}`, body: { name: "Live EU 2" } },
      look: "environments",
    }),
  ],
];

describe("a protected environment", () => {
  it.each(changes)("is not changed by %s until it is named", async (_, prepare) => {
    const { method, path, body, look, status = 200 } = await prepare();
    const before = (await call("GET", look)).text();
    expectUnconfirmed(await call(method, path, body));
    expectUnconfirmed(await call(method, path, body, confirm(open.key)));
    expectUnconfirmed(await call(method, path, body, confirm("live-e")));
    expect((await call("GET", look)).text()).toBe(before);
    await done(call(method, path, body, confirm(`${open.key} , Live-EU`)), status);
    expect((await call("GET", look)).text()).not.toBe(before);
    if (path === `environments/${guarded.id}`) await done(call(method, path, { name: "Live EU" }, named));
  });

  it("is named by keys too, which act as admins", async () => {
    const { id } = await makeFlag();
    const { key } = await createKey(site.owner, site.project.referenceId, { scope: "admin" });
    const put = (headers = {}) =>
      send({
        ...{ method: "PUT", path: `${root}/flags/${id}`, body: '{"enabled":true}' },
        headers: { ...bearer(key), "content-type": "application/json", ...headers },
      });
    expectUnconfirmed(await put());
    expect((await put(named)).status).toBe(200);
  });

  it("is read, asked and compared without being named, and what is wrong is said first", async () => {
    const { id, key } = await makeFlag();
    await done(call("GET", `flags/check/${key}?env=live-eu`));
    const promotion = { from: "live-eu", to: open.key, keys: [key] };
    await done(call("POST", "environment-promotions", { ...promotion, dryRun: true }));
    await done(call("POST", "environment-promotions", promotion));
    await done(
      call("POST", "environment-promotions", {
        ...{ from: open.key, to: "live-eu", keys: [key], dryRun: true },
      }),
    );
    expectRefusal(await call("PUT", `flags/${id}`, { rollout: 101 }), 400);
  });

  it("lets others be changed, and records and groups be made", async () => {
    const { id } = await createFlag(site.owner, site.project.referenceId);
    await done(call("PUT", `flags/${id}`, { enabled: true }));
    const own = await createGroup(site.owner, site.project.referenceId);
    await done(call("PUT", `groups/${own.id}`, { description: "Ours" }));
    const record = await createRecord(site.owner, own);
    await done(call("DELETE", `groups/${own.id}/records/${record.id}`));
  });

  it("lets a deletion that was confirmed be undone", async () => {
    const { id } = await makeFlag();
    await done(call("DELETE", `flags/${id}`, undefined, named));
    await done(call("POST", `/api/projects/${site.project.id}/deletions/flag/${id}/restore`));
    await done(call("GET", `flags/${id}`));
  });

  it("lets an idempotent call be sent again with its name", async () => {
    const body = { name: "A flag", key: unique("f"), environmentKey: "live-eu" };
    const key = { "idempotency-key": unique("once") };
    expectUnconfirmed(await call("POST", "flags", body, key));
    const made = await done<Flag>(call("POST", "flags", body, { ...key, ...named }), 201);
    expect((await done<Flag>(call("POST", "flags", body, key), 201)).id).toBe(made.id);
  });
});

describe("protecting an environment", () => {
  let other: Site;
  let member: Person;
  let path: string;
  beforeAll(async () => {
    other = await createSite();
    member = await signUp();
    await join(other.owner, other.team.id, member);
    path = `/api/projects/${other.project.referenceId}/environments`;
  });

  it("is for admins, and so is the end of it, which has to name it as well", async () => {
    const message = "Requires admin role on this project";
    expectRefusal(await member.post(path, { name: "A", isProtected: true }), 403, message);
    const { id } = await createEnvironment(member, other.project.referenceId, { name: "A", key: "a" });
    const put = (person: Person, body: object, headers = {}) =>
      person.call("PUT", `${path}/${id}`, body, headers);
    expectRefusal(await put(member, { isProtected: true }), 403, message);
    expect(await done(put(other.owner, { isProtected: true }))).toMatchObject({ isProtected: true });
    expectRefusal(await put(member, { isProtected: false }, confirm("a")), 403, message);
    expect(await done(put(member, { name: "A 2", isProtected: true }, confirm("a")))).toMatchObject({
      ...{ name: "A 2", isProtected: true },
    });
    expect((await put(other.owner, { isProtected: false })).status).toBe(428);
    expect(await done(put(other.owner, { isProtected: false }, confirm("a")))).toMatchObject({
      isProtected: false,
    });
    expect(await done(put(other.owner, { name: "A 3" }))).toMatchObject({ name: "A 3" });
  });

  it("is asked about all that are concerned, by name and in the order that they were made", async () => {
    const { owner, project } = other;
    const [first] = await done<Protected[]>(owner.get(path));
    const second = (await createEnvironment(owner, project.referenceId, {
      ...{ name: "B", isProtected: true },
    })) as Protected;
    await done(owner.put(`${path}/${first?.id}`, { isProtected: true }));
    const both = [first as Protected, second];
    const own = `/api/projects/${project.referenceId}`;
    const shared = await createGroup(owner, project.referenceId);
    const make = (headers = {}) =>
      owner.call("POST", `${own}/groups/${shared.id}/flags`, { name: "F", key: "f" }, headers);
    expectUnconfirmed(await make(), both);
    expectUnconfirmed(await make(confirm(second.key)), both);
    expect((await make(confirm(`${second.key},${first?.key}`))).status).toBe(201);
  });

  it("covers which one is the default, from both sides, and deletion", async () => {
    const { owner, project } = other;
    const [first] = await done<Protected[]>(owner.get(path));
    const { id, key } = await createEnvironment(owner, project.referenceId);
    expectUnconfirmed(await owner.put(`${path}/${id}`, { isDefault: true }), [first as Protected]);
    expectUnconfirmed(await owner.post(path, { name: "New", isDefault: true }), [first as Protected]);
    const move = { isDefault: true, isProtected: true };
    await done(owner.call("PUT", `${path}/${id}`, move, confirm(first?.key ?? "")));
    await done(
      owner.call("PUT", `${path}/${first?.id}`, { isDefault: true }, confirm(`${first?.key},${key}`)),
    );
    expect((await owner.delete(`${path}/${id}`)).status).toBe(428);
    await done(owner.call("DELETE", `${path}/${id}`, undefined, confirm(key)));
  });

  it("is not copied along", async () => {
    const { id } = await createEnvironment(other.owner, other.project.referenceId, { isProtected: true });
    const copy = await done(other.owner.post(`${path}/${id}/copy`, { name: unique("Copy") }), 201);
    expect(copy).toMatchObject({ isProtected: false });
  });
});
