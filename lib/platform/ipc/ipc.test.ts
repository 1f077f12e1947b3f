import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "@/lib/platform/bus/bus";
import { createMemoryBus } from "@/lib/platform/bus/memory";
import { Hub } from "./hub";
import { Link } from "./link";
import type { MemberKind } from "./member";
import { answerOthers, others } from "./others";

/** A child of the hub in this process, with the channel between them. Messages go as JSON, a turn later each way. */
class FakeChild extends EventEmitter {
  connected = true;
  /** While it is on, the child does nothing. */
  isBusy = false;
  #kept: unknown[] = [];
  #listener: (message: unknown) => void = () => {};
  readonly link: Link;

  constructor(hub: Hub, kind: MemberKind) {
    super();
    this.link = new Link({
      send: (message) => setImmediate(() => this.emit("message", copyOf(message))),
      onMessage: (listener) => {
        this.#listener = listener;
      },
    });
    hub.add(kind, this as unknown as ChildProcess);
  }

  send(message: unknown): void {
    setImmediate(() => (this.isBusy ? this.#kept.push(copyOf(message)) : this.#listener(copyOf(message))));
  }

  goOn(): void {
    this.isBusy = false;
    for (const message of this.#kept.splice(0)) this.#listener(message);
  }

  end(): void {
    this.connected = false;
    this.emit("exit");
  }
}

const copyOf = (message: unknown) => JSON.parse(JSON.stringify(message));

/** A hub with two workers and the pages, all of which listen to one channel. */
async function family(waitingBytesMax?: number) {
  const hub = new Hub(createMemoryBus(), waitingBytesMax);
  const heard: string[] = [];
  const listen = (name: string) => (message: unknown) => void heard.push(`${name} ${message}`);
  hub.bus.subscribe("c", listen("parent"));
  const [one, two, pages] = [
    new FakeChild(hub, "worker"),
    new FakeChild(hub, "worker"),
    new FakeChild(hub, "pages"),
  ];
  const children = { one, two, pages };
  const ready = Object.entries(children).map(
    ([name, child]) => child.link.bus.subscribe("c", listen(name)).ready,
  );
  await Promise.all(ready);
  return { hub, heard, ...children };
}

beforeEach(() => others().answers.clear());

describe("a message", () => {
  it("of a worker is heard once by itself, its parent and all others, before the publisher goes on", async () => {
    const { one, heard } = await family();
    await one.link.bus.publish("c", "x");
    await expect.poll(() => heard).toContain("pages x");
    expect(heard.sort()).toEqual(["one x", "pages x", "parent x", "two x"]);
    expect(one.link.pagesAt).toBeGreaterThan(0);
  });

  it("may reach others from a child in any case, and from the parent while anybody listens", async () => {
    const hub = new Hub(createMemoryBus());
    const { link } = new FakeChild(hub, "worker");
    expect([hub.bus.isHeard("d"), link.bus.isHeard("d")]).toEqual([false, true]);
    const subscription = link.bus.subscribe("d", () => {});
    await subscription.ready;
    expect(hub.bus.isHeard("d")).toBe(true);
    subscription.close();
    await expect.poll(() => hub.bus.isHeard("d")).toBe(false);
  });

  it("of the parent is heard by the workers before it goes on", async () => {
    const { hub, heard } = await family();
    await hub.bus.publish("c", "x");
    expect(heard).toEqual(expect.arrayContaining(["parent x", "one x", "two x"]));
  });

  it("is not needed to count together", async () => {
    const { hub, one, two } = await family();
    const count = (bus: Bus) => bus.countUp("a");
    expect([await count(one.link.bus), await count(two.link.bus), await count(hub.bus)]).toEqual([1, 2, 3]);
    await two.link.bus.resetCount("a");
    expect(await count(one.link.bus)).toBe(1);
  });

  it("does not wait for pages that are busy, nor for more than a second for a worker", async () => {
    const { one, two, pages, heard } = await family();
    pages.isBusy = true;
    await one.link.bus.publish("c", "x");
    expect(heard).not.toContain("pages x");
    two.isBusy = true;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const published = one.link.bus.publish("c", "y");
    const done = vi.fn();
    void published.then(done);
    await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    await published;
    two.goOn();
    expect(heard).toContain("two y");
  });

  it("does not wait for a worker that ends", async () => {
    const { one, two } = await family();
    two.isBusy = true;
    const published = one.link.bus.publish("c", "x");
    setImmediate(() => setImmediate(() => two.end()));
    await published;
  });

  it("comes no more after the subscription is closed", async () => {
    const { hub, one } = await family();
    const listener = vi.fn();
    const { ready, close } = one.link.bus.subscribe("d", listener);
    await ready;
    await hub.bus.publish("d", 1);
    close();
    close();
    await new Promise((resolve) => setImmediate(resolve));
    await hub.bus.publish("d", 2);
    expect(listener.mock.calls).toEqual([[1]]);
  });
});

describe("the pages", () => {
  it("answer what comes after a change only when they have heard of it", async () => {
    const { one, two, pages, heard } = await family();
    pages.isBusy = true;
    await one.link.bus.publish("c", "x");
    // The other worker, whom the writer's next request may meet, knows as well how far the pages must be.
    expect(two.link.pagesAt).toBe(one.link.pagesAt);
    const reached = pages.link.reached(two.link.pagesAt, 60_000).then(() => [...heard]);
    pages.goOn();
    expect(await reached).toContain("pages x");
  });

  it("that are started again need not have heard of what was before", async () => {
    const { hub, one, pages } = await family();
    await one.link.bus.publish("c", "x");
    pages.end();
    const next = new FakeChild(hub, "pages");
    hub.tell("something", true);
    await next.link.until("something");
    await next.link.reached(one.link.pagesAt, 60_000);
  });
});

describe("what the parent tells", () => {
  it("is known to those that come later, and waited for", async () => {
    const { hub, one } = await family();
    hub.tell("database", { isBusy: true });
    const late = new FakeChild(hub, "worker");
    expect(await late.link.until("database")).toEqual({ isBusy: true });
    const wanted = one.link.until<{ isBusy: boolean }>("database", ({ isBusy }) => !isBusy);
    hub.tell("database", { isBusy: false });
    expect(await wanted).toEqual({ isBusy: false });
    expect(await one.link.until("nothing", undefined, 1)).toBeUndefined();
  });

  it("has the bus as it is", async () => {
    const { hub, one } = await family();
    const resumed = vi.fn();
    one.link.bus.onResume(resumed);
    hub.tell("bus", { hears: true, status: "degraded" });
    await expect.poll(() => one.link.bus.status()).toBe("degraded");
    expect(one.link.bus.hears).toBe(true);
  });
});

it("a question is answered by all that have an answer, in time", async () => {
  const { hub, pages } = await family();
  pages.isBusy = true;
  answerOthers("captures", () => 7);
  // All of these are one process here, so that each gives the same answer. The last link or hub made asks.
  const child = new FakeChild(hub, "worker");
  expect(child.connected).toBe(true);
  expect(await others().ask("captures", 50)).toEqual([7, 7, 7]);
  expect(await others().ask("metrics", 50)).toEqual([]);
});

it("a child that does not listen misses messages in the end, and is told so", async () => {
  const { hub, one } = await family(1000);
  const resumed = vi.fn();
  one.link.bus.onResume(resumed);
  one.isBusy = true;
  const all = Array.from({ length: 11 }, () => hub.bus.publish("c", "x".repeat(98)));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  one.goOn();
  await Promise.all(all);
  await expect.poll(() => resumed).toHaveBeenCalledTimes(1);
});

it("when a child ends, its parent and the others check what they have in memory", async () => {
  const { hub, one, two, pages } = await family();
  const told: string[] = [];
  for (const [name, bus] of Object.entries({
    parent: hub.bus,
    one: one.link.bus,
    two: two.link.bus,
    pages: pages.link.bus,
  })) {
    bus.onResume(() => told.push(name));
  }
  one.end();
  await expect.poll(() => told.sort()).toEqual(["pages", "parent", "two"]);
});

it("a child is alive while it answers in time", async () => {
  const hub = new Hub(createMemoryBus());
  const child = new FakeChild(hub, "worker");
  const member = hub.add("worker", child as unknown as ChildProcess);
  expect(await hub.isAlive(member, 60_000)).toBe(true);
  child.isBusy = true;
  expect(await hub.isAlive(member, 40)).toBe(false);
});
