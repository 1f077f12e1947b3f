import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import type { Outlet } from "@/lib/operations/answer";
import type { KeyActor } from "@/lib/operations/context";
import { flagStreams as budget } from "@/lib/platform/budgets/budgets";
import { FlagStreams, type FlagStreamsOptions } from "./flag-streams";
import type { Listener } from "./open-stream";

vi.stubEnv("QUOTAS", "flagStreams=5,flagStreamsOfKey=3,flagStreamsOfAddress=4");

const environment = (id: string, isDefault = false) => ({ id, key: id, name: id, isDefault });

/** What the database has, and how often it was asked. */
const database = {
  ofAll: "1",
  ofOne: new Map<string, string>(),
  environments: [] as EnvironmentSnapshot[],
  keys: new Map<string, { actor: KeyActor; expiresAt: number }>(),
  looks: 0,
  isAway: false,
};

const keyOf = (id: string, change = {}): KeyActor => ({
  kind: "key",
  key: { id, projectId: "p", scope: "evaluate", environmentId: null, origins: null, ...change },
});

const source: FlagStreamsOptions["source"] = {
  async answers(ids) {
    database.looks += 1;
    if (database.isAway) throw new Error("away");
    return new Map(ids.map((id) => [id, { ofAll: database.ofAll, ofOne: new Map(database.ofOne) }]));
  },
  environments: async () => database.environments,
  keys: async () => new Map(database.keys),
};

let hears = true;
const apartMs = 10;
let streams: FlagStreams;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearInterval", "Date"], now: 1_000_000 });
  hears = true;
  Object.assign(database, { ofAll: "1", looks: 0, isAway: false });
  database.ofOne = new Map([
    ["live", "1"],
    ["next", "1"],
  ]);
  database.environments = [environment("live", true), environment("next")];
  database.keys = new Map(["k", "l"].map((id) => [id, { actor: keyOf(id), expiresAt: Infinity }]));
  streams = new FlagStreams({
    source,
    hears: () => hears,
    isCurrent: () => hears,
    lifeMs: 3_600_000,
    apartMs,
  });
});
afterEach(() => {
  streams.endAll();
  vi.useRealTimers();
});

class Client implements Outlet {
  text = "";
  unread = 0;
  fate: "open" | "ended" | "cut" = "open";
  leave = () => {};
  write(bytes: Uint8Array) {
    expect(this.fate).toBe("open");
    this.text += Buffer.from(bytes).toString();
  }
  waiting = () => this.unread;
  end() {
    this.fate = "ended";
  }
  cut() {
    this.fate = "cut";
  }
  get types() {
    return [...this.text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type);
  }
  get id() {
    return [...this.text.matchAll(/id: (.*)/g)].at(-1)?.[1];
  }
}

type Given = { selector?: string; keyId?: string; address?: string; origin?: string; lastEventId?: string };

async function open({ selector, keyId = "k", address, origin, lastEventId }: Given = {}): Promise<Client> {
  const client = new Client();
  const channel = await streams.channelOf({ projectId: "p", boundTo: null, selector });
  const listener: Listener = {
    owners: { projectId: "p", keyId, address },
    actor: keyOf(keyId),
    origin: origin ?? null,
    lastEventId,
  };
  client.leave = streams.begin(channel, listener, client);
  return client;
}

