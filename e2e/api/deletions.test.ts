import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, expectRefusal, nextPage, send, statusesOf } from "./client";
import { emptyRange } from "./everything";
import {
  bearer,
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createMock,
  createRecord,
  createSite,
  createWebhook,
  done,
  pathOf,
  type Site,
  signUp,
  unique,
  unknownId,
} from "./fixtures";

type Deletion = {
  id: string;
  kind: string;
  itemId: string;
  name: string;
  deletedAt: string;
  undoableUntil: string;
};

/** A thing that can be deleted: where it is, and where everything is that hangs on it. */
type Thing = {
  itemId: string;
  name: string;
  path: string;
  reads: string[];
  /** What others see of it. */
  outside?: () => Promise<Answer>;
};

let site: Site;
let reference: string;
let key: string;

beforeAll(async () => {
  site = await createSite();
  reference = site.project.referenceId;
  key = (await createKey(site.owner, reference)).key;
});

const deletionsOf = (of = site) => `/api/projects/${of.project.id}/deletions`;
const restorePath = (kind: string, itemId: string, of = site) =>
  `${deletionsOf(of)}/${kind}/${encodeURIComponent(itemId)}/restore`;
const restore = (kind: string, itemId: string, of = site) => of.owner.post(restorePath(kind, itemId, of));
const listed = (of = site) => done<Deletion[]>(of.owner.get(deletionsOf(of)));
const below = (path: string, ...names: string[]) => [path, ...names.map((name) => `${path}/${name}`)];

/** Header names in an order and spelling of their own. */
const responseHeaders = { "X-b": "1", "x-A": ["2", "3"], "Content-Type": "text/x", "X-Zero": "" };

async function mock(): Promise<Thing> {
  const { id, name, endpoint } = await createMock(site.owner, site.project.id, {
    responseBody: 'é "\\u0000" \u2028',
    responseHeaders,
  });
  const path = `${site.mocks}/${id}`;
  const outside = () => send({ path: `/api/mock${endpoint}`, host: site.host });
  return { itemId: id, name, path, reads: [path], outside };
}

const binary = Buffer.from([0, 255, 128, 34, 92, 10, 13, 0]);

async function webhook(): Promise<Thing> {
  const inbox = await createWebhook(site.owner, site.project.id, {
    response: { statusCode: 201, headers: responseHeaders, body: "thanks" },
  });
  const capture = (body: Buffer | string) =>
    send({ method: "POST", path: `${pathOf(inbox)}/a?x=1&x=2`, host: site.host, body });
  const ids: string[] = [];
  const path = `/api/projects/${site.project.id}/webhooks/${inbox.id}`;
  for (const body of [binary, "{}", "", '{"b":1,"a":"\\u00e9"}']) await capture(body);
  for (const { id } of await done<{ id: string }[]>(site.owner.get(`${path}/requests`))) ids.push(id);
  const reads = [path, `${path}/requests`, ...ids.map((id) => `${path}/requests/${id}/body`)];
  // A preflight is answered by the inbox and not kept.
  const outside = () =>
    send({
      method: "OPTIONS",
      path: pathOf(inbox),
      host: site.host,
      headers: { origin: "https://a.example", "access-control-request-method": "POST" },
    });
  return { itemId: inbox.id, name: inbox.name, path, reads, outside };
}

async function flag(): Promise<Thing> {
  const made = await createFlag(site.owner, reference, { rollout: 37, id: unique("f") });
  const path = `/api/projects/${reference}/flags/${made.id}`;
  const outside = () =>
    send({
      path: `/api/projects/${reference}/flags/check/${made.key}?targetingKey=a`,
      headers: bearer(key),
    });
  return { itemId: made.id, name: String(made.name), path, reads: [path], outside };
}

async function groupWithRecord() {
  const group = await createGroup(site.owner, reference);
  const [a, b] = [await createGroupFlag(site.owner, group), await createGroupFlag(site.owner, group)];
  const record = await createRecord(site.owner, group, { name: "One", metadata: { z: 1, a: [1.0, "é"] } });
  const other = await createRecord(site.owner, group);
  const path = `/api/projects/${reference}/groups/${group.id}`;
  const staging = await createEnvironment(site.owner, reference);
  for (const [flagId, fields] of [
    [a.id, { enabled: true, rollout: 12 }],
    [b.id, { enabled: false }],
    [b.id, { rollout: 0, environmentKey: staging.key }],
  ] as const) {
    await done(site.owner.put(`${path}/records/${record.id}/values/${flagId}`, fields));
  }
  const values = `/api/projects/${reference}/records/${record.id}/values`;
  const outside = () => send({ path: `/api/flags/${record.id}`, headers: bearer(key) });
  return { group, record, other, path, values, outside, flags: [a, b], staging };
}

