import { expect, test } from "vitest";
import { patched } from "./patched";

const patch = { id: "a", enabled: true };
const other = { id: "b", enabled: false };

test.each([
  ["an answer", { id: "a", enabled: false, name: "A" }, { id: "a", enabled: true, name: "A" }],
  ["an array", [{ id: "a", enabled: false }, other], [{ id: "a", enabled: true }, other]],
  [
    "a page",
    { items: [{ id: "a", enabled: false }], next: "x" },
    { items: [{ id: "a", enabled: true }], next: "x" },
  ],
  [
    "lists within rows",
    { items: [{ key: "k", flags: [other, { id: "a", enabled: false }] }] },
    { items: [{ key: "k", flags: [other, { id: "a", enabled: true }] }] },
  ],
])("a patch reaches its row in %s", (_, before, after) => expect(patched(before, patch)).toEqual(after));

test.each([[null], ["text"], [[other]], [{ items: [other] }]])("%j without the row stays itself", (data) => {
  expect(patched(data, patch)).toBe(data);
});
