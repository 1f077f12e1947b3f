import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import { type EventReader, listen } from "./event-reader";
import {
  type ApiKey,
  bearer,
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createProject,
  createRecord,
  createSegment,
  createSite,
  done,
  type Flag,
  type FlagRecord,
  type Group,
  type GroupFlag,
  postJson,
  type Site,
} from "./fixtures";
import { withTimeAhead } from "./near-future";

const path = "/api/sdk/stream";
let site: Site;
let base: string;
let group: Group;
let groupFlag: GroupFlag;
let record: FlagRecord;
let flag: Flag;
let key: ApiKey;
let readers: EventReader[] = [];

beforeAll(async () => {
  site = await createSite();
  const { referenceId } = site.project;
  base = `/api/projects/${referenceId}`;
  await createEnvironment(site.owner, referenceId, { name: "Staging" });
  group = await createGroup(site.owner, referenceId);
  groupFlag = await createGroupFlag(site.owner, group, { key: "beta" });
  record = await createRecord(site.owner, group);
  flag = await createFlag(site.owner, referenceId, { name: "Checkout" });
  key = await make({ scope: "evaluate" });
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});

const make = (fields: object) => createKey(site.owner, site.project.referenceId, { ...fields });
async function open(query = "", headers: Record<string, string> = bearer(key.key)): Promise<EventReader> {
  const reader = await listen(`${path}${query}`, headers);
  readers.push(reader);
  return reader;
}
const put = (at: string, body: unknown) => done(site.owner.put(`${base}${at}`, body));

describe("what a stream tells", () => {
  it("begins with the state that there is, and nothing on the way may keep it", async () => {
    const reader = await open();
    const [first] = reader.events;
    expect(first).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      event: "message",
      data: { type: "ready", etag: `"${first?.id}"`, lastModified: expect.any(Number) },
    });
    expect(reader.text).toMatch(/^retry: \d+\n\n/);
    expect(reader.headers).toMatchObject({
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "access-control-allow-origin": "*",
    });
    expect(reader.headers).not.toHaveProperty("content-length");
    expect((await open()).lastId).toBe(first?.id);
  });

  it("is not held back where the client takes compressed answers", async () => {
    const reader = await open("", { ...bearer(key.key), "accept-encoding": "gzip, br" });
    expect(reader.headers).not.toHaveProperty("content-encoding");
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a flag", () => put(`/flags/${flag.id}`, { enabled: true, rolloutPercentage: 10 })],
    ["a flag of a group", () => put(`/groups/${group.id}/flags/${groupFlag.id}`, { defaultEnabled: true })],
    [
      "rules",
      () =>
        put(`/groups/${group.id}/flags/${groupFlag.id}`, {
          rules: [{ conditions: [{ attribute: "plan", operator: "equals", values: ["pro"] }] }],
        }),
    ],
    [
      "an override",
      () => put(`/groups/${group.id}/records/${record.id}/values/${groupFlag.id}`, { enabled: true }),
    ],
    [
      "a record's metadata",
      () => put(`/groups/${group.id}/records/${record.id}`, { metadata: { plan: "pro" } }),
    ],
    ["a new record", () => createRecord(site.owner, group)],
    ["a group", () => createGroup(site.owner, site.project.referenceId)],
    ["a segment", () => createSegment(site.owner, site.project.referenceId)],
  ])("%s that changes, and what is answered then is new", async (_, change) => {
    const reader = await open();
    const before = reader.lastId;
    await change();
    await reader.heardOther(before);
    expect([reader.types[0], reader.types.at(-1)]).toEqual(["ready", "refetchEvaluation"]);
    expect((await open()).lastId).toBe(reader.lastId);
  });

  it("answers to whoever asks thereupon have the change", async () => {
    const reader = await open();
    const before = reader.lastId;
    const asked = async () =>
      (
        await done<{ flags: { key: string; value: boolean }[] }>(
          postJson("/api/ofrep/v1/evaluate/flags", { context: {} }, bearer(key.key)),
        )
      ).flags.find((each) => each.key === "live")?.value;
    const made = await createFlag(site.owner, site.project.referenceId, { name: "Live", key: "live" });
    await reader.heardOther(before);
    expect(await asked()).toBe(false);
    const { lastId } = reader;
    await put(`/flags/${made.id}`, { enabled: true, rolloutPercentage: 100 });
    await reader.heardOther(lastId);
    expect(await asked()).toBe(true);
  });

  it("not what decides nothing, and not what other environments and projects have", async () => {
    const [reader, staging] = [await open(), await open("?env=staging")];
    const [before, beforeInStaging] = [reader.lastId, staging.lastId];
    const other = await createProject(site.owner, site.team.id);
    await createFlag(site.owner, other.referenceId);
    await put(`/groups/${group.id}/records/${record.id}`, { name: "Renamed" });
    await put(`/flags/${flag.id}`, { description: "What it is for" });
    await createFlag(site.owner, site.project.referenceId, { name: "New", environmentKey: "staging" });
    await staging.heardOther(beforeInStaging);
    await sleep(300);
    expect(new Set(staging.events.map(({ id }) => id)).size).toBe(2);
    expect(reader.lastId).toBe(before);
  });

  it("what a client missed, and only that", async () => {
    const { lastId } = await open();
    for (const [query, headers] of [
      [`?lastEventId=${lastId}`, {}],
      ["", { "last-event-id": lastId }],
    ] as const) {
      expect((await open(query, { ...bearer(key.key), ...headers })).types).toEqual(["ready"]);
    }
    await createRecord(site.owner, group);
    const missed = await open("", { ...bearer(key.key), "last-event-id": lastId });
    // At once, or as soon as the change is known here.
    await expect.poll(() => missed.types).toContain("refetchEvaluation");
  });

  it("the default environment, whichever it is", async () => {
    const { owner, team } = site;
    const project = await createProject(owner, team.id);
    const own = await createKey(owner, project.referenceId, { scope: "evaluate" });
    const next = await createEnvironment(owner, project.referenceId, { name: "Next" });
    const reader = await open("", bearer(own.key));
    const first = reader.lastId;
    await done(
      owner.put(`/api/projects/${project.referenceId}/environments/${next.id}`, { isDefault: true }),
    );
    await reader.heardOther(first);
    const second = reader.lastId;
    await createFlag(owner, project.referenceId, { environmentKey: "next" });
    await reader.heardOther(second);
    expect((await open("?env=next", bearer(own.key))).lastId).toBe(reader.lastId);
  });
});

