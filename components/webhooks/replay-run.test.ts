import { expect, test } from "vitest";
import { isFailure, isSuccess, type Replayed, rangeOf, replayAll } from "./replay-run";

const answered = (statusCode: number): Replayed => ({ kind: "answered", statusCode, durationMs: 1 });

test("requests are sent one after the other, in their order", async () => {
  const seen: string[] = [];
  await replayAll({
    ids: ["a", "b", "c"],
    send: async (id) => {
      seen.push(`sent ${id}`);
      await Promise.resolve();
      return answered(200);
    },
    onResult: (id, { kind }) => seen.push(`${id} ${kind}`),
    signal: new AbortController().signal,
  });
  expect(seen).toEqual(["a", "b", "c"].flatMap((id) => [`${id} sending`, `sent ${id}`, `${id} answered`]));
});

test("a stop lets the present one end, and sends no other", async () => {
  const stop = new AbortController();
  const results: string[] = [];
  await replayAll({
    ids: ["a", "b"],
    send: async () => {
      stop.abort();
      return answered(500);
    },
    onResult: (id, { kind }) => results.push(`${id} ${kind}`),
    signal: stop.signal,
  });
  expect(results).toEqual(["a sending", "a answered"]);
});

test.each<[Replayed | undefined, boolean, boolean]>([
  [answered(200), true, false],
  [answered(302), false, true],
  [answered(500), false, true],
  [{ kind: "failed", message: "no" }, false, true],
  [{ kind: "sending" }, false, false],
  [undefined, false, false],
])("%j is a success: %s, a failure: %s", (result, success, failure) =>
  expect([isSuccess(result), isFailure(result)]).toEqual([success, failure]),
);

test.each([
  ["b", "d", ["b", "c", "d"]],
  ["d", "b", ["b", "c", "d"]],
  [undefined, "c", ["c"]],
  ["gone", "c", ["c"]],
])("the range from %s to %s", (from, to, ids) =>
  expect(rangeOf(["a", "b", "c", "d"], from, to)).toEqual(ids),
);
