import { beforeEach, expect, test } from "vitest";
import { Answer } from "@/lib/operations/answer";
import { calls } from "@/lib/platform/budgets/budgets";
import { JoinedReads } from "./joined-reads";

type Work = { begin(): boolean; end(body: string): void; fail(error: Error): void };

let reads: JoinedReads;
let works: Work[];

beforeEach(() => {
  reads = new JoinedReads();
  works = [];
});

/** A read whose work begins and ends when the test says so. */
const read = (name: string, isGone = () => false) =>
  reads.run(
    name,
    isGone,
    (begin) =>
      new Promise((resolve, reject) => {
        works.push({ begin, fail: reject, end: (body) => resolve(new Answer(200, ["a", "b"], body)) });
      }),
  );

test("reads that wait together are carried out once, and each gets an answer of its own", async () => {
  const both = [read("list"), read("list")];
  expect(works).toHaveLength(1);
  expect(works[0]?.begin()).toBe(true);
  works[0]?.end("rows");
  const [first, second] = await Promise.all(both);
  expect([first?.text, second?.text]).toEqual(["rows", "rows"]);
  first?.headers.push("x-request-id", "1");
  expect(second?.headers).toEqual(["a", "b"]);
});

test("a read that comes after the work began waits for work of its own", async () => {
  const early = read("list");
  works[0]?.begin();
  const late = read("list");
  expect(works).toHaveLength(2);
  works[0]?.end("before");
  expect((await early).text).toBe("before");
  // The end of the first must not close the second to others.
  const later = read("list");
  expect(works).toHaveLength(2);
  works[1]?.begin();
  works[1]?.end("after");
  expect([(await late).text, (await later).text]).toEqual(["after", "after"]);
});

test("reads of another name have work of their own", () => {
  read("list");
  read("another list");
  expect(works).toHaveLength(2);
});

test("only so many join", () => {
  for (let at = 0; at <= calls.joinedMax; at += 1) read("list");
  expect(works).toHaveLength(2);
});

test.each([
  ["all clients", [true, true], false],
  ["the one who came first", [true, false], true],
  ["nobody", [false, false], true],
])("after %s hung up, the work is wanted: %j %j", (_, gone, isWanted) => {
  for (const isGone of gone) read("list", () => isGone);
  expect(works[0]?.begin()).toBe(isWanted);
});

test("a read that fails before its turn fails for all, and the next is tried anew", async () => {
  const both = [read("list"), read("list")];
  works[0]?.fail(new Error("no turn"));
  for (const each of both) await expect(each).rejects.toThrow("no turn");
  read("list");
  expect(works).toHaveLength(2);
});

test("a large answer is given to nobody else, who carry it out in turn", async () => {
  const both = [read("list"), read("list")];
  const large = "x".repeat(calls.joinedLengthMax + 1);
  works[0]?.begin();
  works[0]?.end(large);
  expect((await both[0])?.text).toBe(large);
  expect(works).toHaveLength(2);
  works[1]?.end("anew");
  expect((await both[1])?.text).toBe("anew");
});
