import { beforeEach, describe, expect, test } from "vitest";
import { Answer } from "@/lib/operations/answer";
import type { PublicRequest } from "@/lib/operations/public-request";
import { BodyExcerpt, ExcerptRoom, excerptBytesMax } from "./body-excerpt";
import { CallLog } from "./call-log";
import type { StoredCall } from "./stored-call";
import { waitingCall } from "./waiting-call";
import type { Fate } from "./write-calls";

const request = (target: string): PublicRequest => ({
  ...{
    label: "a",
    prefix: "",
    method: "GET",
    target: `/api/mock${target}`,
    requestId: "r",
    rawHeaders: ["Host", "a"],
  },
  ...{ origin: undefined, requestedMethod: undefined, requestedHeaders: undefined },
  clientAddress: () => "127.0.0.1",
  readBody: () => Promise.reject(new Error("nobody asks for it")),
});
const answered = { by: "miss", reason: "none\0 \ud800" } as const;
const given = { answer: new Answer(404, ["A", "b"], "no"), delayMs: 7 };
const at = { beganAt: 1000, now: 1005, requestBody: undefined };
const callTo = (target: string) => waitingCall(request(target), given, answered, at);

let written: Map<string, string[]>[];
let fateOf: (projectId: string) => Fate;
let log: CallLog;
let now = 0;
let takesMs = 0;
const stored: StoredCall[] = [];
beforeEach(() => {
  written = [];
  stored.length = 0;
  takesMs = 0;
  fateOf = () => ({ firstSequence: 1, mockNames: new Map() });
  log = new CallLog({
    write: async (batch) => {
      now += takesMs;
      const fates = new Map([...batch.keys()].map((projectId) => [projectId, fateOf(projectId)]));
      written.push(new Map([...batch].map(([id, calls]) => [id, calls.map(({ target }) => target)])));
      return fates;
    },
    findStored: async () => new Set(),
    writeHits: async () => new Map(),
    stored: (_, calls) => void stored.push(...calls),
    now: () => now,
  });
});

test("a call is stored as it can be shown", async () => {
  log.add("a", callTo("/x?y=1"));
  await log.round();
  expect(stored).toMatchObject([
    {
      ...{
        kind: "call",
        outcome: "miss",
        target: "/x?y=1",
        ip: "127.0.0.1",
        statusCode: 404,
        durationMs: 12,
      },
      ...{ requestHeaders: [["Host", "a"]], requestSize: 0, responseSize: 2, receivedAt: 1000 },
      responseHeaders: [
        ["A", "b"],
        ["X-Request-Id", "r"],
      ],
      reason: "none\ufffd \ufffd",
    },
  ]);
  expect(log.isEmpty).toBe(true);
});

