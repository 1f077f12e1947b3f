import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { warnings } from "./fixtures/kept-log";
import { startUpstashServer } from "./fixtures/upstash-server";
import { createUpstashBus } from "./upstash";

vi.mock("@/lib/platform/log/log", () => import("./fixtures/kept-log"));

const timing = { publishWithinMs: 1000, restMs: 1000 };
let server: Awaited<ReturnType<typeof startUpstashServer>>;
let now = 0;

beforeEach(async () => {
  warnings.length = 0;
  server = await startUpstashServer("t0ken");
});
afterEach(() => server.stop());

/** A process that can't listen, with what it has heard of one cache, and how often it may have missed something. */
async function frozen() {
  const bus = createUpstashBus({ url: server.url, token: "t0ken", timing, now: () => now });
  const heard: unknown[] = [];
  let missed = 0;
  bus.subscribe("evict:mocks", (keys) => heard.push(keys));
  bus.onResume(() => missed++);
  const catchUp = () => bus.catchUp?.() ?? Promise.reject(new Error("it can't catch up"));
  await catchUp();
  return { bus, heard, missed: () => missed, catchUp };
}

test("a request hears what was told before it, once, and nothing that the process said itself", async () => {
  const [one, other] = [await frozen(), await frozen()];
  await one.bus.publish("evict:mocks", ["a"]);
  await one.bus.publish("capture:1", { sequence: 1 });
  await one.bus.publish("evict:mocks", ["ü"]);
  expect(other.heard).toEqual([]);
  await Promise.all([one.catchUp(), other.catchUp()]);
  expect([one.heard, other.heard]).toEqual([
    [["a"], ["ü"]],
    [["a"], ["ü"]],
  ]);
  await other.catchUp();
  expect(other.heard).toHaveLength(2);
  expect([one.missed(), other.missed()]).toEqual([0, 0]);
});

test("a process that begins hears what comes after its beginning", async () => {
  const one = await frozen();
  await one.bus.publish("evict:mocks", ["before"]);
  const late = await frozen();
  await one.bus.publish("evict:mocks", ["after"]);
  await late.catchUp();
  expect(late.heard).toEqual([["after"]]);
});

test("whoever slept for longer than changes are kept forgets everything, and goes on from there", async () => {
  const [one, other] = [await frozen(), await frozen()];
  await one.bus.publish("evict:mocks", ["a"]);
  await other.catchUp();
  await one.bus.publish("evict:mocks", ["b"]);
  await one.bus.publish("evict:mocks", ["c"]);
  server.trim(1);
  await other.catchUp();
  expect({ heard: other.heard, missed: other.missed() }).toEqual({ heard: [["a"]], missed: 1 });
  await other.catchUp();
  await one.bus.publish("evict:mocks", ["d"]);
  await other.catchUp();
  expect({ heard: other.heard, missed: other.missed() }).toEqual({ heard: [["a"], ["d"]], missed: 1 });
});

test("more changes than one answer has are a reason to forget everything", async () => {
  const [one, other] = [await frozen(), await frozen()];
  await Promise.all(Array.from({ length: 700 }, (_, at) => one.bus.publish("evict:mocks", [String(at)])));
  await other.catchUp();
  expect(other.missed()).toBe(1);
  await other.catchUp();
  await one.bus.publish("evict:mocks", ["last"]);
  await other.catchUp();
  expect(other.heard).toEqual([["last"]]);
});

test("a change too large to be kept is a reason to forget everything", async () => {
  const [one, other] = [await frozen(), await frozen()];
  await one.bus.publish("evict:mocks", ["x".repeat(9000)]);
  await one.bus.publish("evict:mocks", ["a"]);
  await other.catchUp();
  expect({ heard: other.heard, missed: other.missed() }).toEqual({ heard: [["a"]], missed: 1 });
});

test("whoever asks while an answer is under way waits for the next one, all together", async () => {
  const one = await frozen();
  const before = server.asked();
  await Promise.all(Array.from({ length: 50 }, () => one.catchUp()));
  expect(server.asked() - before).toBe(2);
});

test("a process that lost a message says so, and the others forget everything", async () => {
  const [one, other] = [await frozen(), await frozen()];
  server.behave("fails");
  await one.bus.publish("evict:mocks", ["lost"]);
  server.behave("answers");
  now += timing.restMs;
  await one.bus.publish("evict:mocks", ["next"]);
  await other.catchUp();
  expect({ heard: other.heard, missed: other.missed() }).toEqual({ heard: [["next"]], missed: 1 });
});

test.each(["hangs", "fails", "answers no JSON", "refuses commands"] as const)(
  "an Upstash that %s holds up one request and then none for a while",
  async (behaviour) => {
    const one = await frozen();
    server.behave(behaviour);
    await one.catchUp();
    expect(one.bus.status()).toBe("degraded");
    expect(warnings).toEqual(["changes of other processes could not be read from Upstash"]);
    server.behave("answers");
    const before = server.asked();
    await one.catchUp();
    expect(server.asked()).toBe(before);
    now += timing.restMs;
    await one.catchUp();
    expect(one.bus.status()).toBe("ok");
  },
);
