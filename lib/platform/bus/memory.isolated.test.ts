import { expect, test, vi } from "vitest";
import { warnings } from "./fixtures/kept-log";
import { createMemoryBus } from "./memory";

vi.mock("@/lib/platform/log/log", () => import("./fixtures/kept-log"));

test("listeners have run once each when a publication resolves", async () => {
  const bus = createMemoryBus();
  const heard: unknown[] = [];
  await bus.subscribe("a", (message) => heard.push(["first", message])).ready;
  await bus.subscribe("a", (message) => heard.push(["second", message])).ready;
  bus.subscribe("b", (message) => heard.push(["other channel", message]));
  await bus.publish("a", { id: 1 });
  expect(heard).toEqual([
    ["first", { id: 1 }],
    ["second", { id: 1 }],
  ]);
});

test("closing one subscription leaves its equals, and closing twice closes nothing else", async () => {
  const bus = createMemoryBus();
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const first = bus.subscribe("a", listener);
  bus.subscribe("a", listener);
  first.close();
  first.close();
  await bus.publish("a", {});
  expect(heard).toBe(1);
});

test("a listener that throws fails neither the publisher nor the next listener", async () => {
  const bus = createMemoryBus();
  const heard: unknown[] = [];
  bus.subscribe("a", () => {
    throw new Error("listener");
  });
  bus.subscribe("a", (message) => heard.push(message));
  await bus.publish("a", 1);
  expect(heard).toEqual([1]);
  expect(warnings).toEqual(["a listener of the bus failed"]);
});

test("a listener may close itself while it is called", async () => {
  const bus = createMemoryBus();
  const heard: string[] = [];
  const once = bus.subscribe("a", () => {
    heard.push("once");
    once.close();
  });
  bus.subscribe("a", () => heard.push("always"));
  await bus.publish("a", 1);
  await bus.publish("a", 2);
  expect(heard).toEqual(["once", "always", "always"]);
});

test("a channel is heard for as long as somebody listens", () => {
  const bus = createMemoryBus();
  expect(bus.isHeard("a")).toBe(false);
  const [one, other] = [bus.subscribe("a", () => {}), bus.subscribe("a", () => {})];
  one.close();
  expect([bus.isHeard("a"), bus.isHeard("b")]).toEqual([true, false]);
  other.close();
  expect(bus.isHeard("a")).toBe(false);
});

test("a name is counted by itself, and begins anew when it is reset", async () => {
  const bus = createMemoryBus();
  expect(await Promise.all([bus.countUp("a"), bus.countUp("a"), bus.countUp("b")])).toEqual([1, 2, 1]);
  await bus.resetCount("a");
  expect([await bus.countUp("a"), await bus.countUp("b")]).toEqual([1, 2]);
});
