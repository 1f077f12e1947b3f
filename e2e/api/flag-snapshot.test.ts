import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocalClient, type LocalClient } from "@/sdk/src/server";
import { port, send } from "./client";
import {
  createEnvironment,
  createFlag,
  createGroup,
  createGroupFlag,
  createKey,
  createRecord,
  createSegment,
  createSite,
  done,
  type FlagRecord,
  type Group,
  type GroupFlag,
  type Person,
  postJson,
} from "./fixtures";

let owner: Person;
let reference: string;
let key: string;
let evaluating: string;
let group: Group;
let flags: GroupFlag[];
let records: FlagRecord[];
const clients: LocalClient[] = [];

beforeAll(async () => {
  const site = await createSite();
  owner = site.owner;
  reference = site.project.referenceId;
  key = (await createKey(owner, reference, { scope: "read" })).key;
  evaluating = (await createKey(owner, reference, { scope: "evaluate" })).key;
  await createEnvironment(owner, reference, { name: "Staging" });
  group = await createGroup(owner, reference);
  await createSegment(owner, reference, {
    key: "testers",
    conditions: [{ attribute: "email", operator: "ends_with", values: ["@example.com"] }],
  });
  flags = [
    await createGroupFlag(owner, group, { key: "half", defaultEnabled: true, defaultPercentage: 50 }),
    await createGroupFlag(owner, group, {
      ...{ key: "theme", defaultEnabled: true, type: "string", onValue: "dark", offValue: "light" },
      rules: [{ name: "Testers", conditions: [{ segment: "testers" }], percentage: 100, variant: "b" }],
      variants: [
        { key: "a", value: "blue", weight: 40 },
        { key: "b", value: "red", weight: 60 },
      ],
    }),
    await createGroupFlag(owner, group, {
      ...{ key: "paid", defaultEnabled: true, defaultPercentage: 0 },
      rules: [{ conditions: [{ attribute: "plan.name", operator: "in", values: ["pro"] }] }],
      prerequisites: [{ flagKey: "half" }],
    }),
  ];
  await createFlag(owner, reference, { key: "welcome", enabled: true, rollout: 30 });
  await createFlag(owner, reference, { key: "half", enabled: true });
  records = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      createRecord(owner, group, {
        ...(at % 3 === 0 && { id: `${reference}-${at}` }),
        metadata: at % 2 ? { plan: { name: "pro" }, secret: "not asked for" } : { secret: "not asked for" },
      }),
    ),
  );
  await done(owner.put(overrideOf(records[0], flags[0]), { enabled: true, rollout: 100 }));
  await done(owner.put(overrideOf(records[1], flags[1]), { value: "green" }));
  await done(owner.put(overrideOf(records[2], flags[0]), { rolloutBasisPoints: 9950 }));
});
afterAll(() => {
  for (const client of clients) client.close();
});

const overrideOf = (record: FlagRecord | undefined, flag: GroupFlag | undefined) =>
  `/api/projects/${reference}/groups/${group.id}/records/${record?.id}/values/${flag?.id}`;
const bearer = (of = key) => ({ authorization: `Bearer ${of}` });
const get = (query = "", headers = {}) =>
  send({ path: `/api/sdk/snapshot${query}`, headers: { ...bearer(), ...headers } });
const snapshot = async (query = "") =>
  (await done<{ records: { id: string; metadata: object; overrides: object }[] }>(get(query))) as Record<
    string,
    unknown
  > & { records: { id: string; metadata: object; overrides: object }[] };

async function open(environment?: string): Promise<LocalClient> {
  const url = `http://127.0.0.1:${port}`;
  const client = createLocalClient({ url, key, environment, updates: "none" });
  clients.push(client);
  await client.ready();
  return client;
}

type Evaluation = { key: string; value: unknown; reason: string; variant: string };
async function answered(context: Record<string, unknown>) {
  const found = await done<{ flags: Evaluation[] }>(
    postJson("/api/ofrep/v1/evaluate/flags", { context }, bearer(evaluating)),
  );
  return found.flags.map((each) => [each.key, each.value, each.reason, each.variant]);
}

describe("a snapshot", () => {
  it("decides for records and strangers as the instance does, in each environment", async () => {
    for (const env of [undefined, "staging"]) {
      const client = await open(env);
      expect(client.isComplete).toBe(true);
      const subjects = [
        ...records.map(({ id }) => ({ targetingKey: id })),
        ...records.map(({ id }) => ({ targetingKey: id, plan: { name: "pro" }, email: "a@example.com" })),
        ...Array.from({ length: 20 }, (_, at) => ({ targetingKey: `${group.prefix}_${at}`, plan: at })),
        ...[{}, { email: "a@example.com" }, { targetingKey: "x", group: group.key }, { targetingKey: "x" }],
      ];
      for (const subject of subjects) {
        const found = [...client.all(subject)].map(([flagKey, { value, reason, variant }]) => [
          ...[flagKey, value, reason, variant],
        ]);
        expect(found).toEqual(await answered({ ...subject, ...(env && { env }) }));
      }
    }
  });

  it("has of records what decides, and nothing else", async () => {
    const { records: listed } = await snapshot();
    const byId = new Map(listed.map((each) => [each.id, each]));
    expect(byId.get(records[1]?.id as string)).toMatchObject({
      metadata: { plan: { name: "pro" } },
      overrides: { theme: { value: "green" } },
    });
    // Nothing is said of it that is not so of anybody with that id.
    expect(byId.has(records[4]?.id as string)).toBe(false);
    // Another group than its id says, so that strangers of that id have other flags.
    expect(byId.get(records[6]?.id as string)).toMatchObject({ metadata: {}, overrides: {} });
    expect(JSON.stringify(listed)).not.toContain("not asked for");
    const staging = await snapshot("?env=staging");
    expect(JSON.stringify(staging.records)).not.toContain("green");
  });

  const changes: [string, () => Promise<unknown>][] = [
    ["a flag", () => owner.put(flagPath(flags[0]), { defaultPercentage: 51 })],
    ["a global flag", () => createFlag(owner, reference, { key: "late" })],
    ["an override", () => owner.put(overrideOf(records[3], flags[0]), { enabled: false })],
    ["an override that is taken away", () => owner.delete(overrideOf(records[3], flags[0]))],
    ["metadata", () => owner.put(recordPath(records[5]), { metadata: { plan: { name: "free" } } })],
    ["a record", () => createRecord(owner, group, { metadata: { plan: { name: "pro" } } })],
    ["a record that is deleted", () => owner.delete(recordPath(records[11]))],
    ["the group", () => owner.put(groupPath(), { prefix: "zz" })],
  ];
  it.each(changes)("has another tag after a change of %s, and the same until then", async (_, change) => {
    const { etag } = (await get()).headers;
    expect(etag).toMatch(/^"/);
    expect((await get("", { "if-none-match": etag })).status).toBe(304);
    await change();
    const after = await get("", { "if-none-match": etag });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(etag);
  });

  it("is for keys that may read, in their environment", async () => {
    expect((await get("", bearer(evaluating))).status).toBe(403);
    expect((await get("?env=nowhere")).status).toBe(404);
    expect((await send({ path: "/api/sdk/snapshot" })).status).toBe(401);
  });
});

const groupPath = () => `/api/projects/${reference}/groups/${group.id}`;
const flagPath = (flag: GroupFlag | undefined) => `${groupPath()}/flags/${flag?.id}`;
const recordPath = (record: FlagRecord | undefined) => `${groupPath()}/records/${record?.id}`;
