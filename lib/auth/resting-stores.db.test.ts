import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { auth } from "./auth";
import { revealOutage } from "./auth-problems";
import { RestingStores, storesOfAuth } from "./resting-stores";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function watched() {
  const store = new AsyncLocalStorage<string>();
  const disable = vi.spyOn(store, "disable");
  return { store, disable, resting: new RestingStores(() => [store]) };
}

it("lets stores rest once nobody has needed them for a second", async () => {
  const { store, disable, resting } = watched();
  const use = (text: string) => resting.during(async () => store.run(text, () => store.getStore()));
  expect(await use("a")).toBe("a");
  vi.advanceTimersByTime(999);
  expect(await use("b")).toBe("b");
  vi.advanceTimersByTime(999);
  expect(disable).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(disable).toHaveBeenCalledTimes(1);
  expect(await use("c")).toBe("c");
});

it("leaves them on while a call is under way, however long it takes, and also when one fails", async () => {
  const { store, disable, resting } = watched();
  let end = () => {};
  const long = resting.during(() =>
    store.run("long", () => new Promise<void>((resolve) => (end = resolve)).then(() => store.getStore())),
  );
  await expect(resting.during(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  vi.advanceTimersByTime(60_000);
  expect(disable).not.toHaveBeenCalled();
  end();
  expect(await long).toBe("long");
  vi.advanceTimersByTime(1000);
  expect(disable).toHaveBeenCalledTimes(1);
});

it("finds every store that better-auth has switched on, and calls go on after their rest", async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, "run");
  const disable = vi.spyOn(AsyncLocalStorage.prototype, "disable");
  const ask = () => revealOutage(() => auth().api.getSession({ headers: new Headers() }));
  expect(await ask()).toBeNull();
  const used = new Set(run.mock.contexts);
  expect(storesOfAuth().length).toBeGreaterThan(0);
  vi.advanceTimersByTime(1000);
  const resting = new Set(disable.mock.contexts);
  for (const store of used) expect(resting).toContain(store);
  expect(await ask()).toBeNull();
});
