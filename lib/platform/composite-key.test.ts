import { expect, test } from "vitest";
import { compositeKey } from "./composite-key";

test.each([
  ["ada+news@example.com", "203.0.113.7"],
  ["o'neil_1@mail.example.co.uk", "2001:db8:0:1::/64"],
  ["0198c0de-0000-7000-8000-000000000001", "unknown"],
])("keeps %s and %s as they are", (email, address) => {
  expect(compositeKey("sign-in", email, "from", address)).toBe(`sign-in ${email} from ${address}`);
});

test.each([
  [["victim@example.com from 203.0.113.7"], ["victim@example.com", "from", "203.0.113.7"]],
  [["address 203.0.113.7"], ["address", "203.0.113.7"]],
  [["a%20b"], ["a b"]],
  [["a\u00a0b"], ["a", "b"]],
  [["a\u0000b"], ["a%00b"]],
  [
    ["", "a"],
    ["a", ""],
  ],
  [["a"], ["a", ""]],
])("tells %j from %j", (one, other) => {
  expect(compositeKey("sign-in", ...one)).not.toBe(compositeKey("sign-in", ...other));
});

test("leaves one separator between two parts", () => {
  expect(compositeKey("n", "a \t\n\u2028b", "c").split(/\s/)).toHaveLength(3);
});
