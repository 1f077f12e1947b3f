import { expect, test } from "vitest";
import { exactDigits, readJson } from "./json-text";

test.each(['{"a":[1,null]}', '"text"', "12", "null"])("%s is JSON", (text) => {
  expect(readJson(text)).toEqual({ valid: true, value: JSON.parse(text) });
});

test("a text that looks like JSON has its problem named, any other has none", () => {
  expect(readJson('{"a":1')).toMatchObject({ valid: false, problem: expect.any(String) });
  expect(readJson("hello")).toEqual({ valid: false });
  expect(readJson("")).toEqual({ valid: false });
});

test("strings of digits and numbers that are exact stay what they are", () => {
  const text = '{"card":"4242424242424242","small":12,"large":9007199254740991}';
  expect(readJson(text)).toEqual({ valid: true, value: JSON.parse(text) });
  expect(exactDigits("4242424242424242")).toBeUndefined();
});
