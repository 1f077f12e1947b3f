/** A project for each file of tests about deletions, and one thing of every kind that can be put back. */
import { beforeAll, expect } from "vitest";
import { type Answer, send } from "./client";
import { emptyRange } from "./contents";
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
  unique,
} from "./fixtures";

export type Deletion = {
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

export let site: Site;
export let reference: string;
export let key: string;

/** Creates the site before the tests of the file that calls this. */
export function setUpSite(): void {
  beforeAll(async () => {
    site = await createSite();
    reference = site.project.referenceId;
    key = (await createKey(site.owner, reference)).key;
  });
}

export const deletionsOf = (of = site) => `/api/projects/${of.project.id}/deletions`;
export const restorePath = (kind: string, itemId: string, of = site) =>
  `${deletionsOf(of)}/${kind}/${encodeURIComponent(itemId)}/restore`;
export const restore = (kind: string, itemId: string, of = site) =>
  of.owner.post(restorePath(kind, itemId, of));
export const listed = (of = site) => done<Deletion[]>(of.owner.get(deletionsOf(of)));
const below = (path: string, ...names: string[]) => [path, ...names.map((name) => `${path}/${name}`)];

/** Header names in an order and spelling of their own. */
const responseHeaders = { "X-b": "1", "x-A": ["2", "3"], "Content-Type": "text/x", "X-Zero": "" };

export async function mock(): Promise<Thing> {
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

export async function groupWithRecord() {
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
  await expect.poll(async () => (await site.owner.get(path)).json().status).toBe("draft");
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

export const makers = Object.entries({ mock, webhook, flag, group, record, release });

export const readAll = (paths: string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, body } = await site.owner.get(path);
      // A test may ask for a flag in between.
      const text = body.toString("latin1").replace(/"lastEvaluatedAt":"[^"]*"/g, '"lastEvaluatedAt":null');
      return { path, status, body: text };
    }),
  );
