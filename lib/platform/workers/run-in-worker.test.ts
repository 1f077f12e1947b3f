import { afterEach, describe, expect, test } from "vitest";
import { trial } from "./fixtures/trial";
import { endWorkers, runInWorker } from "./run-in-worker";

afterEach(() => endWorkers());

const calls = { twice: (value: number) => value * 2 };
type Task = Parameters<NonNullable<typeof trial.of>>[0];
type Limits = Partial<Pick<typeof trial, "runMs" | "waiting">>;
const run = (task: Task, { limits = {}, signal }: { limits?: Limits; signal?: AbortSignal } = {}) =>
  runInWorker({ ...trial, ...limits }, task, { key: "somebody", calls, signal });
const answers = () =>
  expect(run({ does: "answer", value: 21 })).resolves.toEqual({ isMainThread: false, value: 42 });

describe("a program in a worker thread", () => {
  test("runs outside the main thread, which it can ask", answers);

  test("that never ends is ended by its deadline, and the main thread goes on meanwhile", async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const limits = { runMs: 200 };
    await expect(run({ does: "loop" }, { limits })).rejects.toMatchObject({ reason: "deadline" });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    await answers();
  });

  test("that takes too much memory ends alone", async () => {
    await expect(run({ does: "eat" })).rejects.toMatchObject({ reason: "memory" });
    await answers();
  });

  test("that ends its thread fails, and the next one has a new thread", async () => {
    await expect(run({ does: "exit" })).rejects.toMatchObject({ reason: "crashed" });
    await answers();
  });

  test("fails with its own words", async () => {
    await expect(run({ does: "throw" })).rejects.toThrow("The program says no.");
    await answers();
  });

  test("is ended by a signal, and so is one that still waits", async () => {
    const stop = new AbortController();
    const [running, waiting] = [1, 2].map(() => run({ does: "loop" }, { signal: stop.signal }));
    stop.abort(new Error("Nobody wants it any more."));
    await expect(running).rejects.toThrow("Nobody wants it any more.");
    await expect(waiting).rejects.toThrow("Nobody wants it any more.");
    await answers();
  });

  test("is refused when too many wait already", async () => {
    const limits = { waiting: { all: 1, ofOneKey: 1 } };
    const stop = new AbortController();
    const begun = [1, 2].map(() =>
      run({ does: "loop" }, { limits, signal: stop.signal }).catch(() => "ended"),
    );
    await expect(run({ does: "answer", value: 1 }, { limits })).rejects.toMatchObject({ reason: "busy" });
    stop.abort();
    expect(await Promise.all(begun)).toEqual(["ended", "ended"]);
  });

  test("fails at the end of the process", async () => {
    const running = expect(run({ does: "loop" })).rejects.toMatchObject({ reason: "crashed" });
    await endWorkers();
    await running;
  });
});
