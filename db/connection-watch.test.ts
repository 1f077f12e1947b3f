import { expect, test } from "vitest";
import { ConnectionWatch, type WatchedConnection } from "./connection-watch";

const limits = { ticksMax: 100 };

/** A watch whose timer and database are the test's. */
function watching({ isBusy = false } = {}) {
  const changes: boolean[] = [];
  const asked: { pids: readonly number[]; answer: (atWork?: number[]) => void; fail: () => void }[] = [];
  const watch = new ConnectionWatch({
    ask: (pids, signal) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error("no answer"));
        signal.addEventListener("abort", fail);
        asked.push({ pids, answer: (atWork) => resolve(atWork && new Set(atWork)), fail });
      }),
    isBusy: () => isBusy,
    onChange: (isAway) => changes.push(isAway),
  });
  const ticks = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      watch.tick();
      await new Promise(setImmediate);
    }
  };
  const connection = (processID: number) => {
    const state = { isOpen: true };
    const given: WatchedConnection = {
      processID,
      connection: {
        stream: {
          destroy() {
            state.isOpen = false;
          },
        },
      },
    };
    return { given, isOpen: () => state.isOpen };
  };
  return { watch, changes, asked, ticks, connection };
}

test("what comes back within a second asks nothing", async () => {
  const { watch, asked, ticks, connection } = watching();
  for (let at = 0; at < 20; at += 1) {
    const { given } = connection(at);
    watch.begins(given, limits);
    await ticks(3);
    watch.ends(given);
  }
  expect(asked).toHaveLength(0);
  watch.close();
});

test("a silence is known within five seconds: all who wait are told, and it ends with the first answer", async () => {
  const { watch, changes, asked, ticks, connection } = watching();
  const { given, isOpen } = connection(7);
  const told: unknown[] = [];
  watch.begins(given, limits);
  watch.waits((error) => told.push(error));
  await ticks(15);
  expect([isOpen(), told.length, changes]).toEqual([true, 0, []]);
  await ticks(3);
  expect([isOpen(), told.length, changes]).toEqual([false, 1, [true]]);
  expect(watch.awayBecause).toBeInstanceOf(Error);
  await ticks(4);
  asked.at(-1)?.answer();
  await ticks(1);
  expect([watch.awayBecause, changes]).toEqual([undefined, [true, false]]);
  watch.close();
});

test("a refused connection asks at once, and a refusal is the answer", async () => {
  const { watch, asked, ticks, changes } = watching();
  watch.failed();
  expect(asked).toHaveLength(1);
  asked[0]?.fail();
  await ticks(1);
  expect(changes).toEqual([true]);
  watch.close();
});

test("a slow query is left alone as long as the server is at it", async () => {
  const { watch, asked, ticks, connection } = watching();
  const { given, isOpen } = connection(7);
  watch.begins(given, limits);
  for (let at = 0; at < 90; at += 1) {
    await ticks(1);
    asked.at(-1)?.answer([7]);
  }
  expect([isOpen(), asked.every(({ pids }) => pids.join() === "7")]).toEqual([true, true]);
  await ticks(12);
  expect(isOpen(), "until its limit").toBe(false);
  watch.close();
});

test("a connection of which the server knows no work is given up, and those that were idle are suspect", async () => {
  const { watch, asked, ticks, changes, connection } = watching();
  const [idle, lost, working, fresh] = [connection(1), connection(2), connection(3), connection(4)];
  watch.begins(idle.given, limits);
  watch.ends(idle.given);
  watch.begins(lost.given, limits);
  watch.begins(working.given, limits);
  for (let at = 0; at < 18; at += 1) {
    await ticks(1);
    asked.at(-1)?.answer([3]);
  }
  expect([lost.isOpen(), working.isOpen(), changes]).toEqual([false, true, []]);
  expect([idle, fresh].map(({ given }) => watch.isSuspect(given))).toEqual([true, false]);
  watch.ends(working.given);
  await ticks(1);
  watch.begins(fresh.given, limits);
  watch.ends(fresh.given);
  expect([working, fresh].map(({ given }) => watch.isSuspect(given))).toEqual([false, false]);
  watch.close();
});

test("behind a pooler, where the server cannot be asked, only the limit counts", async () => {
  const { watch, asked, ticks, connection } = watching();
  const { given, isOpen } = connection(7);
  watch.begins(given, { ticksMax: 30 });
  for (let at = 0; at < 29; at += 1) {
    await ticks(1);
    asked.at(-1)?.answer();
  }
  expect(isOpen()).toBe(true);
  await ticks(1);
  expect(isOpen()).toBe(false);
  watch.close();
});

test("a database that is known to be at work is not away, however long it is silent", async () => {
  const { watch, ticks, changes, connection } = watching({ isBusy: true });
  const { given, isOpen } = connection(7);
  watch.begins(given, limits);
  await ticks(60);
  expect([changes, isOpen()]).toEqual([[], true]);
  watch.close();
});
