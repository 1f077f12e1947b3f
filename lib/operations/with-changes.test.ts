import { expect, test } from "vitest";
import { withChanges } from "./with-changes";

/** `3b*` was created at 3, has the id b, and is another object than before. */
const item = (text: string) => ({ createdAt: Number(text[0]), id: text[1] ?? "", text });
const items = (texts: string) => texts.split(" ").filter(Boolean).map(item);

test.each([
  { what: "nothing", changed: "", ids: "", result: "1a 2b 2d 4c" },
  { what: "one that is new", changed: "5e*", ids: "e", result: "1a 2b 2d 4c 5e*" },
  { what: "one that is older than all", changed: "0e*", ids: "e", result: "0e* 1a 2b 2d 4c" },
  { what: "one of the same instant", changed: "2c*", ids: "c", result: "1a 2b 2c* 2d" },
  { what: "one that stays in its place", changed: "2b*", ids: "b", result: "1a 2b* 2d 4c" },
  { what: "one that is gone", changed: "", ids: "a", result: "2b 2d 4c" },
  { what: "one that came and went", changed: "", ids: "x", result: "1a 2b 2d 4c" },
  { what: "several at once", changed: "9z* 1a* 3f*", ids: "z a f d", result: "1a* 2b 3f* 4c 9z*" },
])("$what", ({ changed, ids, result }) => {
  const merged = withChanges(items("1a 2b 2d 4c"), new Set(ids.split(" ")), items(changed));
  expect(merged.map(({ text }) => text).join(" ")).toBe(result);
});
