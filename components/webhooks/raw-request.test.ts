import { expect, test } from "vitest";
import { queryPairs, rawHead, targetOf } from "./raw-request";
import { capture } from "./sample-capture";

test("the head is as it was received", () => {
  const request = capture(1, {
    rawHeaders: [
      ["X-B", "1"],
      ["x-a", "2"],
      ["X-B", "3"],
    ],
  });
  expect(rawHead(request)).toBe(
    "POST /api/webhook/abcdefghij123456/orders?page=1 HTTP/1.1\nX-B: 1\nx-a: 2\nX-B: 3",
  );
});

test.each([
  ["", "/api/webhook/ref", "/"],
  ["", "/api/webhook/ref?a=1", "/?a=1"],
  ["/a/b", "/api/webhook/ref/a/b?c?d", "/a/b?c?d"],
])("path %j of %s reads %s", (path, rawUrl, target) => {
  expect(targetOf({ path, rawUrl })).toBe(target);
});

test("the query keeps order and repeats", () => {
  expect(queryPairs({ rawUrl: "/x?b=1&a=2&b=%C3%A4+c&d" })).toEqual([
    ["b", "1"],
    ["a", "2"],
    ["b", "ä c"],
    ["d", ""],
  ]);
  expect(queryPairs({ rawUrl: "/x" })).toEqual([]);
});
