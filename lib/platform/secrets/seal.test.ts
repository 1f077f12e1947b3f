import { expect, test } from "vitest";
import { isSealedBefore, SealError, seal, unseal } from "./seal";

const key = "a secret of an installation, long enough";

test("a sealed secret opens for its row, with its key", () => {
  const sealed = seal("https://hooks.example/ü", "settings/1", key);
  expect(sealed).not.toContain("hooks");
  expect(unseal(sealed, "settings/1", [key])).toBe("https://hooks.example/ü");
  expect(seal("x", "settings/1", key)).not.toBe(seal("x", "settings/1", key));
});

/** With another character in place of one whose bits all count. */
function changed(sealed: string): string {
  const at = sealed.length - 3;
  return `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
}

test.each([
  ["for another row", (sealed: string) => [sealed, "settings/2", key]],
  ["with another key", (sealed: string) => [sealed, "settings/1", `${key}!`]],
  ["once it is changed", (sealed: string) => [changed(sealed), "settings/1", key]],
  ["once it is cut", (sealed: string) => [sealed.slice(0, 20), "settings/1", key]],
  ["when it is none", () => ["plain text", "settings/1", key]],
])("it does not open %s", (_, given) => {
  const [sealed = "", row = "", keyText = ""] = given(seal("x", "settings/1", key));
  expect(() => unseal(sealed, row, [keyText])).toThrow(SealError);
});

test("a secret before the current one still opens what it sealed", () => {
  const newer = "the secret that came after it, long enough";
  const sealed = seal("x", "settings/1", key);
  expect(unseal(sealed, "settings/1", [newer, key])).toBe("x");
  expect(() => unseal(sealed, "settings/1", [newer])).toThrow(SealError);
  expect([isSealedBefore(sealed, newer), isSealedBefore(sealed, key)]).toEqual([true, false]);
});
