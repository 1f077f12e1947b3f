import { expect, test } from "vitest";
import { normalizeCollectionPath } from "./path";
import { type ServedCollections, targetOf } from "./served-collections";

test.each([
  ["customers", "/customers"],
  ["//shop/customers//", "/shop/customers"],
  ["/a%20b/ö", "/a%20b/ö"],
  ["/%3Aid", "/%3Aid"],
])("%s is stored as %s", (raw, path) => {
  expect(normalizeCollectionPath(raw)).toEqual({ path });
});

test.each([
  ["", "segment"],
  ["/", "segment"],
  ["/users/:id", "placeholders"],
  ["/users/{id}", "placeholders"],
  ["/files/*", "placeholders"],
  ["~^/a", "expression"],
  ["/a?b=1", "'?'"],
  ["/a#b", "'#'"],
  ["/a\n", "control"],
])("%j is refused with a word of %s", (raw, word) => {
  expect(normalizeCollectionPath(raw)).toEqual({ problem: expect.stringContaining(word) });
});

const collection = (path: string) => ({ id: path, path, idField: "id", enabled: true });
const served: ServedCollections = new Map(["/a", "/a/b", "/ö"].map((path) => [path, collection(path)]));

test.each<[path: string, collection: string | undefined, item?: string]>([
  ["/a", "/a"],
  ["/a/1", "/a", "1"],
  ["/a/b", "/a/b"],
  ["/a/b/1", "/a/b", "1"],
  ["/a/1/2", undefined],
  ["/a/", "/a", ""],
  ["/A", undefined],
  ["", undefined],
  ["/", undefined],
  ["/%61/x%2Fy%25", "/a", "x/y%"],
  ["/a/50%", "/a", "50%"],
  ["/%C3%B6/%C3%BC", "/ö", "ü"],
])("a request for %s is about %s", (path, expected, itemId) => {
  const target = targetOf(served, path);
  expect([target?.collection.path, target?.itemId]).toEqual([expected, itemId]);
});
