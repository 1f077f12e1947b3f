import { expect, test } from "vitest";
import { fromReadable, toReadable } from "./body-fields";

test.each<[string, string[]]>([
  ['{"a":1}', ["bodyJson"]],
  ['{\n  "a": [\n    1\n  ]\n}', ["bodyIndent", "bodyJson"]],
  ['{\n\t"a": 1\n}', ["bodyIndent", "bodyJson"]],
  ["[]", ["bodyJson"]],
  ['{ "a": 1 }', ["body"]],
  ['{"a":1.0}', ["body"]],
  ['{"a":1,"a":2}', ["body"]],
  ['{"__proto__":{"a":1}}', ["bodyJson"]],
  ["1", ["body"]],
  ["", ["body"]],
  ["one line\n", ["body"]],
  ["two\nlines\n", ["bodyLines"]],
  ["two\r\nlines", ["bodyLines"]],
])("%j comes back as it was", (text, names) => {
  const readable = toReadable("body", text);
  expect(Object.keys(readable).sort()).toEqual(names);
  // As it is in a file.
  expect(fromReadable("body", JSON.parse(JSON.stringify(readable)))).toBe(text);
});
