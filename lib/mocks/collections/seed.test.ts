import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/operations/errors";
import { type Item, idProblem, largestAfter, nextId, textIds } from "./item-ids";
import { completedSeed } from "./seed";

const issuesOf = (seed: Item[], idField = "id") => {
  try {
    completedSeed(seed, idField);
  } catch (error) {
    return error instanceof AppError ? error.issues?.map(({ path }) => path) : error;
  }
  return [];
};

describe("a seed", () => {
  test.each<[what: string, seed: Item[], ids: unknown[]]>([
    ["without ids is numbered", [{ a: 1 }, { a: 2 }], [1, 2]],
    ["with some goes on after the largest", [{ a: 1 }, { id: 41 }, { a: 3 }], [42, 41, 43]],
    ["keeps texts", [{ id: "x" }, { id: 7 }], ["x", 7]],
    ["counts from one beside fractions and negative numbers", [{ id: -3 }, { id: 0.5 }, {}], [-3, 0.5, 1]],
  ])("%s", (_, seed, ids) => {
    expect(completedSeed(seed, "id").map(({ id }) => id)).toEqual(ids);
  });

  test("gets ids that are no numbers as soon as one is a text", () => {
    const [, given] = completedSeed([{ id: "x" }, {}], "id");
    expect(given?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("keeps fields in their order, a given id first", () => {
    const seed = completedSeed([{ b: 1, key: "k", a: 2 }, { b: 1 }], "key");
    expect(JSON.stringify(seed[0])).toBe('{"b":1,"key":"k","a":2}');
    expect(Object.keys(seed[1] ?? {})).toEqual(["key", "b"]);
  });

  test.each<[what: string, seed: Item[], paths: string[]]>([
    ["the same id twice", [{ id: 1 }, { id: 1 }], ["seed.1.id"]],
    ["a number and a text that address the same", [{ id: 1 }, { id: "1" }], ["seed.1.id"]],
    [
      "ids that are none",
      [{ id: null }, { id: {} }, { id: "" }, { id: true }],
      [0, 1, 2, 3].map((n) => `seed.${n}.id`),
    ],
    [
      "numbers that do not fit",
      [
        { id: Number.POSITIVE_INFINITY },
        { id: -1e300 },
        { id: 2 ** 53 },
        { id: Number.MAX_SAFE_INTEGER },
        {},
      ],
      [0, 1, 2].map((n) => `seed.${n}.id`),
    ],
    ["a long text, a line break", [{ id: "x".repeat(129) }, { id: "a\nb" }], ["seed.0.id", "seed.1.id"]],
    ["an item that is too large with its id", [{ a: "x".repeat(64 * 1024 - 8) }], ["seed.0"]],
  ])("is refused: %s", (_, seed, paths) => {
    expect(issuesOf(seed)).toEqual(paths);
  });
});

describe("new ids", () => {
  test.each<[given: (number | string)[], next: number | undefined]>([
    [[], 1],
    [[5, 2], 6],
    [[2.9], 3],
    [[Number.MAX_SAFE_INTEGER], undefined],
    [[1e300], undefined],
    [["a", 9], undefined],
  ])("after %j: %s", (given, next) => {
    const last = given.reduce<number>((sum, id) => largestAfter(sum, id), 0);
    if (next === undefined) expect([last, typeof nextId(last)]).toEqual([textIds, "string"]);
    else expect(nextId(last)).toBe(next);
  });

  test("a name with a slash or a percent sign may be one", () => {
    expect(["a/b", "50%", "é", "."].map(idProblem)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
