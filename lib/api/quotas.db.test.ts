import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertEnvironment } from "@/db/fixtures/rows";
import { type Caller, clock, insertCrew } from "@/lib/auth/fixtures/caller";
import type { StockName } from "@/lib/platform/quotas/quotas";
import { subscriberUrl } from "@/lib/releases/subscribers/subscriber-link";
import { table } from "./table";

// Bytes so that three bodies of 300 bytes fit.
const small =
  "teams=4,projects=4,openInvitations=3,mocks=3,mockBytes=1000,inboxes=3,environments=3,flags=3,groups=3,segments=3";
vi.stubEnv(
  "QUOTAS",
  `${small},groupFlags=3,records=3,recordBytes=1000,flagValueBytes=1000,flagRuleBytes=1000,flagTextSearches=3,scheduledChanges=3,overrideValueBytes=1000,apiKeys=3,releases=3,releaseSubscribers=3,attachmentBytes=1000`,
);

type Crew = Awaited<ReturnType<typeof insertCrew>>;
let close: () => Promise<void>;
let crew: Crew;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  crew = await insertCrew();
  await insertEnvironment(crew.project.id);
});

/** Calls an operation by its id; gives its answer or the error. */
async function call(id: string, input: Record<string, unknown>, by: Caller = crew.admin) {
  const implementation = table.find(({ operation }) => operation.id === id);
  if (!implementation) throw new Error(`no operation ${id}`);
  return by.run(implementation, input).catch((error: unknown) => error) as Promise<Record<string, unknown>>;
}

type Make = (n: number) => Promise<Record<string, unknown>>;
type Case = {
  name: StockName;
  make(): Promise<Make>;
  remove?: (made: Record<string, unknown>) => Promise<unknown>;
};

const uuid = () => crew.project.id;
const reference = () => crew.project.referenceId;
const filler = "x".repeat(298);
const group = async () => String((await call("createGroup", { projectId: reference(), name: "Tenants" })).id);

