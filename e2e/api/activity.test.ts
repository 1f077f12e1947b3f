import { beforeAll, describe, expect, it } from "vitest";
import type { getProjectActivity, getTeamActivity } from "@/lib/activity/contract";
import type { Output } from "@/lib/operations/operation";
import { trafficKinds } from "@/lib/projects/traffic/traffic-counts";
import { send } from "./client";
import {
  bearer,
  createFlag,
  createGroup,
  createKey,
  createMock,
  createProject,
  createRecord,
  createSite,
  createWebhook,
  done,
  hostOf,
  pathOf,
  type Site,
  signUp,
  unknownId,
} from "./fixtures";

type Activity = Output<typeof getProjectActivity>;
type TeamActivity = Output<typeof getTeamActivity>;

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

/** A project of its own, because counts of a project are of all tests that call it. */
async function fresh() {
  const { owner, team } = site;
  const project = await createProject(owner, team.id);
  const host = hostOf(team, project);
  return {
    project,
    call: (path: string, init: Partial<Parameters<typeof send>[0]> = {}) => send({ path, host, ...init }),
    read: (id = project.id) => done<Activity>(owner.get(`/api/projects/${id}/activity`)),
  };
}
type Fresh = Awaited<ReturnType<typeof fresh>>;

const nothing = { mocks: 0, captures: 0, checks: 0, errors: 0 };

const soon = { timeout: 90_000 };

/**
 * Several processes know of each other's counts within a minute; one alone knows its own at once. So what belongs together
 * is looked at in one answer: the next one may be another process's.
 */
const expectTotals = (of: Fresh, given: Partial<typeof nothing>) => {
  const totals = { ...nothing, ...given };
  const look = async () => {
    const activity = await of.read();
    const ofHours = trafficKinds.map((kind) => [kind, sum(activity.hours.map((hour) => hour[kind]))]);
    return { totals: activity.totals, ofHours: Object.fromEntries(ofHours) };
  };
  return expect.poll(look, soon).toEqual({ totals, ofHours: totals });
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const patiently = { timeout: 100_000 };

describe("counts", () => {
  it("of a project that nobody called are 24 hours of zeros", async () => {
    const { read, project } = await fresh();
    const activity = await read();
    expect(activity.totals).toEqual(nothing);
    expect(activity.hours).toHaveLength(24);
    const starts = activity.hours.map(({ start }) => Date.parse(start));
    for (const [at, start] of starts.entries()) {
      expect(start % 3_600_000).toBe(0);
      if (at > 0) expect(start - (starts[at - 1] ?? 0)).toBe(3_600_000);
    }
    expect(Math.abs(Date.now() - (starts.at(-1) ?? 0))).toBeLessThan(2 * 3_600_000);
    expect(activity).toEqual(await read(project.referenceId));
  });

  it("have a mock's answers, also those that say 500, and not what no mock matches", patiently, async () => {
    const of = await fresh();
    await createMock(site.owner, of.project.id, { endpoint: "/fine" });
    await createMock(site.owner, of.project.id, { endpoint: "/broken", statusCode: 500 });
    for (const path of ["/fine", "/fine", "/broken"]) await of.call(`/api/mock${path}`);
    expect((await of.call("/api/mock/none")).status).toBe(404);
    expect((await of.call("/elsewhere")).status).toBe(404);
    await expectTotals(of, { mocks: 3, errors: 2 });
  });

  it("have captures, and those that were refused as errors", patiently, async () => {
    const of = await fresh();
    const inbox = await createWebhook(site.owner, of.project.id);
    const tooMuch = "x".repeat(1024 * 1024 + 1);
    await done(of.call(pathOf(inbox), { method: "POST", body: "x" }));
    expect((await of.call(pathOf(inbox), { method: "POST", body: tooMuch })).status).toBe(413);
    expect((await of.call("/api/webhook/aaaaaaaaaaaaaaaa", { method: "POST" })).status).toBe(404);
    await expectTotals(of, { captures: 1, errors: 2 });
  });

  it("have checks of every kind, and those that were refused as errors", patiently, async () => {
    const of = await fresh();
    const { referenceId } = of.project;
    const flag = await createFlag(site.owner, referenceId, { key: "checkout" });
    const record = await createRecord(site.owner, await createGroup(site.owner, referenceId));
    const headers = bearer((await createKey(site.owner, referenceId, { scope: "evaluate" })).key);
    const check = `/api/projects/${referenceId}/flags/check/${flag.key}`;
    await done(send({ path: check, headers }));
    await done(send({ path: check, headers }));
    await done(site.owner.get(check));
    const resolved = await send({ path: `/api/flags/${record.id}`, headers });
    const again = { ...headers, "if-none-match": String(resolved.headers.etag) };
    expect((await send({ path: `/api/flags/${record.id}`, headers: again })).status).toBe(304);
    const ofrep = (path: string) =>
      send({
        method: "POST",
        path: `/api/ofrep/v1/evaluate/flags${path}`,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ context: { targetingKey: record.id } }),
      });
    expect((await ofrep("")).status).toBe(200);
    expect((await ofrep("/none")).status).toBe(404);
    expect((await send({ path: `${check}-none`, headers })).status).toBe(404);
    // Nobody's: there is no such key, or a person looked.
    expect((await send({ path: check, headers: bearer("fk_none") })).status).toBe(401);
    expect((await site.owner.get(`${check}-none`)).status).toBe(404);
    await expectTotals(of, { checks: 6, errors: 2 });
  });

  it("leave preflights out", patiently, async () => {
    const of = await fresh();
    await createMock(site.owner, of.project.id, { endpoint: "/fine" });
    const headers = { origin: "https://example.com", "access-control-request-method": "GET" };
    expect((await of.call("/api/mock/fine", { method: "OPTIONS", headers })).status).toBe(204);
    await of.call("/api/mock/fine");
    await expectTotals(of, { mocks: 1 });
  });
});