async function group(): Promise<Thing> {
  const { group: made, path, values, outside } = await groupWithRecord();
  return {
    itemId: made.id,
    name: String(made.name),
    path,
    reads: [...below(path, "flags", "records"), values],
    outside,
  };
}

async function record(): Promise<Thing> {
  const { record: made, path, values, outside } = await groupWithRecord();
  const own = `${path}/records/${made.id}`;
  return { itemId: made.id, name: "One", path: own, reads: [own, values], outside };
}

async function release(): Promise<Thing> {
  const releases = `/api/projects/${site.project.id}/releases`;
  const { id } = await done<{ id: string }>(site.owner.post(`${releases}/generate`, emptyRange), 201);
  const path = `${releases}/${id}`;
  await expect
    .poll(async () => (await site.owner.get(path)).json().status, { timeout: 20_000 })
    .toBe("draft");
  for (const content of ["first", "second"]) await done(site.owner.put(path, { title: "Notes", content }));
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'),
    binary,
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const attached = await done<{ id: string }>(
    site.owner.call("POST", `${path}/attachments`, form, type),
    201,
  );
  const reads = [...below(path, "revisions", "commits", "attachments"), `${path}/attachments/${attached.id}`];
  return { itemId: id, name: "Notes", path, reads };
}

const makers = Object.entries({ mock, webhook, flag, group, record, release });

const readAll = (paths: string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, body } = await site.owner.get(path);
      return { path, status, body: body.toString("latin1") };
    }),
  );

describe.each(makers)("a deleted %s", (kind, make) => {
  it("is gone at once, and comes back as it was", async () => {
    const thing = await make();
    const [before, outside] = [await readAll(thing.reads), await thing.outside?.()];
    expect(before.map(({ status }) => status)).toEqual(thing.reads.map(() => 200));

    const deleted = await site.owner.delete(thing.path);
    expect([deleted.status, deleted.text()]).toEqual([200, '{"success":true}']);
    for (const { path, status } of await readAll(thing.reads)) {
      // Values of a record are a list.
      expect([404, path.endsWith("/values") ? 200 : 404], path).toContain(status);
    }
    if (thing.outside) expect((await thing.outside()).status).toBe(404);
    const { id, deletedAt, undoableUntil, ...shown } = (await listed())[0] as Deletion;
    expect(shown).toEqual({ kind, itemId: thing.itemId, name: thing.name, mine: true });
    expect(Date.parse(undoableUntil) - Date.parse(deletedAt)).toBe(30_000);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    expect(await done(restore(kind, thing.itemId))).toEqual({ success: true });
    expect(await readAll(thing.reads)).toEqual(before);
    const again = await thing.outside?.();
    expect([again?.status, again?.text()]).toEqual([outside?.status, outside?.text()]);
    expect(again?.rawHeaders.filter((name) => /^x-[abz]/i.test(name))).toEqual(
      outside?.rawHeaders.filter((name) => /^x-[abz]/i.test(name)),
    );
    expect((await listed()).map(({ itemId }) => itemId)).not.toContain(thing.itemId);
    expectRefusal(await restore(kind, thing.itemId), 404, "Deletion not found");
  });

  it("restored ten times at once comes back once", async () => {
    const { path, itemId } = await make();
    await done(site.owner.delete(path));
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(kind, itemId)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect((await site.owner.get(path)).status).toBe(200);
  });

  it("deleted ten times at once is deleted once", async () => {
    const { path, itemId } = await make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.owner.delete(path)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 404: 9 });
    expect((await listed()).filter((each) => each.itemId === itemId)).toHaveLength(1);
  });
});

it.each(["mock", "webhook"])("the UUID of a %s may be written in capitals", async (kind) => {
  const { path, itemId } = await (kind === "mock" ? mock() : webhook());
  await done(site.owner.delete(path.replace(itemId, itemId.toUpperCase())));
  expect(await done(restore(kind, itemId.toUpperCase()))).toEqual({ success: true });
  expect((await site.owner.get(path)).status).toBe(200);
});