describe("who may listen", () => {
  it("any key in a header, and in the address only one that may be in a page", async () => {
    for (const scope of ["admin", "read", "evaluate"]) {
      const own = await make({ scope });
      await open("", bearer(own.key));
      await open("", { "x-api-key": own.key });
      if (scope === "evaluate") await open(`?key=${own.key}`, {});
      else {
        const refused = await send({ path: `${path}?key=${own.key}` });
        expect(expectRefusal(refused, 403).error).toContain("Only a key with the scope evaluate");
      }
    }
  });

  it("nobody without a key that lives", async () => {
    expectRefusal(await send({ path }), 401, "Missing API key");
    expectRefusal(await send({ path: `${path}?key=` }), 401, "Missing API key");
    expectRefusal(await send({ path: `${path}?key=fk_x` }), 401, "Invalid or revoked API key");
    expectRefusal(await send({ path, headers: { cookie: site.owner.cookie } }), 401);
  });

  it("pages of the key's origins, which may read refusals, too", async () => {
    const own = await make({ scope: "evaluate", origins: ["https://a.example.com"] });
    await open(`?key=${own.key}`, { origin: "https://a.example.com" });
    const refused = await send({
      path: `${path}?key=${own.key}`,
      headers: { origin: "https://b.example.com" },
    });
    expectRefusal(refused, 403);
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
    const asked = await send({
      ...{ method: "OPTIONS", path },
      headers: { origin: "https://a.example.com", "access-control-request-method": "GET" },
    });
    expect(asked.headers["access-control-allow-headers"]).toContain("Last-Event-ID");
  });

  it("a key of one environment hears of that one", async () => {
    const own = await make({ scope: "evaluate", environmentKey: "staging" });
    const reader = await open(`?key=${own.key}`, {});
    expect(reader.lastId).toBe((await open("?env=Staging")).lastId);
    const refused = await send({ path: `${path}?env=production&key=${own.key}` });
    expect(expectRefusal(refused, 403).error).toContain("This key is for the environment staging");
    expectRefusal(
      await send({ path: `${path}?env=none`, headers: bearer(key.key) }),
      404,
      "Environment not found",
    );
  });
});

describe("a stream ends", () => {
  it.each<[string, (own: ApiKey) => Promise<unknown>]>([
    ["with its key", (own) => done(site.owner.delete(`${base}/api-keys/${own.id}`))],
    [
      "when its page may not use the key any more",
      (own) => put(`/api-keys/${own.id}`, { origins: ["https://b.example.com"] }),
    ],
  ])("%s", async (_, end) => {
    const [own, other] = [await make({ scope: "evaluate" }), await open()];
    const reader = await open(`?key=${own.key}`, { origin: "https://a.example.com" });
    await end(own);
    await reader.ended();
    expect(other.isOver).toBe(false);
  });

  it("when its key expires", async () => {
    const reader = await withTimeAhead(1000, async (expiresAt) =>
      open(`?key=${(await make({ scope: "evaluate", expiresAt })).key}`, {}),
    );
    await reader.ended();
  });

  it("with its environment and with its project", async () => {
    const { owner, team } = site;
    const project = await createProject(owner, team.id);
    const own = await createKey(owner, project.referenceId, { scope: "evaluate" });
    const brief = await createEnvironment(owner, project.referenceId, { name: "Brief" });
    const [one, all] = [await open("?env=brief", bearer(own.key)), await open("", bearer(own.key))];
    await done(owner.delete(`/api/projects/${project.referenceId}/environments/${brief.id}`));
    await one.ended();
    expect(all.isOver).toBe(false);
    await done(owner.delete(`/api/teams/${team.id}/projects/${project.id}`));
    await all.ended();
  });
});

describe("evaluations over OFREP", () => {
  const evaluate = (own: ApiKey, env?: string, headers = {}) =>
    postJson("/api/ofrep/v1/evaluate/flags", { context: { env } }, { ...bearer(own.key), ...headers });
  type Bulk = { flags: unknown[]; eventStreams?: { type: string; url: string }[] };

  it("say where to listen to keys that may be in a page, and to nobody else", async () => {
    for (const env of [undefined, "staging"]) {
      const [page, admin] = [await evaluate(key, env), await evaluate(await make({}), env)];
      const { eventStreams = [], ...same } = page.json<Bulk>();
      expect(same).toEqual(admin.json());
      expect(eventStreams).toEqual([{ type: "sse", url: expect.any(String), inactivityDelaySec: 120 }]);
      const url = new URL(eventStreams[0]?.url ?? "");
      const reader = await open(url.search, {});
      expect([url.pathname, reader.lastId]).toEqual([path, (await open(env ? `?env=${env}` : "")).lastId]);
      expect(page.headers.etag).not.toBe(admin.headers.etag);
      const etag = { "if-none-match": String(page.headers.etag) };
      expect((await evaluate(key, env, etag)).status).toBe(304);
      expect((await evaluate(await make({ scope: "evaluate" }), env, etag)).status).toBe(200);
    }
  });
});
