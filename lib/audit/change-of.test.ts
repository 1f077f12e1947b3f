import { describe, expect, test } from "vitest";
import { bytesOf, changeOf, valueCharsMax } from "./change-of";

describe("a change", () => {
  test.each([
    ["only what differs", { a: 1, b: 2 }, { a: 1, b: 3 }, { before: { b: 2 }, after: { b: 3 } }],
    ["a field that came", { a: 1 }, { a: 1, b: 2 }, { before: {}, after: { b: 2 } }],
    [
      "values inside",
      { a: { x: [1] } },
      { a: { x: [2] } },
      { before: { a: { x: [1] } }, after: { a: { x: [2] } } },
    ],
    [
      "all of what is new",
      undefined,
      { a: 1, updatedAt: "t" },
      { before: null, after: { a: 1, updatedAt: "t" } },
    ],
    ["all of what is gone", { a: 1 }, undefined, { before: { a: 1 }, after: null }],
    ["nothing of a deed without values", undefined, undefined, { before: null, after: null }],
    ["null as a value", { a: null }, { a: 1 }, { before: { a: null }, after: { a: 1 } }],
  ])("has %s", (_, before, after, expected) => {
    expect(changeOf(before, after)).toEqual(expected);
  });

  test("is none if only its time differs", () => {
    expect(changeOf({ a: 1, updatedAt: "1" }, { a: 1, updatedAt: "2" })).toBeUndefined();
  });

  test("has no secret", () => {
    const shown = { name: "CI", key: "fk_x", token: "t", url: "https://x/t" };
    expect(changeOf(undefined, shown, true)?.after).toEqual({ name: "CI" });
    expect(changeOf(undefined, { key: "a-flag" })?.after).toEqual({ key: "a-flag" });
  });

  test("is bounded, whatever the values are", () => {
    const long = "x".repeat(valueCharsMax + 1);
    const change = changeOf({ a: long, b: [long], c: 1 }, { a: "", b: [], c: 2 });
    expect(change?.before).toEqual({
      a: { omitted: `${valueCharsMax + 1} characters` },
      b: { omitted: `${valueCharsMax + 5} characters` },
      c: 1,
    });
    expect(bytesOf(change ?? { before: null, after: null })).toBeLessThan(2000);
  });
});
