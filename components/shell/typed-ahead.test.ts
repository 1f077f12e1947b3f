import { expect, test } from "vitest";
import { withKey } from "./typed-ahead";

const after = (...keys: string[]) =>
  keys.reduce((typed, key) => withKey(typed, key) ?? typed, { text: "", entered: false });

test.each([
  { keys: ["d", "a", "r", "k"], typed: { text: "dark", entered: false } },
  { keys: ["N", "e", "w", " ", "k"], typed: { text: "New k", entered: false } },
  { keys: ["d", "e", "Backspace", "a"], typed: { text: "da", entered: false } },
  { keys: ["Backspace"], typed: { text: "", entered: false } },
  { keys: ["d", "Enter"], typed: { text: "d", entered: true } },
  // Whoever has chosen types for what comes next.
  { keys: ["d", "Enter", "x"], typed: { text: "d", entered: true } },
  { keys: ["Shift", "?", "ArrowDown", "Tab"], typed: { text: "?", entered: false } },
])("$keys are kept as $typed", ({ keys, typed }) => expect(after(...keys)).toEqual(typed));

test.each(["Escape", "Tab", "ArrowDown", "Shift", "F5"])("%s is left to others", (key) => {
  expect(withKey({ text: "", entered: false }, key)).toBeUndefined();
});