const cases: Case[] = [
  {
    name: "projects",
    make: async () => (n) => call("createProject", { teamId: crew.team.id, name: "P", slug: `p${n}` }),
  },
  {
    name: "openInvitations",
    make: async () => (n) => call("createInvitation", { teamId: crew.team.id, email: `a${n}@example.com` }),
  },
  {
    name: "mocks",
    make: async () => (n) => call("createMock", { projectId: uuid(), name: "M", endpoint: `/${n}` }),
    remove: ({ id }) => call("deleteMock", { projectId: uuid(), mockId: id }),
  },
  {
    name: "mockBytes",
    make: async () => {
      const { id } = await call("createMock", {
        projectId: uuid(),
        name: "M",
        endpoint: "/",
        responseBody: "x",
      });
      return (n) =>
        call("updateMock", {
          projectId: uuid(),
          mockId: id,
          responseBody: "x".repeat(n < 3 ? n * 300 : 1001),
        });
    },
  },
  {
    name: "inboxes",
    make: async () => () => call("createWebhook", { projectId: uuid(), name: "W" }),
    remove: ({ id }) => call("deleteWebhook", { projectId: uuid(), webhookId: id }),
  },
  {
    name: "flags",
    make: async () => (n) => call("createFlag", { projectId: reference(), name: `F ${n}` }),
    remove: ({ id }) => call("deleteFlag", { projectId: reference(), flagId: id }),
  },
  {
    name: "groups",
    make: async () => (n) => call("createGroup", { projectId: reference(), name: `Group ${n}` }),
    remove: ({ id }) => call("deleteGroup", { projectId: reference(), groupId: id }),
  },
  {
    name: "groupFlags",
    make: async () => {
      const groupId = await group();
      return (n) =>
        call("createGroupFlag", { projectId: reference(), groupId, name: `F ${n}`, key: `f${n}` });
    },
  },
  {
    name: "records",
    make: async () => {
      const groupId = await group();
      return (n) => call("createRecord", { projectId: reference(), groupId, id: `${uuid()}-${n}` });
    },
  },
  {
    name: "recordBytes",
    make: async () => {
      const groupId = await group();
      return (n) =>
        call("createRecord", { projectId: reference(), groupId, id: `${uuid()}-${n}`, metadata: { filler } });
    },
  },
  {
    name: "flagValueBytes",
    make: async () => {
      const groupId = await group();
      const values = { type: "string", onValue: "x".repeat(270), offValue: "" };
      return (n) => {
        const flag = { projectId: reference(), name: `F ${n}`, key: `f${n}`, ...values };
        return n % 2 ? call("createFlag", flag) : call("createGroupFlag", { ...flag, groupId });
      };
    },
  },
  {
    name: "flagValueBytes",
    make: async () => {
      const groupId = await group();
      const values = { type: "object", onValue: {}, offValue: {} };
      const valueSchema = { description: "x".repeat(230) };
      return (n) => {
        const flag = { projectId: reference(), name: `F ${n}`, key: `f${n}`, ...values, valueSchema };
        return n % 2 ? call("createFlag", flag) : call("createGroupFlag", { ...flag, groupId });
      };
    },
  },
  {
    name: "flagRuleBytes",
    make: async () => {
      const groupId = await group();
      const conditions = [{ attribute: "x".repeat(190), operator: "equals", values: ["y"], not: false }];
      return (n) => {
        const named = { projectId: reference(), name: `F ${n}`, key: `f${n}` };
        return n % 2
          ? call("createSegment", { ...named, conditions })
          : call("createGroupFlag", { ...named, groupId, rules: [{ conditions }] });
      };
    },
  },
  {
    name: "flagTextSearches",
    make: async () => {
      const groupId = await group();
      const conditions = [{ attribute: "a", operator: "contains", values: ["y"], not: false }];
      return (n) => {
        const named = { projectId: reference(), name: `F ${n}`, key: `f${n}` };
        return n % 2
          ? call("createSegment", { ...named, conditions })
          : call("createGroupFlag", { ...named, groupId, rules: [{ conditions }] });
      };
    },
  },
  {
    name: "scheduledChanges",
    make: async () => {
      const { id } = await call("createFlag", { projectId: reference(), name: "F", key: "f" });
      const steps = [{ at: "2030-01-02T00:00:00Z", enabled: true }];
      return () => call("createFlagSchedule", { projectId: reference(), flagId: id, steps });
    },
    remove: async ({ id, flagId }) =>
      call("cancelFlagSchedule", { projectId: reference(), flagId, scheduleId: id }),
  },
  {
    name: "segments",
    make: async () => (n) =>
      call("createSegment", {
        ...{ projectId: reference(), name: `Segment ${n}` },
        conditions: [{ attribute: "a", operator: "exists" }],
      }),
  },
  {
    name: "overrideValueBytes",
    make: async () => {
      const place = { projectId: reference(), groupId: await group() };
      const values = { type: "string", onValue: "", offValue: "" };
      const { id } = await call("createGroupFlag", { ...place, name: "F", key: "f", ...values });
      return async (n) => {
        const record = await call("createRecord", { ...place, id: `${uuid()}-${n % 3}` });
        const recordId = String(record.id ?? `${uuid()}-${n % 3}`);
        const value = "x".repeat(n < 3 ? 290 : 600);
        return call("setOverride", { ...place, recordId, groupFlagId: id, value });
      };
    },
  },
  { name: "apiKeys", make: async () => () => call("createApiKey", { projectId: reference(), name: "K" }) },
  {
    name: "releaseSubscribers",
    make: async () => (n) => {
      const url = subscriberUrl({ projectId: uuid(), recipient: `reader${n}@example.com` }, clock.now);
      return call("confirmSubscriber", { subscription: url.split("/").at(-1) });
    },
  },
];

/** The kinds of deletions that count toward a stock. */
const kinds: Partial<Record<StockName, string>> = {
  mocks: "mock",
  inboxes: "webhook",
  flags: "flag",
  groups: "group",
};
const isRefused = (answer: Record<string, unknown>) => answer.code === "quota_exceeded";

