import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answers } from "@/lib/platform/budgets/budgets";
import { endTogether } from "./end-together";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate"] }));
afterEach(() => void vi.useRealTimers());

const ended: [number, unknown][] = [];
beforeEach(() => void ended.splice(0));

const responseOf = (number: number) =>
  ({ end: (body: unknown) => ended.push([number, body]) }) as unknown as ServerResponse;

it("ends all answers of a turn of the event loop in their order when it is over", () => {
  endTogether(responseOf(1), "one");
  endTogether(responseOf(2), null);
  expect(ended).toEqual([]);
  vi.runAllTimers();
  expect(ended).toEqual([
    [1, "one"],
    [2, undefined],
  ]);
});

it("lets no more than so many wait", () => {
  for (let number = 1; number <= answers.togetherMax + 1; number++) endTogether(responseOf(number), null);
  expect(ended).toHaveLength(answers.togetherMax);
  endTogether(responseOf(0), null);
  expect(ended).toHaveLength(answers.togetherMax);
  vi.runAllTimers();
  expect(ended.map(([number]) => number).slice(-2)).toEqual([answers.togetherMax + 1, 0]);
});
