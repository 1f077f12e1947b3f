import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Bus } from "./bus";
import { warnings } from "./fixtures/kept-log";
import { startRedisServer } from "./fixtures/redis-server";
import { startTcpProxy } from "./fixtures/tcp-proxy";
import { createRedisBus } from "./redis";
import { newRedisClient } from "./redis-link";

vi.mock("@/lib/platform/log/log", () => import("./fixtures/kept-log"));

/** Quick enough for tests, slow enough for a busy machine. */
const timing = {
  openWithinMs: 3000,
  pingEveryMs: 100,
  answerWithinMs: 500,
  retryMs: { first: 20, last: 100 },
  publishWithinMs: 500,
};
const soon = { timeout: 60_000, interval: 10 };
/** Keeps suites that run at once on one Redis apart. */
const prefix = `test:${randomUUID()}:`;
const configured = process.env.FIELDKIT_TEST_REDIS_URL;
const brokers = [
  { name: "a server of our own", start: () => startRedisServer() },
  { name: "a server with a password", start: () => startRedisServer({ password: "s3cret/@" }) },
  ...(configured
    ? [{ name: "the configured Redis", start: async () => ({ url: configured, stop: async () => {} }) }]
    : []),
];

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.each(brokers)("over $name", ({ start }) => {
  async function startBroker() {
    const broker = await start();
    cleanups.push(broker.stop);
    const direct = new URL(broker.url);
    const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 6379) });
    cleanups.push(proxy.stop);
    const proxied = new URL(direct);
    proxied.hostname = "127.0.0.1";
    proxied.port = String(proxy.port);
    return { proxy, url: proxied.href, direct: direct.href };
  }

  function createBus(url: string, own: Partial<typeof timing> = {}): Bus {
    const bus = createRedisBus({ url, timing: { ...timing, ...own }, prefix });
    cleanups.push(() => bus.close());
    return bus;
  }

  function listen(bus: Bus, channel = "news") {
    const heard: unknown[] = [];
    return { heard, ...bus.subscribe(channel, (message) => heard.push(message)) };
  }

  const isOk = (bus: Bus) => vi.waitFor(() => expect(bus.status()).toBe("ok"), soon);
  const isDegraded = (bus: Bus) => vi.waitFor(() => expect(bus.status()).toBe("degraded"), soon);

  test("every process hears a message once, in the order of publication, and the publisher at once", async () => {
    const { url } = await startBroker();
    const [here, there] = [createBus(url), createBus(url)];
    const [own, others] = [listen(here), listen(there)];
    const elsewhere = listen(there, "other");
    await Promise.all([own.ready, others.ready, elsewhere.ready]);
    const numbers = Array.from({ length: 200 }, (_, at) => at);
    const published = numbers.map((number) => here.publish("news", { number }));
    expect(own.heard).toEqual(numbers.map((number) => ({ number })));
    await Promise.all(published);
    await there.publish("news", "last");
    await vi.waitFor(() => expect(own.heard).toHaveLength(201), soon);
    await vi.waitFor(() => expect(others.heard).toHaveLength(201), soon);
    expect(others.heard.filter((message) => message !== "last")).toEqual(
      numbers.map((number) => ({ number })),
    );
    expect(elsewhere.heard).toEqual([]);
  });

  test("the first message reaches the others although it is published before there is a connection", async () => {
    const { url } = await startBroker();
    const { heard, ready } = listen(createBus(url));
    await ready;
    await createBus(url, { publishWithinMs: 10_000 }).publish("news", "early");
    await vi.waitFor(() => expect(heard).toEqual(["early"]), soon);
  });

  test("processes count together, and each for itself while Redis is away", async () => {
    const { url, proxy } = await startBroker();
    const [one, other] = [createBus(url), createBus(url)];
    const counts = await Promise.all([one.countUp("a"), other.countUp("a"), one.countUp("a")]);
    expect(counts.sort()).toEqual([1, 2, 3]);
    await other.resetCount("a");
    expect([await one.countUp("a"), await other.countUp("a")]).toEqual([1, 2]);
    await proxy.stop();
    await isDegraded(one);
    expect([await one.countUp("a"), await one.countUp("a")]).toEqual([1, 2]);
  });

  test("a channel is subscribed to for as long as it has a listener", async () => {
    const { url } = await startBroker();
    const [here, there] = [createBus(url), createBus(url)];
    const [first, second] = [listen(there), listen(there)];
    await Promise.all([first.ready, second.ready]);
    first.close();
    await here.publish("news", 1);
    await vi.waitFor(() => expect(second.heard).toEqual([1]), soon);
    second.close();
    const third = listen(there);
    await third.ready;
    await here.publish("news", 2);
    await vi.waitFor(() => expect(third.heard).toEqual([2]), soon);
    expect([first.heard, second.heard]).toEqual([[], [1]]);
  });

  test("after a cut the bus says so, comes back by itself, says that it resumed, and hears again", async () => {
    const { url, proxy, direct } = await startBroker();
    const [here, there] = [createBus(direct), createBus(url)];
    const listener = listen(there);
    await listener.ready;
    await Promise.all([isOk(here), isOk(there)]);
    const resumed = vi.fn();
    there.onResume(resumed);
    await proxy.cut();
    await isDegraded(there);
    await here.publish("news", "missed");
    const late = listen(there, "late");
    await proxy.restore();
    await late.ready;
    await isOk(there);
    expect(resumed).toHaveBeenCalledOnce();
    await here.publish("news", "heard");
    await here.publish("late", "heard too");
    await vi.waitFor(() => expect(late.heard).toEqual(["heard too"]), soon);
    expect(listener.heard).toEqual(["heard"]);
  });

  test("a connection on which nothing arrives any more is noticed without any message, and replaced", async () => {
    const { url, proxy } = await startBroker();
    const bus = createBus(url);
    await isOk(bus);
    proxy.hang();
    await isDegraded(bus);
    await proxy.restore();
    await isOk(bus);
  });

  test("a Redis that hangs never holds publications up", async () => {
    const { url, proxy } = await startBroker();
    const bus = createBus(url);
    const { heard } = listen(bus);
    await isOk(bus);
    proxy.hang();
    const start = performance.now();
    for (let at = 0; at < 20; at += 1) await bus.publish("news", at);
    // Only the first waits for its whole bound.
    expect(performance.now() - start).toBeLessThan(10 * timing.publishWithinMs);
    expect(heard).toHaveLength(20);
    expect(bus.status()).toBe("degraded");
  });

  test("what was lost on the way out is told to the others, who may have missed it", async () => {
    const { url, proxy, direct } = await startBroker();
    const [cutOff, other] = [createBus(url), createBus(direct)];
    await Promise.all([isOk(cutOff), isOk(other)]);
    const resumed = vi.fn();
    other.onResume(resumed);
    await proxy.cut();
    await isDegraded(cutOff);
    warnings.length = 0;
    for (let at = 0; at < 100; at += 1) await cutOff.publish("news", "dropped");
    expect(warnings).toEqual(["a message to other processes was dropped: there is no connection"]);
    expect(resumed).not.toHaveBeenCalled();
    await proxy.restore();
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledOnce(), soon);
  });

  test("a message too large to travel, or that is no JSON, is heard here and told to the others as a loss", async () => {
    const { url } = await startBroker();
    const [here, there] = [createBus(url), createBus(url)];
    const [own, others] = [listen(here), listen(there)];
    await Promise.all([others.ready, isOk(here)]);
    const resumed = vi.fn();
    there.onResume(resumed);
    const large = "x".repeat(600_000);
    await here.publish("news", large);
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledOnce(), soon);
    await here.publish("news", 1n);
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledTimes(2), soon);
    expect(own.heard).toEqual([large, 1n]);
    expect(others.heard).toEqual([]);
  });

  test("what others write into our channels is ignored", async () => {
    const { url, direct } = await startBroker();
    const [here, there] = [createBus(url), createBus(url)];
    const { heard, ready } = listen(there);
    await ready;
    const stranger = await newRedisClient(direct, 1000);
    await stranger.connect();
    cleanups.push(async () => stranger.destroy());
    const junk = [
      "",
      "{",
      "null",
      "[]",
      "{}",
      '{"message":1}',
      '{"from":1,"message":1}',
      "x".repeat(600_000),
    ];
    warnings.length = 0;
    for (const text of junk) await stranger.publish(`${prefix}news`, text);
    await here.publish("news", "ours");
    await vi.waitFor(() => expect(heard).toEqual(["ours"]), soon);
    expect(warnings).toEqual(["a message that is not ours was ignored"]);
    expect(there.status()).toBe("ok");
  });

  test("closing releases who waits for a subscription, and ends without Redis too", async () => {
    const { url, proxy } = await startBroker();
    await proxy.cut();
    const bus = createBus(url);
    const { ready } = listen(bus);
    await bus.publish("news", 1);
    await bus.close();
    await ready;
    expect(bus.status()).toBe("degraded");
  });
});

