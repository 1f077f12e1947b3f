import { describe, expect, it } from "vitest";
import { ClientId, Key, Slug } from "./fields";

describe("a key", () => {
  it.each(["a", "a.b", "...", "..a", ".a", "-", "_", "A-1_b.c", "x".repeat(128)])("can be %j", (key) => {
    expect(Key.safeParse(key).success).toBe(true);
  });

  it.each(["", "a b", "a/b", "%2e", "é", "x".repeat(129), 1, null])("can't be %j", (key) => {
    expect(Key.safeParse(key).success).toBe(false);
  });

  it.each([".", ".."])("can't be %j, which no URL carries as a path segment", (key) => {
    const messages = Key.safeParse(key).error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['must not be "." or ".."']);
  });
});

it.each([".", "..", "%2e", "a/b"])("neither an id nor a slug can be %j", (text) => {
  for (const rule of [ClientId, Slug]) expect(rule.safeParse(text).success).toBe(false);
});
