import { expect, it } from "vitest";
import { recipientsOf } from "./recipients-field";

it.each([
  ["ada@example.com\nbob@example.com", ["ada@example.com", "bob@example.com"]],
  ["Ada <ada@example.com>, Bob <bob@example.com>;", ["ada@example.com", "bob@example.com"]],
  ["  \n\n", []],
  ["nobody", ["nobody"]],
])("%j is a list of addresses", (text, expected) => {
  expect(recipientsOf(text)).toEqual(expected);
});
