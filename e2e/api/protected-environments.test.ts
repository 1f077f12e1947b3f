import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import { confirm, expectUnconfirmed, type Protected } from "./confirmation";
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
  type Flag,
  type Group,
  type GroupFlag,
  inAnHour,
  join,
  type Site,
  signUp,
  unique,
} from "./fixtures";

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
    expectUnconfirmed(await call(method, path, body), [guarded]);
    expectUnconfirmed(await call(method, path, body, confirm(open.key)), [guarded]);
    expectUnconfirmed(await call(method, path, body, confirm("live-e")), [guarded]);
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
    expectUnconfirmed(await put(), [guarded]);
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

  it("lets who deleted a flag undo that, and others who name it", async () => {
    const other = await signUp();
    await join(site.owner, site.team.id, other);
    for (const person of [site.owner, other]) {
      const { id } = await makeFlag();
      await done(call("DELETE", `flags/${id}`, undefined, named));
      const path = `/api/projects/${site.project.id}/deletions/flag/${id}/restore`;
      const restore = (headers = {}) => person.call("POST", path, undefined, headers);
      if (person === other) {
        expectUnconfirmed(await restore(), [guarded]);
        expectRefusal(await call("GET", `flags/${id}`), 404);
      }
      await done(restore(person === other ? named : {}));
      await done(call("GET", `flags/${id}`));
    }
  });

  it("has others name it who restore a group, or a record with overrides in it", async () => {
    const other = await signUp();
    await join(site.owner, site.team.id, other);
    const own = await createGroup(site.owner, site.project.referenceId);
    const path = `groups/${own.id}`;
    const fields = { name: "F", key: unique("g") };
    const flag = await done<GroupFlag>(call("POST", `${path}/flags`, fields, named), 201);
    const record = await createRecord(site.owner, own);
    const override = { environmentKey: "live-eu", enabled: true };
    await done(call("PUT", `${path}/records/${record.id}/values/${flag.id}`, override, named));
    for (const [kind, id, of] of [
      ["record", record.id, `${path}/records/${record.id}`],
      ["group", own.id, path],
    ] as const) {
      await done(call("DELETE", of, undefined, named));
      const restored = `/api/projects/${site.project.id}/deletions/${kind}/${id}/restore`;
      expectUnconfirmed(await other.call("POST", restored), [guarded]);
      await done(other.call("POST", restored, undefined, named));
    }
  });

  it("lets an idempotent call be sent again with its name", async () => {
    const body = { name: "A flag", key: unique("f"), environmentKey: "live-eu" };
    const key = { "idempotency-key": unique("once") };
    expectUnconfirmed(await call("POST", "flags", body, key), [guarded]);
    const made = await done<Flag>(call("POST", "flags", body, { ...key, ...named }), 201);
    expect((await done<Flag>(call("POST", "flags", body, key), 201)).id).toBe(made.id);
  });
});
