import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionTo } from "./connection";
import { FieldkitError } from "./errors";
import type { ConnectionOptions } from "./types";
import { follow, type Updates } from "./updates";

let loads: number;
let failing: FieldkitError | undefined;
let streams: { path: string; signal: AbortSignal; send(text: string): void; end(): void }[];
/** The response to requests for a stream, if it isn't a stream. */
let refusal: { status: number; body: string } | undefined;
let refused: number;
let errors: Error[];
let updates: Updates;

beforeEach(() => {
  vi.useFakeTimers();
  refused = 0;
  errors = [];
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  [loads, failing, streams, refusal] = [0, undefined, [], undefined];
});
afterEach(() => {
  updates.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const fetch = (async (url: string, { signal }: RequestInit) => {
  if (refusal) {
    refused += 1;
    return new Response(refusal.body, { status: refusal.status });
  }
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
  const options = {
    url: "https://fieldkit.test",
    key: "fk_x",
    fetch,
    onError: (error: Error) => errors.push(error),
    ...given,
  };
  updates = follow(options, connectionTo(options), async () => {
    loads += 1;
    if (failing) throw failing;
  });
  await pass(0);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => streams[streams.length - 1] as (typeof streams)[number];
const event = (type: string, id: string) => `event: message\nid: ${id}\ndata: {"type":"${type}"}\n\n`;

test("loads after each change that the stream reports, however its bytes arrive", async () => {
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

test("loads once more when its first stream begins, not when a reopened one has no changes", async () => {
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

test("reopens a stream that ended, with the last event's id, later each time", async () => {
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

test("replaces a stream that is silent for longer than its heartbeats are apart", async () => {
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

test.each([
  [404, "<h1>Not found"],
  [403, '{"error":"Requires another scope","code":"forbidden"}'],
  [401, "<h1>Sign in"],
  [200, "<h1>Sign in"],
])("after a %i for the stream, polls and tries again", async (status, body) => {
  refusal = { status, body };
  await begin({ pollMs: 10_000 });
  await pass(60_000);
  // Each refusal is a reason to load, but at most as often as polling allows.
  expect([7, 8]).toContain(loads);
  expect(refused).toBeGreaterThan(4);
  refusal = undefined;
  await pass(60_000);
  expect(streams).toHaveLength(1);
});

test("no stream is tried while loads fail", async () => {
  failing = new FieldkitError("away", "unreachable");
  await begin({ pollMs: 10_000 });
  await pass(60_000);
  expect(streams).toHaveLength(0);
  failing = undefined;
  await pass(10_000);
  expect(streams).toHaveLength(1);
});

test("a stream that breaks is followed by a load, which tells whether the instance is away", async () => {
  await begin();
  last().send(event("ready", "a"));
  await pass(0);
  failing = new FieldkitError("away", "unreachable");
  refusal = { status: 502, body: "" };
  last().end();
  await pass(4000);
  expect(loads).toBeGreaterThan(2);
  expect(refused).toBe(1);
  // The failure that the status follows from, and not the stream's before it.
  expect(errors[0]).toBe(failing);
});

test("a stream that is refused soon and often doesn't postpone that load", async () => {
  refusal = { status: 404, body: "" };
  await begin({ pollMs: 3_600_000 });
  failing = new FieldkitError("away", "unreachable");
  await pass(1500);
  expect([loads, errors]).toEqual([2, [failing]]);
});

test("a stream that is refused while loads succeed is reported after a load", async () => {
  refusal = { status: 403, body: "" };
  await begin();
  expect([loads, errors]).toEqual([1, []]);
  await pass(1000);
  expect([loads, errors]).toEqual([2, [expect.objectContaining({ status: 403 })]]);
});

test("streams that break soon are retried later each time, although they have events", async () => {
  await begin();
  for (const [at, delay] of [1000, 2000, 4000, 8000].entries()) {
    last().send(event("ready", "a"));
    await pass(0);
    last().end();
    await pass(delay - 1);
    expect(streams).toHaveLength(at + 1);
    await pass(1);
    expect(streams).toHaveLength(at + 2);
  }
});

const wrongKey = new FieldkitError("Invalid or revoked API key", "unauthorized", 401);

test("a wrong key ends the stream, until a later load succeeds", async () => {
  refusal = { status: 401, body: '{"error":"Invalid or revoked API key","code":"unauthorized"}' };
  await begin({ pollMs: 10_000 });
  expect(refused).toBe(1);
  failing = wrongKey;
  await pass(10_000);
  await pass(290_000);
  expect([loads, refused]).toEqual([2, 1]);
  [refusal, failing] = [undefined, undefined];
  await pass(10_000);
  expect([loads, streams.length]).toEqual([3, 1]);
});

test("a key that is wrong from the start opens no stream", async () => {
  failing = wrongKey;
  await begin();
  await pass(600_000);
  expect([loads, streams.length]).toEqual([3, 0]);
});

test("a hidden tab closes its stream, and gets the changes that it missed", async () => {
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", tab);
  const turn = async (visibilityState: string) => {
    Object.assign(tab, { visibilityState }).dispatchEvent(new Event("visibilitychange"));
    await pass(0);
  };
  await begin();
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

test("does nothing once it is closed", async () => {
  await begin({ pollMs: 1000 });
  updates.close();
  await pass(600_000);
  expect([loads, streams.length]).toEqual([1, 1]);
  expect(last().signal.aborted).toBe(true);
});
