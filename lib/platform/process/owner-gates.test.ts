import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { OwnerGates } from "./owner-gates";

const limits = { atOnce: 2, waitingMax: 3, waitMs: 60_000 };

/** Work that ends when it is told to. */
function task() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { began: false, end };
  const work = async () => {
    state.began = true;
    await done;
    return "done";
  };
  return { state, work };
}

test("one owner's tasks wait for each other, and nobody else's wait for them", async () => {
  const gate = new OwnerGates(limits);
  const mine = Array.from({ length: 4 }, task);
  const results = mine.map(({ work }) => gate.run("mine", work));
  const other = task();
  const others = gate.run("other", other.work);
  expect(mine.map(({ state }) => state.began)).toEqual([true, true, false, false]);
  expect(other.state.began).toBe(true);
  mine[1]?.state.end();
  await results[1];
  await sleep(0);
  expect(mine.map(({ state }) => state.began)).toEqual([true, true, true, false]);
  for (const { state } of [...mine, other]) state.end();
  expect(await Promise.all([...results, others])).toEqual(Array(5).fill({ result: "done" }));
});

test("a task that fails makes room for the next", async () => {
  const gate = new OwnerGates({ ...limits, atOnce: 1 });
  const failed = gate.run("mine", async () => {
    throw new Error("no");
  });
  const next = gate.run("mine", async () => "next");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toEqual({ result: "next" });
});

test("what finds too many waiting, or waits for too long, is turned away and takes no place", async () => {
  const gate = new OwnerGates({ atOnce: 1, waitingMax: 1, waitMs: 1 });
  const first = task();
  const running = gate.run("mine", first.work);
  const late = gate.run("mine", async () => "late");
  expect(await gate.run("mine", async () => "too many")).toBeUndefined();
  expect(await late).toBeUndefined();
  first.state.end();
  expect(await running).toEqual({ result: "done" });
  expect(await gate.run("mine", async () => "again")).toEqual({ result: "again" });
});
