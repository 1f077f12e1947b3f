import { beforeAll, describe, expect, it, vi } from "vitest";
import type { FlagSchedule } from "@/lib/flag-schedules/contract";
import { expectRefusal, send } from "./client";
import {
  bearer,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  join,
  type Person,
  type Site,
  signUp,
  unknownId,
} from "./fixtures";

type Entry = {
  operation: string;
  actorName: string;
  subjectId: string;
  after: Record<string, unknown> | null;
  requestId: string | null;
  scheduledChangeId: string | null;
};

let site: Site;
let base: string;
let key: Record<string, string>;
/** Flags without schedules. */
let untouched: Places;
/** A flag of a group, which has a record, and a global one. */
type Places = { record: FlagRecord } & Record<"group" | "global", { path: string; id: string; key: string }>;

beforeAll(async () => {
  site = await createSite();
  const { owner, project } = site;
  base = `/api/projects/${project.referenceId}`;
  key = bearer((await createKey(owner, project.referenceId)).key);
  untouched = await makePlaces();
});

async function makePlaces(): Promise<Places> {
  const { owner, project } = site;
  const group = await createGroup(owner, project.referenceId);
  const [inGroup, global] = await Promise.all([
    createGroupFlag(owner, group, { defaultEnabled: false }),
    createFlag(owner, project.referenceId, { enabled: false }),
  ]);
  return {
    record: await createRecord(owner, group),
    group: { ...inGroup, path: `${base}/groups/${group.id}/flags/${inGroup.id}` },
    global: { ...global, path: `${base}/flags/${global.id}` },
  };
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const dayMs = 24 * 60 * 60 * 1000;
const plan = (path: string, steps: unknown, by: Person = site.owner) =>
  by.post(`${path}/schedules`, { steps });
const planned = (path: string, steps: unknown, by?: Person) => done<FlagSchedule>(plan(path, steps, by), 201);
const list = (path: string, query = "") => done<FlagSchedule[]>(site.owner.get(`${path}/schedules${query}`));
const statesOf = async (path: string) => (await list(path))[0]?.steps.map(({ state }) => state);
/** `expect.poll` fails in concurrent tests. */
const soon = <T>(assert: () => Promise<T>) => vi.waitFor(assert, { timeout: 60_000, interval: 50 });
const becomes = (path: string, states: string[]) =>
  soon(async () => expect(await statesOf(path)).toEqual(states));
const trailOf = (id: string) => done<Entry[]>(site.owner.get(`${base}/audit-log?subjectId=${id}&limit=50`));
const sdk = async ({ record, group }: Places) => {
  const answer = await send({ path: `/api/flags/${record.id}`, headers: key });
  return answer.json<{ flags: Record<string, { enabled: boolean }> }>().flags[group.key];
};
const check = async ({ global }: Places) =>
  (await send({ path: `${base}/flags/check/${global.key}?targetingKey=a`, headers: key })).json<{
    enabled: boolean;
  }>();

// Most tests wait for a scheduled time, so they run at the same time.
describe.concurrent("a scheduled change", () => {
  it("of a group's flag is done at its time, once, and SDKs have it at once", async () => {
    const places = await makePlaces();
    const { path, id } = places.group;
    expect(await sdk(places)).toMatchObject({ enabled: false });
    const before = await done<{ updatedAt: string }>(site.owner.get(path));
    const made = await planned(path, [{ at: inMs(5000), defaultEnabled: true }]);
    expect(made).toMatchObject({
      flagId: null,
      groupFlagId: id,
      state: "pending",
      steps: [{ change: { defaultEnabled: true }, state: "pending", endedAt: null, reason: null }],
      createdBy: { kind: "person", id: site.owner.id },
    });
    expect(await list(path, "?state=pending")).toEqual([made]);
    expect(await list(base, "?state=pending")).toContainEqual(made);
    await becomes(path, ["done"]);
    expect(await sdk(places)).toMatchObject({ enabled: true });
    const [step] = (await list(path))[0]?.steps ?? [];
    expect(Date.parse(step?.endedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(step?.at ?? ""));
    // Who knew the flag before is told so when they save.
    const ifMatch = { "if-match": `"${before.updatedAt}"` };
    const late = await site.owner.call("PUT", path, { name: "Late" }, ifMatch);
    expectRefusal(late, 409);
    const entries = await trailOf(id);
    const own = entries.filter(({ scheduledChangeId }) => scheduledChangeId !== null);
    expect(own).toMatchObject([
      {
        ...{ operation: "updateGroupFlag", actorName: site.owner.name, after: { defaultEnabled: true } },
        ...{ requestId: null, scheduledChangeId: step?.id },
      },
    ]);
    expect(entries.map(({ operation }) => operation)).toContain("createGroupFlagSchedule");
    expect(await list(path, "?state=pending")).toEqual([]);
    expect(await list(path, "?state=ended")).toHaveLength(1);
  });

  it("may be a ramp, of a global flag, whose steps come one after the other", async () => {
    const places = await makePlaces();
    const { path, id } = places.global;
    expect(await check(places)).toMatchObject({ enabled: false });
    await planned(path, [
      { at: inMs(5000), enabled: true, rollout: 0 },
      { at: inMs(6000), rolloutBasisPoints: 50 },
      { at: inMs(7000), rollout: 100 },
    ]);
    await becomes(path, ["done", "done", "done"]);
    expect(await check(places)).toMatchObject({ enabled: true });
    const entries = (await trailOf(id)).filter(({ scheduledChangeId }) => scheduledChangeId !== null);
    expect(entries.map(({ after }) => after?.rollout ?? after?.rolloutBasisPoints).reverse()).toEqual([
      0, 1, 100,
    ]);
  });

  it("is its planner's to be allowed: it fails when they have left the team", async () => {
    const places = await makePlaces();
    const { owner, team } = site;
    const leaving = await signUp();
    await join(owner, team.id, leaving);
    const { path } = places.global;
    await planned(
      path,
      [
        { at: inMs(8000), enabled: true },
        { at: inMs(dayMs), rollout: 5 },
      ],
      leaving,
    );
    await done(owner.delete(`/api/teams/${team.id}/members/${leaving.id}`));
    await becomes(path, ["failed", "cancelled"]);
    const [schedule] = await list(path);
    expect(schedule).toMatchObject({ state: "failed" });
    expect(schedule?.steps[0]?.reason).toContain("not a member of the project’s team any more");
    expect(await check(places)).toMatchObject({ enabled: false });
  });
});

describe.concurrent.each(["group", "global"] as const)("schedules of a %s flag", (kind) => {
  const on = kind === "group" ? "defaultEnabled" : "enabled";
  const share = kind === "group" ? "defaultPercentage" : "rollout";

  it("are cancelled from where they are, by anybody who may plan", async () => {
    const places = await makePlaces();
    const { path, id } = places[kind];
    const made = await planned(path, [
      { at: inMs(5000), [on]: true },
      { at: inMs(dayMs), [share]: 50 },
    ]);
    await becomes(path, ["done", "pending"]);
    const cancel = () => send({ method: "DELETE", path: `${path}/schedules/${made.id}`, headers: key });
    expect(await done<FlagSchedule>(cancel())).toMatchObject({
      id: made.id,
      state: "cancelled",
      steps: [{ state: "done" }, { state: "cancelled", endedAt: expect.any(String) }],
    });
    const { error } = expectRefusal(await cancel(), 409);
    expect(error).toBe("Nothing of this schedule is pending any more, so nothing was cancelled.");
    const [last] = await trailOf(id);
    expect(last).toMatchObject({ subjectId: id, after: { state: "cancelled" } });
    expect(await done(site.owner.get(path))).toMatchObject({ [on]: true, [share]: 100 });
  });

  it.each([
    ["no steps", [], "steps", "must have a step"],
    [
      "too many",
      Array.from({ length: 21 }, (_, n) => ({ at: inMs(dayMs + n), [on]: true })),
      "steps",
      "must have at most 20 steps",
    ],
    ["no list", { at: inMs(dayMs) }, "steps", "must be a list of steps"],
    ["the past", [{ at: "2020-01-01T00:00:00Z", [on]: true }], "steps.0.at", "must be in the future"],
    [
      "no time",
      [{ at: "tomorrow", [on]: true }],
      "steps.0.at",
      "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z",
    ],
    ["too far ahead", [{ at: inMs(367 * dayMs), [on]: true }], "steps.0.at", "must be at most a year ahead"],
    [
      "the wrong order",
      [
        { at: inMs(2 * dayMs), [on]: true },
        { at: inMs(dayMs), [on]: true },
      ],
      "steps.1.at",
      "must be later than the step before",
    ],
    ["nothing to change", [{ at: inMs(dayMs) }], "steps.0", "must change something"],
    [
      "two shares",
      [{ at: inMs(dayMs), [share]: 5, rolloutBasisPoints: 500 }],
      "steps.0",
      `must have only one of ${share} and rolloutBasisPoints`,
    ],
    ["too large a share", [{ at: inMs(dayMs), [share]: 101 }], `steps.0.${share}`, "must be from 0 to 100"],
    ["no switch", [{ at: inMs(dayMs), [on]: 1 }], `steps.0.${on}`, "must be true or false"],
  ])("are refused with %s", async (_, steps, path, message) => {
    const { issues } = expectRefusal(await plan(untouched[kind].path, steps), 400);
    expect(issues).toEqual([{ path, message }]);
  });

  it("are five at a time, and not of another flag", async () => {
    const places = await makePlaces();
    const { path } = places[kind];
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, n) => planned(path, [{ at: inMs(dayMs + n), [on]: true }])),
    );
    const { error } = expectRefusal(await plan(path, [{ at: inMs(dayMs), [on]: true }]), 409);
    expect(error).toContain("5 schedules that are not over");
    const other = places[kind].path;
    const foreign = `${(await makePlaces())[kind].path}/schedules/${made[0]?.id}`;
    expectRefusal(await site.owner.delete(foreign), 404);
    expectRefusal(await site.owner.delete(`${other}/schedules/${unknownId}`), 404);
  });

  it("go with their flag", async () => {
    const places = await makePlaces();
    const { path } = places[kind];
    await planned(path, [{ at: inMs(5000), [on]: true }]);
    await done(site.owner.delete(path));
    expectRefusal(await site.owner.get(`${path}/schedules`), 404);
  });
});

