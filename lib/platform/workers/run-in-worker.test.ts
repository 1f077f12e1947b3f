import { afterEach, describe, expect, test } from "vitest";
import { trial } from "./fixtures/trial";
import { endWorkers, runInWorker } from "./run-in-worker";

afterEach(() => endWorkers());

const calls = { twice: (value: number) => value * 2 };
type Task = Parameters<NonNullable<typeof trial.of>>[0];
type Limits = Partial<Pick<typeof trial, "runMs" | "waiting" | "threads" | "threadsOfOneKey">>;
const run = (task: Task, { limits = {}, signal }: { limits?: Limits; signal?: AbortSignal } = {}) =>
  runInWorker({ ...trial, ...limits }, task, { key: "somebody", calls, signal });
const shared = { threads: 2, threadsOfOneKey: 1 };
/** Asks for an answer as somebody else. */
const neighbour = (twice: (value: number) => number | Promise<number>) =>
  runInWorker({ ...trial, ...shared }, { does: "answer", value: 21 }, { key: "neighbour", calls: { twice } });
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

  test("has a thread that no other key can have", async () => {
    const stop = new AbortController();
    const limits = { ...shared, runMs: 600_000 };
    let ended = 0;
    const loops = [1, 2, 3].map(() =>
      run({ does: "loop" }, { limits, signal: stop.signal }).catch(() => {
        ended += 1;
      }),
    );
    await expect(neighbour(calls.twice)).resolves.toMatchObject({ value: 42 });
    expect(ended).toBe(0);
    stop.abort();
    await Promise.all(loops);
  });

  test("outlives what others do to their threads", async () => {
    const limits = { ...shared, runMs: 500 };
    const does = ["loop", "exit", "throw", "eat"] as const;
    const others = Promise.all(does.map((it) => run({ does: it }, { limits }).catch(() => "ended")));
    const answered = neighbour((value) => others.then(() => value * 2));
    expect(await others).toEqual(does.map(() => "ended"));
    expect(await answered).toMatchObject({ value: 42 });
  });

  test("fails at the end of the process", async () => {
    const running = expect(run({ does: "loop" })).rejects.toMatchObject({ reason: "crashed" });
    await endWorkers();
    await running;
  });
});
