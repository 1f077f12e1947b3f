import { describe, expect, it } from "vitest";
import { expectRefusal } from "./client";
import { groupWithRecord, reference, restore, restorePath, setUpSite, site } from "./deletion-site";
import {
  createCollection,
  createEnvironment,
  createFlag,
  createForwardingRule,
  createGroup,
  createGroupFlag,
  createMock,
  createRecord,
  createReleaseWebhook,
  createSegment,
  createSite,
  createWebhook,
  done,
  join,
  signUp,
  unique,
} from "./fixtures";

setUpSite();

const collections = () => `/api/projects/${site.project.id}/mock-collections`;

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
    "the path of a collection, written in another way": async () => {
      const path = `/${unique("caf")}`;
      const made = await createCollection(site.owner, site.project.id, { path: `${path}%C3%A9` });
      const retake = async () => {
        const { id } = await createCollection(site.owner, site.project.id, { path: `${path}é` });
        return `${collections()}/${id}`;
      };
      const thing = { path: `${collections()}/${made.id}`, kind: "collection", itemId: made.id };
      return { path: "path", retake, thing };
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
    "the key of a segment": async () => {
      const made = await createSegment(site.owner, reference);
      const segments = `/api/projects/${reference}/segments`;
      const retake = async () =>
        `${segments}/${(await createSegment(site.owner, reference, { key: made.key })).id}`;
      const thing = { path: `${segments}/${made.id}`, kind: "segment", itemId: made.id };
      return { path: "key", retake, thing };
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

  it("a group does not come back without the segments that its rules name", async () => {
    const { key, id } = await createSegment(site.owner, reference);
    const parent = await createGroup(site.owner, reference);
    const rules = [{ conditions: [{ segment: key }] }];
    await createGroupFlag(site.owner, parent, { rules });
    const path = `/api/projects/${reference}/groups/${parent.id}`;
    await done(site.owner.delete(path));
    await done(site.owner.delete(`/api/projects/${reference}/segments/${id}`));
    const { error } = expectRefusal(await restore("group", parent.id), 409);
    expect(error).toContain(`names no segment of the project: ${key}`);
    expectRefusal(await site.owner.get(path), 404);
    await done(restore("segment", id));
    await done(restore("group", parent.id));
    await done(site.owner.get(path));
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

describe("limits", () => {
  it("hold for forwarding rules that are restored", async () => {
    const { id } = await createWebhook(site.owner, site.project.id);
    const rules = `/api/projects/${site.project.id}/webhooks/${id}/forwarding-rules`;
    const create = () => createForwardingRule(site.owner, site.project.id, id, { enabled: false });
    const first = await create();
    await done(site.owner.delete(`${rules}/${first.id}`));
    for (let at = 0; at < 10; at += 1) await create();
    const { error } = expectRefusal(await restore("forwardingRule", first.id), 409);
    expect(error).toBe("An inbox has at most 10 forwarding rules. Delete one first.");
    expect(await done<unknown[]>(site.owner.get(rules))).toHaveLength(10);
  });

  it("hold for release webhooks that are restored", async () => {
    const webhooks = `/api/projects/${site.project.id}/release-webhooks`;
    const create = () => createReleaseWebhook(site.owner, site.project.id);
    const first = await create();
    await done(site.owner.delete(`${webhooks}/${first.id}`));
    for (let at = 0; at < 10; at += 1) await create();
    const { error } = expectRefusal(await restore("releaseWebhook", first.id), 409);
    expect(error).toBe("A project has at most 10 release webhooks. Delete one first.");
    expect(await done<unknown[]>(site.owner.get(webhooks))).toHaveLength(10);
  });
});

it("members restore what they may create, and only admins restore release webhooks", async () => {
  const own = await createSite();
  const member = await signUp();
  await join(own.owner, own.team.id, member);
  const mock = await createMock(own.owner, own.project.id);
  const webhook = await createReleaseWebhook(own.owner, own.project.id);
  await done(own.owner.delete(`${own.mocks}/${mock.id}`));
  await done(own.owner.delete(`/api/projects/${own.project.id}/release-webhooks/${webhook.id}`));
  await done(member.post(restorePath("mock", mock.id, own)));
  expectRefusal(await member.post(restorePath("releaseWebhook", webhook.id, own)), 403);
  await done(restore("releaseWebhook", webhook.id, own));
});
