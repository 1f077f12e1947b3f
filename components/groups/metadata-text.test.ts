import { expect, test } from "vitest";
import { MetadataText, metadataOf, metadataText } from "./metadata-text";

test.each(["", "  \n", "{}", '{"plan":"pro","seats":{"used":3}}'])("%j is metadata", (text) => {
  expect(MetadataText.safeParse(text).success).toBe(true);
  expect(metadataOf(text)).toEqual(JSON.parse(text.trim() || "{}"));
});

test.each([
  ["[1]", "must be an object"],
  ["null", "must be an object"],
  ['"text"', "must be an object"],
  ['{"a":1', "is not JSON: "],
  ["plan=pro", "is not JSON: "],
])("%j is refused, because it %s", (text, problem) => {
  expect(MetadataText.safeParse(text).error?.issues[0]?.message).toContain(problem);
});

test("metadata reads as it was written, and none is no text", () => {
  const metadata = { plan: "pro", tags: ["a", "b"] };
  expect(metadataOf(metadataText(metadata))).toEqual(metadata);
  expect(metadataText({})).toBe("");
});