describe("the first steps", () => {
  it("are done when there is a thing and when it was called", patiently, async () => {
    const of = await fresh();
    const steps = async () => (await of.read()).steps;
    const no = { made: false, used: false, example: null };
    expect(await steps()).toEqual({ mock: no, webhook: no, flag: no });
    await createMock(site.owner, of.project.id, { endpoint: "/fine" });
    const inbox = await createWebhook(site.owner, of.project.id);
    await createFlag(site.owner, of.project.referenceId, { key: "checkout" });
    const expected = (used: boolean) => ({
      mock: { made: true, used, example: "GET /fine" },
      webhook: { made: true, used, example: inbox.referenceId },
      flag: { made: true, used, example: "checkout" },
    });
    expect(await steps()).toEqual(expected(false));
    await of.call("/api/mock/fine");
    await of.call(pathOf(inbox), { method: "POST", body: "x" });
    await done(site.owner.get(`/api/projects/${of.project.referenceId}/flags/check/checkout`));
    await expect.poll(steps, soon).toEqual(expected(true));
  });
});

describe("what happened lately", () => {
  it("has the newest ten captures of all inboxes, newest first", async () => {
    const of = await fresh();
    const inboxes = [
      await createWebhook(site.owner, of.project.id, { name: "Payments" }),
      await createWebhook(site.owner, of.project.id, { name: "Mail" }),
    ];
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const inbox = inboxes[at < 3 ? 0 : 1] as (typeof inboxes)[number];
      const { id } = await done<{ id: string }>(
        of.call(`${pathOf(inbox)}/${at}`, { method: "PUT", body: "x" }),
      );
      ids.unshift(id);
    }
    const { captures } = await of.read();
    expect(captures.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(captures[0]).toMatchObject({ webhookName: "Mail", method: "PUT", path: "/11" });
    expect(captures[9]).toMatchObject({ webhookName: "Payments", path: "/2" });
  });

  it("has the newest ten changes, and says nothing of where somebody was or of values", async () => {
    const of = await fresh();
    const names: string[] = [];
    for (let at = 0; at < 11; at += 1) {
      names.unshift((await createMock(site.owner, of.project.id, { name: `Mock ${at}` })).name);
    }
    const { changes, releases } = await of.read();
    expect(changes.map(({ subjectName }) => subjectName)).toEqual(names.slice(0, 10));
    expect(changes[0]).toMatchObject({ operation: "createMock", subjectKind: "mock", actorKind: "person" });
    expect(Object.keys(changes[0] ?? {})).not.toEqual(expect.arrayContaining(["clientAddress", "after"]));
    expect(releases).toEqual([]);
  });
});

describe("a team's activity", () => {
  const ofTeam = (ids: string[]) =>
    done<TeamActivity>(site.owner.get(`/api/teams/${site.team.id}/activity?projectIds=${ids.join(",")}`));

  it("has the projects that were named, and none of another team", patiently, async () => {
    const [called, quiet] = [await fresh(), await fresh()];
    await createMock(site.owner, called.project.id, { endpoint: "/fine" });
    await called.call("/api/mock/fine");
    await called.call("/api/mock/none");
    const foreign = (await createSite()).project.id;
    const ids = [called.project.id, quiet.project.id.toUpperCase(), foreign, unknownId];
    const look = async () =>
      new Map(
        (await ofTeam(ids)).map(({ projectId, totals, requests }) => [
          projectId,
          { totals, hours: requests.length, requests: sum(requests) },
        ]),
      );
    await expect.poll(look, soon).toEqual(
      new Map([
        [called.project.id, { totals: { ...nothing, mocks: 1, errors: 1 }, hours: 24, requests: 1 }],
        [quiet.project.id, { totals: nothing, hours: 24, requests: 0 }],
      ]),
    );
    expect(await done(site.owner.get(`/api/teams/${site.team.id}/activity`))).toEqual([]);
  });

  it("is asked for a hundred projects at most", async () => {
    const path = `/api/teams/${site.team.id}/activity?projectIds=`;
    expect((await site.owner.get(path + Array(100).fill(unknownId).join(","))).status).toBe(200);
    expect((await site.owner.get(path + Array(101).fill(unknownId).join(","))).status).toBe(400);
    expect((await site.owner.get(`${path}shop`)).status).toBe(400);
  });
});

it("a key that may only evaluate flags learns nothing of it, and one that reads does", async () => {
  const { project } = await fresh();
  const path = `/api/projects/${project.referenceId}/activity`;
  for (const [scope, status] of [
    ["read", 200],
    ["evaluate", 403],
  ] as const) {
    const { key } = await createKey(site.owner, project.referenceId, { scope });
    expect((await send({ path, headers: bearer(key) })).status).toBe(status);
  }
  expect((await (await signUp()).get(path)).status).toBe(403);
});