describe("a quota", () => {
  test.each(cases)("bounds $name, and says so", async ({ make }) => {
    const add = await make();
    for (const n of [0, 1, 2]) expect(await add(n)).not.toHaveProperty("code");
    const refusal = await add(3);
    expect(refusal).toMatchObject({ code: "quota_exceeded" });
    expect(refusal.message).toMatch(/quota \w+ is used up: .* at most, and there are \d+.*QUOTAS=/);
  });

  test.each(cases.filter(({ remove }) => remove))(
    "has room again for $name when one is deleted, and none for the deleted one then",
    async ({ name, make, remove }) => {
      const add = await make();
      const made = await Promise.all([0, 1, 2].map(add));
      expect(isRefused(await add(3))).toBe(true);
      expect(isRefused(await add(3))).toBe(true);
      await remove?.(made[0] ?? {});
      expect(isRefused(await add(4))).toBe(false);
      const place = { projectId: uuid(), kind: kinds[name], itemId: made[0]?.id };
      if (kinds[name]) expect(isRefused(await call("restoreDeletion", place))).toBe(true);
    },
  );

  test("lets none of many at once past its bound", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call("createMock", { projectId: uuid(), name: "M", endpoint: `/${n}` }),
      ),
    );
    expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(3);
  });

  test("of a team holds for what is moved into it", async () => {
    const target = await call("createTeam", { name: "Target", slug: `target-${uuid()}` });
    const toTeamId = String(target.id);
    for (const n of [0, 1, 2]) await call("createProject", { teamId: toTeamId, name: "P", slug: `p${n}` });
    const move = (projectId: string) => call("moveProject", { teamId: crew.team.id, projectId, toTeamId });
    const second = await call("createProject", { teamId: crew.team.id, name: "P", slug: "second" });
    expect(await move(uuid())).toMatchObject({ teamId: toTeamId });
    const refusal = await move(String(second.id));
    expect(refusal).toMatchObject({ code: "quota_exceeded" });
    expect(refusal.message).toMatch(/The quota projects is used up/);
    expect(await call("getProject", { teamId: crew.team.id, projectId: second.id })).toMatchObject({
      id: second.id,
      teamId: crew.team.id,
    });
  });

  test("of records holds for what a PUT creates, and for the sum of an import, of which nothing is stored then", async () => {
    const place = { projectId: reference(), groupId: await group() };
    const id = (n: number) => `${uuid()}-${n}`;
    const records = (...ns: number[]) => ns.map((n) => ({ id: id(n), metadata: { n } }));
    const run = (...ns: number[]) => call("importRecords", { ...place, records: records(...ns) });
    const dry = await call("importRecords", { ...place, records: records(1, 2, 3, 4), dryRun: true });
    for (const answer of [dry, await run(1, 2, 3, 4)]) {
      expect(answer).toMatchObject({ code: "quota_exceeded" });
      expect(answer.message).toMatch(/The quota records is used up/);
    }
    const list = async () => (await call("listRecords", place)).items;
    expect(await list()).toEqual([]);
    expect(isRefused(await run(1, 2))).toBe(false);
    // What is there already is not counted again.
    expect(isRefused(await run(1, 2, 3))).toBe(false);
    expect(isRefused(await run(1, 4))).toBe(true);
    expect(isRefused(await call("updateRecord", { ...place, recordId: id(5) }))).toBe(true);
    expect(await list()).toHaveLength(3);
    const large = { id: id(1), metadata: { filler: filler.repeat(4) } };
    const refusal = await call("importRecords", { ...place, records: [large, { id: id(2), name: "Two" }] });
    expect(refusal.message).toMatch(/The quota recordBytes is used up/);
    expect(await call("getRecord", { ...place, recordId: id(2) })).toMatchObject({ name: null });
  });

  test("of one project says nothing of another", async () => {
    for (const n of [0, 1, 2, 3])
      await call("createMock", { projectId: uuid(), name: "M", endpoint: `/${n}` });
    crew = await insertCrew();
    expect(isRefused(await call("createMock", { projectId: uuid(), name: "M", endpoint: "/" }))).toBe(false);
  });
});