test("a round stores so much, in statements of so much, and the rest has the next one", async () => {
  for (let project = 0; project < 15; project += 1)
    for (let call = 0; call < 200; call += 1) log.add(`p${project}`, callTo(`/${call}`));
  await log.round();
  const counts = written.map((batch) => [...batch.values()].flat().length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(200);
  const first = counts.reduce((sum, count) => sum + count, 0);
  expect(first).toBeLessThanOrEqual(2000);
  expect(log.load.calls).toBe(3000 - first);
  await log.round();
  expect(log.load.calls).toBe(0);
});

test("what fails or is held is kept, what offends or is for nobody is not", async () => {
  log.add("held", callTo("/1"));
  log.add("gone", callTo("/2"));
  fateOf = (projectId) => projectId as Fate;
  await log.round();
  expect(log.load.calls).toBe(1);
  for (const [code, left] of [
    ["08006", 1],
    ["22P05", 0],
  ] as const) {
    fateOf = () => {
      throw Object.assign(new Error("refused"), { code });
    };
    await expect(log.round()).rejects.toThrow("refused");
    expect(log.load.calls).toBe(left);
  }
});

test("a slow database gets five times as long to rest, and rounds never overlap", async () => {
  takesMs = 100;
  log.add("a", callTo("/1"));
  const began = now;
  await Promise.all([log.round(), log.round()]);
  expect(log.notBefore).toBe(began + 100 + 500);
  expect(written).toHaveLength(1);
});

test("a body is kept up to its limit, and all of them up to theirs", () => {
  const room = new ExcerptRoom(20_000);
  const excerpt = new BodyExcerpt(room);
  for (let byte = 0; byte < 10; byte += 1) excerpt.take(Buffer.from([byte]));
  excerpt.take(Buffer.alloc(30_000, 1));
  excerpt.end(true);
  expect([excerpt.bytes.byteLength, excerpt.size]).toEqual([excerptBytesMax, 30_010]);
  const second = new BodyExcerpt(room);
  second.take(Buffer.alloc(10_000));
  second.take(Buffer.from("behind a gap"));
  expect(second.bytes.byteLength).toBe(20_000 - excerptBytesMax);
  for (const each of [excerpt, second]) each.release();
  expect(room.bytes).toBe(0);
});

test("what the database takes offence at costs its own project only", async () => {
  for (const project of ["a", "b", "c"]) log.add(project, callTo(`/${project}`));
  fateOf = (projectId) => {
    if (projectId === "b") throw Object.assign(new Error("refused"), { code: "22P02" });
    return { firstSequence: 1, mockNames: new Map() };
  };
  await expect(log.round()).rejects.toThrow("refused");
  expect(stored.map(({ target }) => target)).toEqual(["/a", "/c"]);
  expect([log.load.calls, log.takeLost()]).toEqual([0, 1]);
});

test("texts that are cut in the middle of a character can be stored", async () => {
  const reason = `${"x".repeat(1999)}\u{1f600}`;
  log.add("a", waitingCall(request(`/${"\u{1f600}".repeat(9000)}`), given, { by: "miss", reason }, at));
  await log.round();
  const [call] = stored;
  expect(call?.target).toHaveLength(16 * 1024);
  expect([call?.target.isWellFormed(), call?.reason?.isWellFormed()]).toEqual([true, true]);
});

test("headers of answers count", () => {
  const large = { ...given, answer: new Answer(200, ["A", "b".repeat(5000)], "") };
  expect(waitingCall(request("/"), large, answered, at).bytes).toBeGreaterThan(5000);
});

describe("a call whose body does not end", () => {
  const room = new ExcerptRoom(1000);
  const begun = (delayMs: number, sinceMs: number) => {
    const requestBody = new BodyExcerpt(room);
    requestBody.take(Buffer.from("half"));
    const now = Date.now() - sinceMs;
    return waitingCall(request("/"), { ...given, delayMs }, answered, { beganAt: now, now, requestBody });
  };

  test("waits for the rest for a second, however late its answer leaves", async () => {
    log.add("a", begun(30_000, 100));
    await log.round();
    expect(stored).toEqual([]);
    log.add("b", begun(30_000, 1500));
    await log.round();
    expect(stored.map(({ requestBody }) => Buffer.from(requestBody).toString())).toEqual(["half"]);
  });

  test("does not wait at the end of the process, and gives its room back once it is stored", async () => {
    log.add("a", begun(0, 0));
    fateOf = () => "held";
    await log.lastRound();
    expect(room.bytes).toBeGreaterThan(0);
    fateOf = () => ({ firstSequence: 1, mockNames: new Map() });
    const before = room.bytes;
    await log.lastRound();
    expect([stored.length, room.bytes]).toEqual([1, before - 4]);
  });
});

test("calls are stored once, also if the answer to their commit was lost", async () => {
  const commit = () => ({ firstSequence: 1, mockNames: new Map() });
  const ids: string[] = [];
  const committed = new Set<string>();
  let fails = true;
  log = new CallLog({
    write: async (batch) => {
      ids.push(...[...batch.values()].flat().map(({ id }) => id));
      for (const id of ids) committed.add(id);
      if (fails) throw new Error("Connection terminated");
      return new Map([...batch.keys()].map((projectId) => [projectId, commit()]));
    },
    findStored: async () => committed,
    writeHits: async () => new Map(),
    stored: () => {},
  });
  log.add("a", callTo("/1"));
  await expect(log.round()).rejects.toThrow("Connection terminated");
  fails = false;
  log.add("a", callTo("/2"));
  await log.round();
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
  expect(log.isEmpty).toBe(true);
});
