import { expect, test } from "vitest";
import { CountedAnswer, exchange, hourMs, minuteMs, type Tally, UseCounts } from "./use-counts";

const noon = Date.parse("2030-01-01T12:00:00Z");
const place = { projectId: "p", environmentId: "e" };
const elsewhere = { projectId: "p", environmentId: "f" };

const counter = (options = {}) =>
  new UseCounts({ talliesMax: 100, projectTalliesMax: 50, listedMax: 100, ...options });
const answer = (flagId: string, given = "on") => new CountedAnswer("group", flagId, given);

const shown = (tallies: readonly Tally[]) =>
  Object.fromEntries(
    tallies.map(({ use: { projectId, environmentId, hour, kind, flagId, answer: given }, count }) => [
      `${projectId} ${environmentId} ${hour - noon / hourMs} ${kind} ${flagId} ${given}`,
      count,
    ]),
  );

test("what was counted is taken once, by environment, hour, flag and answer", () => {
  const counts = counter();
  const [on, off] = [answer("a"), answer("a", "off")];
  counts.add(place, on, noon);
  counts.add(place, on, noon + 1);
  counts.add(elsewhere, on, noon);
  counts.add(place, on, noon);
  counts.addAll(place, [{ counted: on }, { counted: off }], noon + hourMs);
  // Another object for the same answer, as after a change of the flag.
  counts.add(place, answer("a"), noon + hourMs);
  counts.add(place, new CountedAnswer("global", "a", "on"), noon + hourMs);
  const taken = counts.take();
  expect(shown(taken)).toEqual({
    "p e 0 group a on": 3,
    "p f 0 group a on": 1,
    "p e 1 group a on": 2,
    "p e 1 group a off": 1,
    "p e 1 global a on": 1,
  });
  expect(counts.take()).toEqual(taken);
  counts.leave(taken);
  expect(counts.take()).toEqual([]);
});

test("a list counts all of its answers, but for those that are others", () => {
  const counts = counter();
  const list = {
    answers: [answer("a"), answer("b"), answer("c")],
    instead: [[answer("a", "off")], [answer("b", "off"), answer("b", "override")], []],
  };
  const others = Uint32Array.of(exchange(0, 0), exchange(1, 1));
  counts.addList(place, list, others, noon);
  for (let times = 0; times < 9; times += 1) counts.addList(place, list, new Uint32Array(), noon);
  counts.addList(elsewhere, list, new Uint32Array(), noon + hourMs);
  expect(shown(counts.of("p"))).toEqual({
    "p e 0 group a on": 9,
    "p e 0 group b on": 9,
    "p e 0 group c on": 10,
    "p e 0 group a off": 1,
    "p e 0 group b override": 1,
    ...{ "p f 1 group a on": 1, "p f 1 group b on": 1, "p f 1 group c on": 1 },
  });
});

test("an answer that everybody but nobody got is none", () => {
  const counts = counter();
  const list = { answers: [answer("a")], instead: [[answer("a", "off")]] };
  counts.addList(place, list, Uint32Array.of(exchange(0, 0)), noon);
  expect(shown(counts.take())).toEqual({ "p e 0 group a off": 1 });
});

test("what could not be stored is kept together with what came since, and with its own time", () => {
  const counts = counter();
  const on = answer("a");
  counts.add(place, on, noon);
  const taken = counts.take();
  counts.add(place, on, noon + 5 * minuteMs);
  expect(counts.of("p").map(({ count }) => count)).toEqual([1, 1]);
  counts.putBack(taken);
  expect(counts.isMoving).toBe(false);
  counts.add(place, on, noon + hourMs);
  expect(counts.take().map(({ count, lastMinute }) => [count, lastMinute - noon / minuteMs])).toEqual([
    [2, 5],
    [1, 60],
  ]);
});

test("memory is bounded, for all and for each project, and what has a number goes on", () => {
  const counts = counter({ talliesMax: 5, projectTalliesMax: 3 });
  const answers = Array.from({ length: 10 }, (_, at) => ({ counted: answer(`${at}`) }));
  counts.addAll(place, answers, noon);
  expect([counts.size, counts.dropped]).toEqual([3, 7]);
  for (const projectId of ["q", "r"]) counts.addAll({ projectId, environmentId: projectId }, answers, noon);
  expect([counts.size, counts.dropped]).toEqual([5, 25]);
  counts.addAll(place, answers, noon);
  expect(counts.of("p").map(({ count }) => count)).toEqual([2, 2, 2]);
  counts.leave(counts.take());
  counts.addAll({ projectId: "r", environmentId: "r" }, answers, noon);
  expect(counts.of("r")).toHaveLength(3);
});

test("lists that change again and again are counted one by one when they are too many", () => {
  const counts = counter({ listedMax: 4 });
  const lists = Array.from({ length: 20 }, () => ({
    answers: [answer("a"), answer("b")],
    instead: [[answer("a", "off")], []],
  }));
  for (const list of lists) counts.addList(place, list, Uint32Array.of(exchange(0, 0)), noon);
  expect(counts.size).toBeLessThanOrEqual(4 + 3);
  expect(shown(counts.take())).toEqual({ "p e 0 group b on": 20, "p e 0 group a off": 20 });
});

test("who asks for ten thousand flags again and again takes no more memory", () => {
  const counts = counter({ talliesMax: 20_000, projectTalliesMax: 10_000, listedMax: 20_000 });
  const answers = Array.from({ length: 10_000 }, (_, at) => answer(`${at}`));
  const list = { answers, instead: answers.map(({ flagId }) => [answer(flagId, "off")]) };
  const others = Uint32Array.from({ length: 5000 }, (_, at) => exchange(2 * at, 0));
  for (let subject = 0; subject < 200; subject += 1) counts.addList(place, list, others, noon);
  expect(counts.size).toBeLessThanOrEqual(20_000);
  counts.take();
  expect(counts.size).toBe(0);
});
