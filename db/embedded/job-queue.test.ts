import { expect, test } from "vitest";
import { JobQueue } from "./job-queue";

type Asking = { name: string; isQuick: boolean };
type Asked = { connection: Asking; text: string };

const slow = (name: string): Asking => ({ name, isQuick: false });
const quick = (name: string): Asking => ({ name, isQuick: true });
const [a, b, q, r] = [slow("a"), slow("b"), quick("q"), quick("r")];

/** Of jobs that arrived in this order, the order in which they are taken. */
function taken(arrived: readonly Asking[]): string {
  const queue = new JobQueue<Asking, Asked>();
  for (const [at, connection] of arrived.entries()) queue.push({ connection, text: `${at}` });
  const order: string[] = [];
  for (let job = queue.take(); job; job = queue.take()) order.push(`${job.connection.name}${job.text}`);
  return order.join(" ");
}

test.each([
  ["by arrival among equals", [a, b, a], "a0 b1 a2"],
  ["quick ones first, but every second turn at most", [a, b, q, r, q], "q2 a0 r3 b1 q4"],
  ["one after the other where nobody else waits", [q, r, q], "q0 r1 q2"],
  ["the others by arrival once no quick one is left", [a, q, b, a], "q1 a0 b2 a3"],
])("jobs are taken %s", (_, arrived, order) => {
  expect(taken(arrived)).toBe(order);
});

test("who holds the session goes on before anybody else, quick or not", () => {
  const queue = new JobQueue<Asking, Asked>();
  for (const connection of [q, a, b, a]) queue.push({ connection, text: "" });
  expect([queue.takeOf(a), queue.takeOf(a), queue.takeOf(a)].map((job) => job?.connection.name)).toEqual([
    "a",
    "a",
    undefined,
  ]);
  expect([queue.hasOf(a), queue.hasOf(b)]).toEqual([false, true]);
});

test("what is dropped is not taken", () => {
  const queue = new JobQueue<Asking, Asked>();
  for (const connection of [q, a, q]) queue.push({ connection, text: "" });
  queue.dropOf(q);
  expect(queue.take()?.connection).toBe(a);
  expect([queue.take(), queue.isEmpty]).toEqual([undefined, true]);
});
