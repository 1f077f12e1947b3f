import { beforeEach, expect, test } from "vitest";
import { connections } from "@/lib/platform/budgets/budgets";
import { RequestTurns } from "./request-turns";

let next: (() => void) | undefined;
let begun: string[];
let requests: RequestTurns;

beforeEach(() => {
  next = undefined;
  begun = [];
  requests = new RequestTurns((work) => {
    next = work;
  });
});

const ask = (name: string, { client = "somebody", isGone = false } = {}) =>
  requests.enter({ names: [client], begin: () => begun.push(name), isGone: () => isGone });

/** One turn of the event loop. @returns whether another one is asked for */
function turn(): boolean {
  const work = next;
  next = undefined;
  work?.();
  return next !== undefined;
}

test("one begins in each turn, by arrival", () => {
  for (const name of ["a", "b", "c"]) ask(name);
  expect(begun).toEqual([]);
  expect([turn(), begun]).toEqual([true, ["a"]]);
  expect([turn(), begun]).toEqual([true, ["a", "b"]]);
  expect([turn(), begun]).toEqual([false, ["a", "b", "c"]]);
});

test("who hung up meanwhile takes no turn", () => {
  ask("gone", { isGone: true });
  ask("gone, too", { client: "another", isGone: true });
  ask("a");
  turn();
  expect(begun).toEqual(["a"]);
  while (turn());
  expect(begun).toEqual(["a"]);
});

test("clients take turns, however many each of them sends", () => {
  for (const name of ["a1", "a2", "a3", "a4"]) ask(name, { client: "a" });
  ask("b1", { client: "b" });
  turn();
  ask("c1", { client: "c" });
  ask("b2", { client: "b" });
  while (turn());
  expect(begun).toEqual(["a1", "b1", "a2", "c1", "b2", "a3", "a4"]);
});

test("a turn that accepted a connection begins nothing, so that the next one is accepted at once", () => {
  ask("a");
  requests.accepted();
  expect([turn(), begun]).toEqual([true, []]);
  expect([turn(), begun]).toEqual([false, ["a"]]);
});

test("connections without end do not keep requests from beginning", () => {
  ask("a");
  ask("b");
  let turns = 0;
  while (begun.length < 2) {
    requests.accepted();
    turn();
    turns += 1;
    expect(turns).toBeLessThan(1000);
  }
  expect(turns).toBe(2 * (connections.acceptedFirstMax + 1));
});

test("a request that fails to begin does not stop the others", () => {
  requests.enter({
    names: ["somebody"],
    begin: () => {
      throw new Error("broken");
    },
    isGone: () => false,
  });
  ask("a");
  expect(turn).toThrow("broken");
  turn();
  expect(begun).toEqual(["a"]);
});
