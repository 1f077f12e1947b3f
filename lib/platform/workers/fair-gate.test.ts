import { expect, test } from "vitest";
import { FairGate } from "./fair-gate";

const limits = { running: 1, waiting: { all: 4, ofOneKey: 3 } };

/** Enters, says so, and leaves. */
async function visit(gate: FairGate, key: string, said: string[]): Promise<void> {
  const leave = await gate.enter(key);
  said.push(leave ? key : `not ${key}`);
  await null;
  leave?.();
}

test("whoever brings much does not go before others", async () => {
  const said: string[] = [];
  const gate = new FairGate(limits);
  await Promise.all(["much", "much", "much", "much", "little"].map((key) => visit(gate, key, said)));
  expect(said).toEqual(["much", "much", "little", "much", "much"]);
});

test("too many are refused: of one key, and in all", async () => {
  const said: string[] = [];
  const gate = new FairGate(limits);
  const keys = ["a", "a", "a", "a", "a", "b", "c"];
  await Promise.all(keys.map((key) => visit(gate, key, said)));
  expect(said.filter((each) => each.startsWith("not"))).toEqual(["not a", "not c"]);
});

test("who gives up makes room, and leaving twice lets one in", async () => {
  const gate = new FairGate({ running: 1, waiting: { all: 1, ofOneKey: 1 } });
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
