import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decodeEnvelope } from "./envelope";
import { warnings } from "./fixtures/kept-log";
import { startRedisServer } from "./fixtures/redis-server";
import { startUpstashServer } from "./fixtures/upstash-server";
import { createRedisBus } from "./redis";
import { newRedisClient } from "./redis-link";
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

const createBus = (token = "t0ken") => createUpstashBus({ url: server.url, token, timing, now: () => now });
const arrived = () => server.messages().map(({ channel, text }) => [channel, decodeEnvelope(text)?.message]);

test("a message has been heard here and has reached Upstash when its publication resolves", async () => {
  const bus = createBus();
  const heard: unknown[] = [];
  const subscription = bus.subscribe("news", (message) => heard.push(message));
  await subscription.ready;
  await bus.publish("news", { id: "ü" });
  expect(heard).toEqual([{ id: "ü" }]);
  expect(arrived()).toEqual([["fieldkit:0:news", { id: "ü" }]]);
  subscription.close();
  await bus.publish("news", {});
  expect(heard).toHaveLength(1);
  expect({ status: bus.status(), hears: bus.hears }).toEqual({ status: "ok", hears: false });
});

test("processes that hold a connection to the same Redis hear what is sent over HTTPS", async () => {
  const redis = await startRedisServer();
  const [listening, relay] = [createRedisBus({ url: redis.url }), await newRedisClient(redis.url, 1000)];
  try {
    const heard: unknown[] = [];
    await listening.subscribe("news", (message) => heard.push(message)).ready;
    await createBus().publish("news", { id: 7 });
    await relay.connect();
    // What Upstash does with a publication.
    for (const { channel, text } of server.messages()) await relay.publish(channel, text);
    await vi.waitFor(() => expect(heard).toEqual([{ id: 7 }]), 20_000);
  } finally {
    relay.destroy();
    await listening.close();
    await redis.stop();
  }
});

test("many messages at once arrive in order, in few requests", async () => {
  const bus = createBus();
  const numbers = Array.from({ length: 250 }, (_, at) => at);
  await Promise.all(numbers.map((number) => bus.publish("news", number)));
  expect(arrived().map(([, message]) => message)).toEqual(numbers);
  expect(server.requests).toHaveLength(3);
});

test.each(["hangs", "fails", "answers no JSON", "refuses commands"] as const)(
  "an Upstash that %s delays no more than one publication, and is told of the loss afterwards",
  async (behaviour) => {
    const bus = createBus();
    const heard: unknown[] = [];
    bus.subscribe("news", (message) => heard.push(message));
    server.behave(behaviour);
    const start = performance.now();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await bus.publish("news", number);
    expect(performance.now() - start).toBeLessThan(5 * timing.publishWithinMs);
    expect(bus.status()).toBe("degraded");
    expect(warnings).toEqual(["a message to other processes was dropped: Upstash did not take it"]);
    server.behave("answers");
    now += timing.restMs;
    await bus.publish("news", 8);
    expect(heard).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(arrived()).toEqual([
      ["fieldkit:0:!lost", {}],
      ["fieldkit:0:news", 8],
    ]);
    expect(bus.status()).toBe("ok");
  },
);

test("a wrong token and a server that is away degrade the bus and fail no publication", async () => {
  const [stranger, bus] = [createBus("wrong"), createBus()];
  await stranger.publish("news", 1);
  expect(stranger.status()).toBe("degraded");
  await server.stop();
  await bus.publish("news", 1);
  expect(bus.status()).toBe("degraded");
  server = await startUpstashServer("t0ken");
});

test("a message too large to travel is heard here and told as a loss", async () => {
  const bus = createBus();
  const heard: unknown[] = [];
  bus.subscribe("news", (message) => heard.push(message));
  const large = "x".repeat(600_000);
  await bus.publish("news", large);
  await bus.publish("news", "small");
  expect(heard).toEqual([large, "small"]);
  expect(arrived()).toEqual([
    ["fieldkit:0:!lost", {}],
    ["fieldkit:0:news", "small"],
  ]);
});

test("closing waits for what is on its way, and not for long", async () => {
  const bus = createBus();
  void bus.publish("news", 1);
  await bus.close();
  expect(arrived()).toHaveLength(1);
  server.behave("hangs");
  void bus.publish("news", 2);
  const start = performance.now();
  await bus.close();
  expect(performance.now() - start).toBeLessThan(5 * timing.publishWithinMs);
});

test("processes count together over HTTPS, and each for itself while Upstash is away", async () => {
  const [one, other] = [createBus(), createBus()];
  expect([await one.countUp("a"), await other.countUp("a"), await one.countUp("b")]).toEqual([1, 2, 1]);
  await other.resetCount("a");
  expect(await one.countUp("a")).toBe(1);
  server.behave("fails");
  expect([await one.countUp("a"), await one.countUp("a"), await other.countUp("a")]).toEqual([1, 2, 1]);
  await one.resetCount("a");
  expect(await one.countUp("a")).toBe(1);
});
