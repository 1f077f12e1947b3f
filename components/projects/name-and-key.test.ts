import { expect, test } from "vitest";
import { createProject } from "@/lib/projects/contract";
import { slugFrom } from "./name-and-key";

test.each([
  ["Café  Bar!", "cafe-bar"],
  ["--a--", "a"],
  ["Ünïcode №1", "unicode-no1"],
  ["日本", ""],
])("%s becomes %s", (name, slug) => expect(slugFrom(name)).toBe(slug));

test("a cut slug is still one that the API takes", () => {
  const slug = slugFrom(`${"a".repeat(53)} ${"b".repeat(20)}`);
  expect(createProject.body.shape.slug.safeParse(slug).success).toBe(true);
});