/** Lets so much time pass, and others have their turns. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("one look tells all streams, and those of other environments hear nothing", async () => {
  const [one, two, next] = [await open(), await open({ keyId: "l" }), await open({ selector: "next" })];
  await pass(budget.gatherMs);
  database.looks = 0;
  database.ofOne.set("live", "2");
  for (let time = 0; time < 10; time += 1) streams.notice(["p"]);
  await pass(budget.gatherMs);
  expect(database.looks).toBe(1);
  expect([one.types, two.types, next.types]).toEqual([
    ["ready", "refetchEvaluation"],
    ["ready", "refetchEvaluation"],
    ["ready"],
  ]);
  expect(one.id).toBe(two.id);
  streams.notice(["q"]);
  await pass(budget.gatherMs);
  expect(one.types).toHaveLength(2);
});

test("who comes again hears whether something was missed", async () => {
  const { id } = await open();
  expect((await open({ lastEventId: String(id) })).types).toEqual(["ready"]);
  expect((await open({ keyId: "l", lastEventId: "other" })).types).toEqual(["refetchEvaluation"]);
});

test("another default is another state, and a stream goes on with it", async () => {
  const [usual, next] = [await open(), await open({ selector: "next" })];
  database.environments = [environment("live"), environment("next", true)];
  database.ofAll = "2";
  streams.notice(["p"]);
  await pass(budget.gatherMs);
  expect(usual.id).toBe(next.id);
  database.ofOne.set("next", "2");
  streams.notice(["p"]);
  await pass(budget.gatherMs);
  expect(usual.types).toEqual(["ready", "refetchEvaluation", "refetchEvaluation"]);
});

test("an environment that is gone ends its streams", async () => {
  const [live, next] = [await open(), await open({ selector: "next" })];
  database.ofOne.delete("next");
  database.environments = [environment("live", true)];
  streams.notice(["p"]);
  await pass(budget.gatherMs);
  expect([live.fate, next.fate]).toEqual(["open", "ended"]);
  await expect(open({ selector: "next" })).rejects.toThrow("Environment not found");
});

test("where nothing is heard, the database is looked at twice a second, and others are given time to forget", async () => {
  hears = false;
  const client = await open();
  database.ofAll = "2";
  await pass(budget.tickMs + budget.gatherMs);
  expect(client.types).toEqual(["ready"]);
  await pass(budget.othersForgetMs);
  expect(client.types).toEqual(["ready", "refetchEvaluation"]);
});

test("what could not be looked at is looked at again", async () => {
  const client = await open();
  await pass(budget.gatherMs);
  Object.assign(database, { ofAll: "2", isAway: true });
  streams.notice(["p"]);
  await pass(budget.gatherMs);
  database.isAway = false;
  await pass(budget.tickMs + budget.gatherMs);
  expect([client.types, client.fate]).toEqual([["ready", "refetchEvaluation"], "open"]);
});

test.each<[string, () => void]>([
  ["revoked", () => database.keys.delete("k")],
  [
    "kept from the page",
    () => database.keys.set("k", { actor: keyOf("k", { origins: ["https://b"] }), expiresAt: Infinity }),
  ],
  [
    "given another scope",
    () => database.keys.set("k", { actor: keyOf("k", { scope: "read" }), expiresAt: Infinity }),
  ],
])("a key that is %s ends its streams and no others", async (_, change) => {
  const [own, other] = [await open({ origin: "https://a" }), await open({ keyId: "l" })];
  change();
  streams.noticeKeys();
  await pass(budget.gatherMs);
  expect([own.fate, other.fate]).toEqual(["ended", "open"]);
});

test("a stream ends when its key expires, and when its time is over", async () => {
  database.keys.set("k", { actor: keyOf("k"), expiresAt: Date.now() + 60_000 });
  const [brief, long] = [await open(), await open({ keyId: "l" })];
  await pass(59_000);
  expect(brief.fate).toBe("open");
  await pass(1500);
  expect([brief.fate, long.fate]).toEqual(["ended", "open"]);
  await pass(3_600_000);
  expect([long.fate, streams.size]).toEqual(["ended", 0]);
});

test("a silent stream shows that it lives", async () => {
  const client = await open();
  const before = client.text;
  await pass(budget.heartbeatMs + budget.tickMs);
  expect(client.text).toBe(`${before}:\n\n`);
});

test("who does not read is cut off", async () => {
  const [slow, quick] = [await open(), await open()];
  slow.unread = budget.unreadBytesMax + 1;
  database.ofAll = "2";
  streams.notice(["p"]);
  await pass(budget.gatherMs);
  expect([slow.fate, quick.types]).toEqual(["cut", ["ready", "refetchEvaluation"]]);
  expect(streams.size).toBe(1);
});

test.each([
  ["a project", "flagStreams, open", ["k", "k", "k", "l", "l"], {}],
  ["a key", "flagStreamsOfKey", ["k", "k", "k"], {}],
  ["an address", "flagStreamsOfAddress", ["k", "k", "l", "l"], { address: "a" }],
])("%s has so many streams and no more", async (_, quota, keyIds, place) => {
  const clients: Client[] = [];
  for (const keyId of keyIds) clients.push(await open({ keyId, ...place }));
  const owners = { projectId: "p", keyId: "k", address: undefined, ...place };
  expect(() => streams.counts.requireRoom(owners)).toThrow(`quota ${quota}`);
  // Of many at once some come so far; they are told to come again.
  const late = await open(place);
  expect([late.types, late.fate]).toEqual([["ready"], "ended"]);
  for (const client of clients) client.leave();
  expect(() => streams.counts.requireRoom(owners)).not.toThrow();
  expect(streams.size).toBe(0);
});

test("the end of the process ends all, at once", async () => {
  const clients = [await open(), await open({ selector: "next" })];
  streams.endAll();
  expect(clients.map(({ fate }) => fate)).toEqual(["ended", "ended"]);
  expect((await open()).fate).toBe("ended");
  expect(streams.size).toBe(0);
});

test("the more streams there are, the further apart are the events, and the last one has the last change", async () => {
  streams = new FlagStreams({
    source,
    hears: () => true,
    isCurrent: () => true,
    lifeMs: 3_600_000,
    apartMs: 500,
  });
  const clients = [await open(), await open(), await open({ keyId: "l" })];
  await pass(budget.gatherMs);
  let version = 1;
  const change = async () => {
    version += 1;
    database.ofAll = String(version);
    streams.notice(["p"]);
    await pass(budget.gatherMs);
  };
  await change();
  const told = () => clients[0]?.types.length ?? 0;
  const first = told();
  expect(first).toBeGreaterThan(1);
  for (let time = 0; time < 20; time += 1) await change();
  expect(told()).toBe(first);
  await pass(clients.length * 500);
  expect(told()).toBe(first + 1);
  expect((await open({ lastEventId: clients[0]?.id as string })).types).toEqual(["ready"]);
});

test("what changes while a change waits to be told is told when others have forgotten it, too", async () => {
  hears = false;
  const client = await open();
  database.ofAll = "2";
  await pass(budget.tickMs + budget.gatherMs);
  database.ofAll = "3";
  await pass(budget.othersForgetMs);
  expect(client.types).toHaveLength(2);
  await pass(budget.tickMs + budget.othersForgetMs);
  expect(client.types).toHaveLength(3);
});
