import { expect, it } from "vitest";
import { rowText, storedJson, withValues } from "./stored-json";

const text = '{"b":[1.0,{}],"a":"é\\u0001"}';

it("goes out as it is stored, beside fields that do not", () => {
  const row = { id: 'a"b', metadata: storedJson(text), none: undefined, name: null };
  expect(rowText(row)).toBe(`{"id":"a\\"b","metadata":${text},"name":null}`);
});

it("is a value for pages", () => {
  expect(withValues({ id: "a", metadata: storedJson(text) })).toEqual({
    id: "a",
    metadata: JSON.parse(text),
  });
});

it("leaves rows without it as JSON writes them", () => {
  const row = { id: "a", metadata: { a: 1 }, none: undefined };
  expect(rowText(row)).toBe(JSON.stringify(row));
});
