import { expect, test } from "vitest";
import { CaptureQueue, type CaptureQueueOptions } from "./capture-queue";
import type { Capture } from "./captures";

type Write = { inbox: string; count: number; commit: (last: number) => void; fail: () => void };

/** A queue whose database and clock are the test's. */
function queueing(options: Partial<CaptureQueueOptions> = {}) {
  const clock = { now: 0 };
  const writes: Write[] = [];
  const queue = new CaptureQueue({
    write: (inbox, captures) =>
      new Promise((commit, reject) => {
        writes.push({ inbox, count: captures.length, commit, fail: () => reject(new Error("broken")) });
      }),
    committed: () => {},
    writersMax: 4,
    writersOfOneMax: 2,
    slowWritersMax: 1,
    batchMax: 200,
    batchBytesMax: 8 << 20,
    inboxBytesMax: 64 << 20,
    totalBytesMax: 256 << 20,
    slowMs: 500,
    writeMs: 60_000,
    waitMs: 5000,
    now: () => clock.now,
    ...options,
  });
  /** `a1` is an inbox of project a. */
  const add = (id: string) => {
    const outcome = queue
      .add({ id, projectId: id.charAt(0) }, capture)
      .then(String, ({ code, message }) => code ?? message);
    return outcome as Promise<string>;
  };
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const writing = () => writes.map(({ inbox }) => inbox).join(" ");
  const take = (inbox: string) => {
    const at = writes.findIndex((write) => write.inbox === inbox);
    return writes.splice(at, 1)[0] as Write;
  };
  return { queue, clock, add, turn, writing, take };
}

const capture: Capture = {
  ...{
    id: "",
    method: "POST",
    path: "",
    rawUrl: "/",
    rawHeaders: [],
    ip: "",
    receivedAt: new Date(0),
    signature: null,
  },
  body: Buffer.from("x"),
};

test("what arrives while a batch is committed forms the next one, numbered in order", async () => {
  const { add, turn, take, writing } = queueing();
  const first = [add("a1"), add("a1")];
  await turn();
  const second = [add("a1"), add("a1"), add("a1")];
  await turn();
  expect(writing()).toBe("a1");
  const one = take("a1");
  one.commit(2);
  await turn();
  const two = take("a1");
  two.commit(5);
  expect([one.count, two.count]).toEqual([2, 3]);
  expect(await Promise.all([...first, ...second])).toEqual(["1", "2", "3", "4", "5"]);
});

test("the database gets the next batch before the senders of the last one are answered", async () => {
  const { add, turn, take, writing } = queueing();
  const answered = add("a1").then(() => writing());
  await turn();
  void add("a1");
  await turn();
  take("a1").commit(1);
  expect(await answered).toBe("a1");
});

test("batches that fail leave each other a turn", async () => {
  const begun: number[] = [];
  let turns = 0;
  const { add } = queueing({
    batchMax: 1,
    write: async () => {
      begun.push(turns);
      throw new Error("broken");
    },
  });
  const count = () => {
    turns += 1;
    if (begun.length < 3) setImmediate(count);
  };
  setImmediate(count);
  expect(await Promise.all([add("a1"), add("a1"), add("a1")])).toEqual(["broken", "broken", "broken"]);
  expect(new Set(begun).size).toBe(3);
});

test("one project does not get all writers, and projects take turns", async () => {
  const { add, turn, take, writing } = queueing();
  for (const inbox of ["a1", "a2", "a3", "a4", "b1", "c1", "d1"]) void add(inbox);
  await turn();
  expect(writing()).toBe("a1 a2 b1 c1");
  take("b1").commit(1);
  await turn();
  expect(writing()).toBe("a1 a2 c1 d1");
  take("a1").commit(1);
  await turn();
  expect(writing()).toBe("a2 c1 d1 a3");
});

test("inboxes that were slow share a part of the writers", async () => {
  const { add, turn, take, clock, writing } = queueing({ writersOfOneMax: 4 });
  const slow = ["a1", "b1", "c1"];
  for (const inbox of slow) void add(inbox);
  await turn();
  clock.now = 600;
  for (const inbox of slow) take(inbox).fail();
  await turn();
  for (const inbox of [...slow, "d1", "e1"]) void add(inbox);
  await turn();
  expect(writing()).toBe("a1 d1 e1");
  take("a1").commit(1);
  await turn();
  expect(writing()).toBe("d1 e1 b1");
});

test("a batch that takes too long is refused, and the inbox goes on", async () => {
  const { add, turn, take } = queueing({ writeMs: 10 });
  expect(await add("a1")).toBe("unavailable");
  take("a1");
  const next = add("a1");
  await turn();
  take("a1").commit(7);
  expect(await next).toBe("7");
});

test("what waits too long for its batch is refused, and the oldest age tells of it", async () => {
  const { queue, add, turn, take, clock } = queueing();
  expect(queue.load.oldestMs).toBe(0);
  const first = add("a1");
  await turn();
  clock.now = 1000;
  const waiting = add("a1");
  expect(queue.load.oldestMs).toBe(1000);
  clock.now = 5999;
  queue.refuseOverdue();
  clock.now = 6000;
  const late = add("a1");
  queue.refuseOverdue();
  expect(await waiting).toBe("unavailable");
  expect(queue.load.oldestMs, "the batch under way").toBe(6000);
  take("a1").commit(1);
  expect(await first).toBe("1");
  await turn();
  expect(queue.load.oldestMs).toBe(0);
  take("a1").commit(2);
  expect(await late).toBe("2");
});

test("a failed batch fails its own captures only", async () => {
  const { add, turn, take } = queueing();
  const [one, other] = [add("a1"), add("b1")];
  await turn();
  take("a1").fail();
  take("b1").commit(1);
  expect(await Promise.all([one, other])).toEqual(["broken", "1"]);
});

test.each([
  ["for one inbox", { inboxBytesMax: 3000 }, "rate_limited"],
  ["in all", { totalBytesMax: 3000 }, "unavailable"],
])("what is too much %s is refused at once", async (_, options, code) => {
  const { add } = queueing(options);
  void add("a1");
  expect(await add("a1")).toBe(code);
});
