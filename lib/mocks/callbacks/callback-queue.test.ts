import { describe, expect, test } from "vitest";
import { CallbackQueue, type CallbackQueueOptions } from "./callback-queue";

const limits = { runningOfOne: 2, running: 3, openOfOne: 3, open: 4, retryMs: [1000, 5000, 25_000] };

function made(options: Partial<CallbackQueueOptions> = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  return { waits, queue: new CallbackQueue({ ...limits, sleep, ...options }) };
}

describe("tries", () => {
  test.each([
    ["one, if that is final", [true], 1, []],
    ["a second one after a second", [false, true], 2, [1000]],
    ["four at most, further and further apart", [false, false, false, false, true], 4, [1000, 5000, 25_000]],
  ])("are %s", async (_, outcomes, attempts, expected) => {
    const { queue, waits } = made();
    let at = 0;
    const attempt = async () => ({ isFinal: outcomes[at++] ?? true });
    expect((await queue.send("a", attempt, 0)).attempts).toBe(attempts);
    expect(waits).toEqual(expected);
  });

  test("begin after their time", async () => {
    const { queue, waits } = made();
    await queue.send("a", async () => ({ isFinal: true }), 300);
    expect(waits).toEqual([300]);
  });

  test("of one project leave room for others, and no more run than may", async () => {
    const { queue } = made();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const send = (project: string) =>
      queue.send(
        project,
        () =>
          new Promise<{ isFinal: boolean }>((resolve) => {
            begun.push(project);
            ends.push(() => resolve({ isFinal: true }));
          }),
        0,
      );
    const all = ["a", "a", "a", "b", "b"].map(send);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await turn();
    expect(begun).toEqual(["a", "a", "b"]);
    while (ends.length > 0) {
      ends.shift()?.();
      await turn();
    }
    await Promise.all(all);
    expect(begun.toSorted()).toEqual(["a", "a", "a", "b", "b"]);
  });
});

test("what is too much for a project or in all is not accepted, and later there is room again", async () => {
  const { queue } = made();
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => void ends.push(resolve));
  const accepted = ["a", "a", "a"].map((project) => queue.accept(project, work));
  expect(queue.accept("a", work)).toBeUndefined();
  accepted.push(queue.accept("b", work));
  expect(queue.accept("c", work)).toBeUndefined();
  expect(queue.size).toBe(4);
  for (const end of ends) end();
  await Promise.all(accepted);
  expect(queue.size).toBe(0);
  const failing = queue.accept("c", () => Promise.reject(new Error("x")));
  await expect(failing).rejects.toThrow("x");
  expect(queue.size).toBe(0);
});
