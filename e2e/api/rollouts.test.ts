import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { send } from "./client";
import {
  bearer,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Site,
  unique,
} from "./fixtures";

type Flags = Record<string, { enabled: boolean; rollout: number; source: string }>;

let site: Site;
let key: string;
let group: Group;
let one: GroupFlag;
let other: GroupFlag;
const records: FlagRecord[] = [];

beforeAll(async () => {
  site = await createSite();
  const { owner, project } = site;
  key = (await createKey(owner, project.referenceId)).key;
  group = await createGroup(owner, project.referenceId);
  one = await createGroupFlag(owner, group, { key: "one", defaultEnabled: true });
  other = await createGroupFlag(owner, group, { key: "other", defaultEnabled: true, defaultPercentage: 50 });
  while (records.length < 40) records.push(await createRecord(owner, group, { id: unique("r") }));
});

const flagPath = ({ id }: GroupFlag) => `/api/projects/${group.projectId}/groups/${group.id}/flags/${id}`;
const change = (flag: GroupFlag, fields: Record<string, unknown>) =>
  done(site.owner.put(flagPath(flag), fields));

async function flagsOf({ id }: FlagRecord): Promise<Flags> {
  const answer = send({ path: `/api/flags/${id}`, headers: bearer(key) });
  return (await done<{ flags: Flags }>(answer)).flags;
}

/** The records for which a flag of this key is on. */
async function onFor(flagKey: string): Promise<string[]> {
  const resolved = await Promise.all(
    records.map(async (record) => ({ record, flags: await flagsOf(record) })),
  );
  return resolved.filter(({ flags }) => flags[flagKey]?.enabled).map(({ record }) => record.id);
}

async function onAt(rollout: number): Promise<string[]> {
  await change(one, { defaultPercentage: rollout });
  return onFor("one");
}

const percentage = fc.integer({ min: 0, max: 100 });
const few = { numRuns: 6 };

describe("a rollout", () => {
  it("that is raised only adds records, and lowered again gives the same as before", async () => {
    await fc.assert(
      fc.asyncProperty(percentage, percentage, async (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const before = await onAt(low);
        expect(await onAt(high)).toEqual(expect.arrayContaining(before));
        expect(await onAt(low)).toEqual(before);
      }),
      few,
    );
  });

  it("of 0 is nobody and of 100 everybody, and a flag that is off is off at any", async () => {
    expect(await onAt(0)).toEqual([]);
    expect(await onAt(100)).toEqual(records.map(({ id }) => id));
    await change(one, { defaultEnabled: false });
    expect(await onFor("one")).toEqual([]);
    await change(one, { defaultEnabled: true });
  });

  it("of one flag says nothing about another's, and does not move it", async () => {
    const half = await onFor("other");
    expect(await onAt(50)).not.toEqual(half);
    expect(await onFor("other")).toEqual(half);
  });

  it("keeps its records when the flag is renamed, in name and in key", async () => {
    const before = await onAt(50);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(records.length);
    await change(one, { name: "Renamed", key: "renamed" });
    expect(await onFor("renamed")).toEqual(before);
    const successor = await createGroupFlag(site.owner, group, {
      key: "one",
      defaultEnabled: true,
      defaultPercentage: 50,
    });
    expect(await onFor("one")).toEqual(before);
    await done(site.owner.delete(flagPath(successor)));
    await change(one, { key: "one" });
    expect(await onFor("one")).toEqual(before);
  });

  it("an override wins over whatever the flag's defaults are, for its record alone", async () => {
    const [record, neighbour] = records as [FlagRecord, FlagRecord];
    const values = `/api/projects/${group.projectId}/groups/${group.id}/records/${record.id}/values/${other.id}`;
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), percentage, async (override, defaultEnabled, rollout) => {
        await done(site.owner.delete(values));
        await change(other, { defaultEnabled, defaultPercentage: rollout });
        const before = (await flagsOf(neighbour)).other;
        await done(site.owner.put(values, { enabled: override, rollout: 100 }));
        expect((await flagsOf(record)).other).toEqual({ enabled: override, rollout: 100, source: "record" });
        expect((await flagsOf(neighbour)).other).toEqual(before);
        await done(site.owner.put(values, { enabled: true, rollout: 0 }));
        expect((await flagsOf(record)).other).toEqual({ enabled: false, rollout: 0, source: "record" });
      }),
      few,
    );
  });

  it("gives a record the same answer by the SDK, OFREP and a global flag of the same key", async () => {
    await change(one, { defaultPercentage: 37 });
    const checks = `/api/projects/${group.projectId}/flags`;
    const global = { name: "One", key: "one", enabled: true, rollout: 37 };
    await done(site.owner.post(checks, global), 201);
    const on = await onFor("one");
    for (const { id } of records) {
      const checked = site.owner.get(`${checks}/check/one?targetingKey=${id}`);
      expect(await done(checked)).toMatchObject({ enabled: on.includes(id) });
      const headers = { ...bearer(key), "content-type": "application/json" };
      const body = JSON.stringify({ context: { targetingKey: id } });
      const evaluated = send({ method: "POST", path: "/api/ofrep/v1/evaluate/flags/one", headers, body });
      expect(await done(evaluated)).toMatchObject({ value: on.includes(id) });
    }
  });
});
