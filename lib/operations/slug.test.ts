import { expect, test } from "vitest";
import { Slug } from "./fields";
import { slugOf } from "./slug";

test.each([
  ["José Pérez", 40, "jose-perez"],
  ["Café  Bar!", 40, "cafe-bar"],
  ["--a__b--", 40, "a-b"],
  ["ﬁne Ⅳ", 40, "fine-iv"],
  ["one two three", 8, "one-two"],
  ["one two three", 7, "one-two"],
  ["-one", 3, "one"],
  ["日本", 40, ""],
])("the slug of %j in %i characters is %j", (name, lengthMax, slug) => {
  expect(slugOf(name, lengthMax)).toBe(slug);
});

test("no project can be at the address of a team's own pages", () => {
  expect(Slug.safeParse("-").success).toBe(false);
});