describe("what is in the way", () => {
  type Case = {
    path: string;
    retake: () => Promise<string>;
    thing: { path: string; kind: string; itemId: string };
  };

  const cases: Record<string, () => Promise<Case>> = {
    "the endpoint of a mock": async () => {
      const { id, endpoint } = await createMock(site.owner, site.project.id);
      const retake = async () =>
        `${site.mocks}/${(await createMock(site.owner, site.project.id, { endpoint })).id}`;
      return { path: "endpoint", retake, thing: { path: `${site.mocks}/${id}`, kind: "mock", itemId: id } };
    },
    "the key of a flag": async () => {
      const made = await createFlag(site.owner, reference);
      const flags = `/api/projects/${reference}/flags`;
      const retake = async () =>
        `${flags}/${(await createFlag(site.owner, reference, { key: made.key })).id}`;
      return { path: "key", retake, thing: { path: `${flags}/${made.id}`, kind: "flag", itemId: made.id } };
    },
    "the id of a flag": async () => {
      const { id } = await createFlag(site.owner, reference, { id: unique("f") });
      const path = `/api/projects/${reference}/flags/${id}`;
      const retake = async () => {
        await createFlag(site.owner, reference, { id });
        return path;
      };
      return { path: "id", retake, thing: { path, kind: "flag", itemId: id } };
    },
    "the key of a group": async () => {
      const made = await createGroup(site.owner, reference);
      const groups = `/api/projects/${reference}/groups`;
      const retake = async () =>
        `${groups}/${(await createGroup(site.owner, reference, { key: made.key })).id}`;
      return { path: "key", retake, thing: { path: `${groups}/${made.id}`, kind: "group", itemId: made.id } };
    },
    "the prefix of a group": async () => {
      const made = await createGroup(site.owner, reference);
      const groups = `/api/projects/${reference}/groups`;
      const retake = async () =>
        `${groups}/${(await createGroup(site.owner, reference, { prefix: made.prefix })).id}`;
      return {
        path: "prefix",
        retake,
        thing: { path: `${groups}/${made.id}`, kind: "group", itemId: made.id },
      };
    },
    "the id of a group's record": async () => {
      const [made, other] = [
        await createGroup(site.owner, reference),
        await createGroup(site.owner, reference),
      ];
      const groups = `/api/projects/${reference}/groups`;
      const { id } = await createRecord(site.owner, made, { id: unique("r") });
      const retake = async () => {
        await createRecord(site.owner, other, { id });
        return `${groups}/${other.id}/records/${id}`;
      };
      return { path: "id", retake, thing: { path: `${groups}/${made.id}`, kind: "group", itemId: made.id } };
    },
    "the id of a record": async () => {
      const made = await createGroup(site.owner, reference);
      const { id } = await createRecord(site.owner, made, { id: unique("r") });
      const path = `/api/projects/${reference}/groups/${made.id}/records/${id}`;
      const retake = async () => {
        await createRecord(site.owner, made, { id });
        return path;
      };
      return { path: "id", retake, thing: { path, kind: "record", itemId: id } };
    },
  };

  it.each(Object.entries(cases))("%s is 409, and nothing comes back until it is free", async (_, make) => {
    const { path, retake, thing } = await make();
    await done(site.owner.delete(thing.path));
    const taker = await retake();
    const { code, issues = [] } = expectRefusal(await restore(thing.kind, thing.itemId), 409);
    expect(code).toBe("conflict");
    expect(issues.map((issue) => issue.path)).toEqual([path]);
    if (taker !== thing.path) expectRefusal(await site.owner.get(thing.path), 404);
    await done(site.owner.delete(taker));
    // Where the id was taken, what was deleted last comes back.
    await done(restore(thing.kind, thing.itemId));
    await done(site.owner.get(thing.path));
  });

  it("a flag does not come back without its environment", async () => {
    const staging = await createEnvironment(site.owner, reference);
    const { id } = await createFlag(site.owner, reference, { environmentKey: staging.key });
    await done(site.owner.delete(`/api/projects/${reference}/flags/${id}`));
    await done(site.owner.delete(`/api/projects/${reference}/environments/${staging.id}`));
    const { issues = [] } = expectRefusal(await restore("flag", id), 409);
    expect(issues.map(({ path }) => path)).toEqual(["environmentId"]);
  });

  it("a record comes back after its group", async () => {
    const { record: made, path, values, group: parent } = await groupWithRecord();
    const before = await done(site.owner.get(values));
    await done(site.owner.delete(`${path}/records/${made.id}`));
    await done(site.owner.delete(path));
    const { issues = [] } = expectRefusal(await restore("record", made.id), 409);
    expect(issues.map((issue) => issue.path)).toEqual(["groupId"]);
    await done(restore("group", parent.id));
    expectRefusal(await site.owner.get(`${path}/records/${made.id}`), 404);
    await done(restore("record", made.id));
    expect(await done(site.owner.get(values))).toEqual(before);
  });

  it.each(["group", "record"])("a %s comes back without the overrides of what is gone", async (kind) => {
    const { record: made, path, values, group: parent, staging, flags } = await groupWithRecord();
    await done(site.owner.delete(kind === "group" ? path : `${path}/records/${made.id}`));
    await done(site.owner.delete(`/api/projects/${reference}/environments/${staging.id}`));
    if (kind === "record") await done(site.owner.delete(`${path}/flags/${flags[0]?.id}`));
    await done(restore(kind, kind === "group" ? parent.id : made.id));
    expect(await done<unknown[]>(site.owner.get(values))).toHaveLength(kind === "group" ? 2 : 1);
  });
});