it.concurrent("restoring a deleted flag restores its schedules and runs those that are overdue", async () => {
  const places = await makePlaces();
  const { path, id } = places.global;
  await planned(path, [{ at: inMs(5000), enabled: true }]);
  await done(site.owner.delete(path));
  await new Promise((resolve) => setTimeout(resolve, 5500));
  await done(site.owner.post(`/api/projects/${site.project.id}/deletions/flag/${id}/restore`));
  await becomes(path, ["done"]);
  await soon(async () => expect(await check(places)).toMatchObject({ enabled: true }));
});

it.concurrent("a flag whose id is also a path segment has schedules, and the other path still works", async () => {
  const { owner, project } = await createSite();
  const path = `/api/projects/${project.referenceId}/flags`;
  await createFlag(owner, project.referenceId, { id: "check", name: "A", key: "schedules", enabled: true });
  const steps = [{ at: inMs(dayMs), enabled: false }];
  const { id } = await planned(`${path}/check`, steps, owner);
  expect(await done(owner.get(`${path}/check/schedules`))).toMatchObject({ enabled: true, source: "global" });
  const ofProject = await done<FlagSchedule[]>(owner.get(`/api/projects/${project.referenceId}/schedules`));
  expect(ofProject).toMatchObject([{ id, flagId: "check", state: "pending" }]);
  expect(await done(owner.delete(`${path}/check/schedules/${id}`))).toMatchObject({ state: "cancelled" });
  expectRefusal(await owner.post(`${path}/check/usage`, {}), 405);
});
