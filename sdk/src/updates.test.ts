import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionOptions } from "./types";
import { caller, follow, type Updates } from "./updates";

let loads: number;
let failing: Error | undefined;
let streams: { path: string; signal: AbortSignal; send(text: string): void; end(): void }[];
let streamStatus: number;
let updates: Updates;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  [loads, failing, streams, streamStatus] = [0, undefined, [], 200];
});
afterEach(() => {
  updates.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const fetch = (async (url: string, { signal }: RequestInit) => {
  if (streamStatus !== 200) return new Response("{}", { status: streamStatus });
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  signal?.addEventListener("abort", () => controller.error(signal.reason));
  streams.push({
    ...{ path: url.replace("https://fieldkit.test", ""), signal: signal as AbortSignal },
    send: (text) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
  });
  return new Response(body);
}) as typeof globalThis.fetch;

async function begin(given: Partial<ConnectionOptions> = {}): Promise<void> {
  const options = { url: "https://fieldkit.test", key: "fk_x", fetch, ...given };
  updates = follow(options, caller(options), async () => {
    loads += 1;
    if (failing) throw failing;
  });
  await pass(0);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => streams[streams.length - 1] as (typeof streams)[number];
const event = (type: string, id: string) => `event: message\nid: ${id}\ndata: {"type":"${type}"}\n\n`;

test("polls at its interval, whatever fails", async () => {
  await begin({ updates: "poll", pollMs: 10_000 });
  expect(loads).toBe(1);
  failing = new Error("away");
  await pass(10_000);
  await pass(10_000);
  failing = undefined;
  await pass(10_000);
  expect([loads, streams.length]).toEqual([4, 0]);
});

test("asks once where it is told to", async () => {
  await begin({ updates: "none" });
  await pass(3_600_000);
  expect([loads, streams.length]).toEqual([1, 0]);
});

test("loads when the stream says so, however its bytes arrive", async () => {
  await begin({ environment: "staging" });
  expect(last().path).toBe("/api/sdk/stream?env=staging");
  last().send(`retry: 1000\n\n${event("ready", "a")}: beat\n\n`);
  await pass(0);
  expect(loads).toBe(2);
  const text = event("refetchEvaluation", "b");
  last().send(text.slice(0, 30));
  await pass(0);
  expect(loads).toBe(2);
  last().send(text.slice(30));
  await pass(0);
  expect(loads).toBe(3);
  // Seldom, in case an event was lost.
  await pass(60_000);
  expect(loads).toBe(3);
});

test("loads once more when its first stream begins, and not when it comes back to one without news", async () => {
  await begin();
  expect(loads).toBe(1);
  last().send(event("ready", "a"));
  await pass(0);
  expect(loads).toBe(2);
  last().end();
  await pass(1000);
  expect(streams).toHaveLength(2);
  last().send(event("ready", "a"));
  await pass(0);
  expect(loads).toBe(2);
});

test("comes back to a stream that ended, with the last event's id, later each time", async () => {
  await begin();
  last().send(event("ready", "a"));
  await pass(0);
  last().end();
  await pass(1000);
  expect(streams).toHaveLength(2);
  expect(last().path).toBe("/api/sdk/stream?lastEventId=a");
  last().end();
  await pass(1000);
  expect(streams).toHaveLength(2);
  await pass(1000);
  expect(streams).toHaveLength(3);
});

test("gives up a stream that is silent for longer than its heartbeats are apart", async () => {
  await begin();
  last().send(": beat\n\n");
  await pass(60_000);
  expect(streams).toHaveLength(1);
  last().send(": beat\n\n");
  await pass(60_000);
  expect(streams).toHaveLength(1);
  await pass(12_000);
  expect(streams).toHaveLength(2);
});

test("polls where it may not listen, and does not ask again", async () => {
  streamStatus = 403;
  const errors: Error[] = [];
  await begin({ pollMs: 10_000, onError: (error) => errors.push(error) });
  await pass(60_000);
  expect(loads).toBe(7);
  expect(errors).toHaveLength(1);
});

test("waits as long as it is told to", async () => {
  await begin({ updates: "poll", pollMs: 10_000 });
  const refused = await caller({
    ...{ url: "https://fieldkit.test", key: "k" },
    fetch: async () => new Response("{}", { status: 429, headers: { "retry-after": "90" } }),
  })("/", {}).catch((error) => error);
  failing = refused;
  await pass(10_000);
  failing = undefined;
  await pass(89_000);
  expect(loads).toBe(2);
  await pass(1000);
  expect(loads).toBe(3);
});

test("many refreshes at once are two loads at most", async () => {
  await begin({ updates: "none" });
  await Promise.all(Array.from({ length: 100 }, () => updates.refresh()));
  expect(loads).toBe(3);
});

test("a tab that nobody looks at gives its stream up, and hears of what it missed", async () => {
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", tab);
  const turn = async (visibilityState: string) => {
    Object.assign(tab, { visibilityState }).dispatchEvent(new Event("visibilitychange"));
    await pass(0);
  };
  const errors: Error[] = [];
  await begin({ onError: (error) => errors.push(error) });
  last().send(event("ready", "a"));
  await pass(0);
  await turn("hidden");
  expect(last().signal.aborted).toBe(true);
  await pass(120_000);
  expect([streams.length, loads]).toEqual([1, 2]);
  await turn("visible");
  expect(last().path).toBe("/api/sdk/stream?lastEventId=a");
  last().send(event("refetchEvaluation", "b"));
  await pass(0);
  expect([streams.length, loads, errors.length]).toEqual([2, 3, 0]);
  await turn("hidden");
  updates.close();
  await turn("visible");
  expect(streams).toHaveLength(2);
});

test("nothing goes on once it is closed", async () => {
  await begin({ pollMs: 1000 });
  updates.close();
  await pass(600_000);
  expect([loads, streams.length]).toEqual([1, 1]);
  expect(last().signal.aborted).toBe(true);
});