describe("an inbox that comes back", () => {
  it("goes on counting where it was, and has nothing of the time between", async () => {
    const inbox = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${inbox.id}`;
    const capture = () => send({ method: "POST", path: pathOf(inbox), host: site.host, body: "x" });
    for (let at = 0; at < 3; at += 1) await done(capture());
    await done(site.owner.delete(path));
    expectRefusal(await capture(), 404, "Webhook not found");
    await done(restore("webhook", inbox.id));
    await done(capture());
    const requests = await done<{ sequence: number }[]>(site.owner.get(`${path}/requests`));
    expect(requests.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
  });

  it("loses nothing that was captured while it was being deleted", async () => {
    const inbox = await createWebhook(site.owner, site.project.id);
    const path = `/api/projects/${site.project.id}/webhooks/${inbox.id}`;
    const capturing = Array.from({ length: 30 }, () =>
      send({ method: "POST", path: pathOf(inbox), host: site.host, body: "x" }),
    );
    await done(site.owner.delete(path));
    const taken = (await Promise.all(capturing)).filter(({ status }) => status === 200);
    await done(restore("webhook", inbox.id));
    const kept = await done<{ id: string }[]>(site.owner.get(`${path}/requests`));
    const ids = taken.map((answer) => answer.json<{ id: string }>().id);
    expect(kept.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

it("a release that was being written ends after its return", async () => {
  const releases = `/api/projects/${site.project.id}/releases`;
  const { id } = await done<{ id: string }>(site.owner.post(`${releases}/generate`, emptyRange), 201);
  await done(site.owner.delete(`${releases}/${id}`));
  await done(restore("release", id));
  const status = async () => (await site.owner.get(`${releases}/${id}`)).json().status;
  await expect.poll(status, { timeout: 20_000 }).toBe("draft");
});

describe("the list", () => {
  it("is of the project alone, newest first, by pages too", async () => {
    const [fresh, other] = [await createSite(), await createSite()];
    const ids: string[] = [];
    while (ids.length < 5) {
      const { id } = await createMock(fresh.owner, fresh.project.id);
      await done(fresh.owner.delete(`${fresh.mocks}/${id}`));
      ids.unshift(id);
    }
    expect((await listed(fresh)).map(({ itemId }) => itemId)).toEqual(ids);
    expect(await listed(other)).toEqual([]);
    const seen: string[] = [];
    for (let next: string | undefined = `${deletionsOf(fresh)}?limit=2`; next; ) {
      const answer = await fresh.owner.get(next);
      seen.push(...answer.json<Deletion[]>().map(({ itemId }) => itemId));
      next = nextPage(answer);
    }
    expect(seen).toEqual(ids);
  });

  it("wants the project's UUID, and knows who may see it", async () => {
    const stranger = await signUp();
    expectRefusal(await stranger.get(deletionsOf()), 403);
    expectRefusal(await send({ path: deletionsOf() }), 401);
    expectRefusal(await site.owner.get(`/api/projects/${reference}/deletions`), 404, "Project not found");
    expect((await send({ path: deletionsOf(), headers: bearer(key) })).status).toBe(200);
  });
});

it.each([
  ["mock", unknownId],
  ["mock", "x"],
  ["nothing", unknownId],
  ["record", "%"],
  ["constructor", unknownId],
])("restoring the unknown %s %s is 404", async (kind, itemId) => {
  expectRefusal(await restore(kind, itemId), 404, "Deletion not found");
});

it("what another project deleted is unknown", async () => {
  const other = await createSite();
  const { id } = await createMock(other.owner, other.project.id);
  await done(other.owner.delete(`${other.mocks}/${id}`));
  expectRefusal(await restore("mock", id), 404, "Deletion not found");
  expectRefusal(await site.owner.post(restorePath("mock", id, other)), 403);
  await done(restore("mock", id, other));
});

it("a repeat with the same Idempotency-Key gets the first answer", async () => {
  const { path, itemId } = await mock();
  await done(site.owner.delete(path));
  const headers = { "idempotency-key": unique("key") };
  for (let at = 0; at < 2; at += 1) {
    const answer = await site.owner.call("POST", restorePath("mock", itemId), undefined, headers);
    expect([answer.status, answer.json()]).toEqual([200, { success: true }]);
  }
});