test("a server that accepts and never answers delays a publication by no more than its bound", async () => {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: 9 });
  cleanups.push(proxy.stop);
  proxy.hang();
  const bus = createRedisBus({ url: `redis://127.0.0.1:${proxy.port}`, timing });
  cleanups.push(() => bus.close());
  const start = performance.now();
  await bus.publish("news", 1);
  expect(performance.now() - start).toBeLessThan(timing.publishWithinMs + 10_000);
  expect(bus.status()).toBe("degraded");
});

test("a process that was busy for longer than an answer may take keeps its connections", async () => {
  const broker = await startRedisServer();
  cleanups.push(broker.stop);
  // So often that a ping is always under way.
  const impatient = { ...timing, pingEveryMs: 1, answerWithinMs: 200 };
  const bus = createRedisBus({ url: broker.url, timing: impatient });
  cleanups.push(() => bus.close());
  await vi.waitFor(() => expect(bus.status()).toBe("ok"), soon);
  const resumed = vi.fn();
  bus.onResume(resumed);
  for (let round = 0; round < 3; round += 1) {
    const until = performance.now() + 2 * impatient.answerWithinMs;
    while (performance.now() < until);
    await pause(50);
  }
  expect(resumed).not.toHaveBeenCalled();
  expect(bus.status()).toBe("ok");
});

test("two databases of one Redis do not hear each other", async () => {
  const broker = await startRedisServer();
  cleanups.push(broker.stop);
  const [one, two] = [1, 2].map((database) => createRedisBus({ url: `${broker.url}/${database}`, timing }));
  if (!one || !two) throw new Error("unreachable");
  cleanups.push(
    () => one.close(),
    () => two.close(),
  );
  const heard: unknown[] = [];
  const fence: unknown[] = [];
  await two.subscribe("news", (message) => heard.push(message)).ready;
  await one.subscribe("news", (message) => fence.push(message)).ready;
  const third = createRedisBus({ url: `${broker.url}/1`, timing });
  cleanups.push(() => third.close());
  await vi.waitFor(() => expect(third.status()).toBe("ok"), soon);
  await third.publish("news", "for the first");
  await vi.waitFor(() => expect(fence).toEqual(["for the first"]), soon);
  expect(heard).toEqual([]);
});
