import { expect, test } from "vitest";
import { Gate } from "./gate";

const settled = () => new Promise((resolve) => setImmediate(resolve));

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

/** Enters, says so, and leaves. */
async function visit(gate: Gate, owner: string, said: string[]): Promise<void> {
  const leave = await gate.enter(owner);
  said.push(leave ? owner : `not ${owner}`);
  await null;
  leave?.();
}

test("so many run at once, the others one by one, also after a failure", async () => {
  const gate = new Gate({ running: 2 });
  const began: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const runs = ["a", "b", "c", "d"].map((name) =>
    gate.run(
      () =>
        new Promise<string>((resolve, reject) => {
          began.push(name);
          ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
        }),
    ),
  );
  await settled();
  expect(began).toEqual(["a", "b"]);
  ends.get("a")?.(new Error("no"));
  await expect(runs[0]).rejects.toThrow("no");
  await settled();
  expect(began).toEqual(["a", "b", "c"]);
  for (const name of ["b", "c"]) ends.get(name)?.();
  await settled();
  ends.get("d")?.();
  expect(await Promise.all(runs.slice(1))).toEqual(["b", "c", "d"].map((result) => ({ result })));
});

test("one owner's tasks wait for each other, and nobody else's wait for them", async () => {
  const gate = new Gate({ runningOfOne: 2, waitingOfOne: 3, waitMs: 60_000 });
  const mine = Array.from({ length: 4 }, task);
  const results = mine.map(({ work }) => gate.run(work, "mine"));
  const other = task();
  const others = gate.run(other.work, "other");
  await settled();
  expect(mine.map(({ state }) => state.began)).toEqual([true, true, false, false]);
  expect(other.state.began).toBe(true);
  mine[1]?.state.end();
  await results[1];
  await settled();
  expect(mine.map(({ state }) => state.began)).toEqual([true, true, true, false]);
  for (const { state } of [...mine, other]) state.end();
  expect(await Promise.all([...results, others])).toEqual(Array(5).fill({ result: "done" }));
});

test("whoever brings much does not go before others", async () => {
  const said: string[] = [];
  const gate = new Gate({ running: 1 });
  await Promise.all(["much", "much", "much", "much", "little"].map((owner) => visit(gate, owner, said)));
  expect(said).toEqual(["much", "much", "little", "much", "much"]);
});

test("a place that its owner may not take goes to the next one", async () => {
  const gate = new Gate({ running: 2, runningOfOne: 1 });
  const leaveMine = await gate.enter("mine");
  const mine = task();
  const [later, other] = [gate.run(mine.work, "mine"), gate.run(async () => "other", "other")];
  expect(await other).toEqual({ result: "other" });
  expect(mine.state.began).toBe(false);
  leaveMine?.();
  mine.state.end();
  expect(await later).toEqual({ result: "done" });
});

test("too many are refused: of one owner, and in all", async () => {
  const said: string[] = [];
  const gate = new Gate({ running: 1, waiting: 4, waitingOfOne: 3 });
  const owners = ["a", "a", "a", "a", "a", "b", "c"];
  await Promise.all(owners.map((owner) => visit(gate, owner, said)));
  expect(said.filter((each) => each.startsWith("not"))).toEqual(["not a", "not c"]);
});

test("what waits for too long is turned away and takes no place", async () => {
  const gate = new Gate({ runningOfOne: 1, waitingOfOne: 1, waitMs: 1 });
  const first = task();
  const running = gate.run(first.work, "mine");
  const late = gate.run(async () => "late", "mine");
  expect(await late).toBeUndefined();
  first.state.end();
  expect(await running).toEqual({ result: "done" });
  expect(await gate.run(async () => "again", "mine")).toEqual({ result: "again" });
});

test("who gives up makes room, and leaving twice lets one in", async () => {
  const gate = new Gate({ running: 1, waiting: 1, waitingOfOne: 1 });
  const stop = new AbortController();
  const leave = await gate.enter("a");
  const givingUp = gate.enter("b", stop.signal);
  stop.abort(new Error("enough"));
  await expect(givingUp).rejects.toThrow("enough");
  const waiting = gate.enter("c");
  leave?.();
  leave?.();
  expect(await waiting).toBeDefined();
  const last = gate.enter("d");
  expect(await gate.enter("e")).toBeUndefined();
  (await waiting)?.();
  expect(await last).toBeDefined();
});
