import { expect, test } from "vitest";
import { marksOf } from "./mark-words";

const plain = {
  ...{
    responseCount: 0,
    responseMode: "first" as const,
    callbackCount: 0,
    bodyFileId: null,
    templated: false,
  },
  ...{ fault: null, delayDistribution: null, bytesPerSecond: null },
};

test.each<[given: Partial<Parameters<typeof marksOf>[0]>, words: string[]]>([
  [{}, []],
  [{ responseCount: 1 }, ["1 conditional response"]],
  [{ responseCount: 3, responseMode: "sequence" }, ["3 responses", "Gives its responses in turn"]],
  [{ responseCount: 2, responseMode: "random" }, ["2 responses", "Gives any of its responses"]],
  // Without responses there is nothing to take turns.
  [{ responseMode: "sequence" }, []],
  [
    { templated: true, fault: "empty" },
    ["Its answer is a template", "Ends the connection without an answer"],
  ],
  [{ delayDistribution: { type: "uniform", minMs: 5, maxMs: 9 } }, ["Waits 5 to 9 ms by chance"]],
  [{ delayDistribution: { type: "lognormal", medianMs: 90, sigma: 1 } }, ["Waits about 90 ms by chance"]],
  [
    { bodyFileId: "x", bytesPerSecond: 10, callbackCount: 1 },
    ["Its body is a file", "Sends 10 bytes a second", "Sends 1 callback"],
  ],
])("%j is marked %j", (given, words) => {
  expect(marksOf({ ...plain, ...given }).map(({ text }) => text)).toEqual(words);
});
