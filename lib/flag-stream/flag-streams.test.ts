import { expect, test } from "vitest";
import { flagStreams as budget } from "@/lib/platform/budgets/budgets";
import {
  type Client,
  database,
  environment,
  keyOf,
  open,
  pass,
  setUpStreams,
  startStreams,
  streams,
} from "./streams-fixture";

setUpStreams();

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
  startStreams({ apartMs: 500 });
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

test("a key that may choose its environment doesn't share a stream with a key that is bound to one", async () => {
  const live = environment("live", true);
  database.environments = [live, { ...environment("next"), name: `=${live.id}` }];
  const [chosen, bound] = await Promise.all([
    streams.channelOf({ projectId: "p", boundTo: null, selector: `=${live.id}` }),
    streams.channelOf({ projectId: "p", boundTo: live.id, selector: undefined }),
  ]);
  expect(chosen.environmentId).not.toBe(live.id);
  expect(bound.environmentId).toBe(live.id);
});
