import { expect, test } from "vitest";
import { headersOfRequest, samplePath } from "./preview-request";

test.each([
  ["/users/:id", "/users/1"],
  ["/users/{userId}/files/:file-name", "/users/1/files/file-name"],
  ["/a/:page?", "/a"],
  ["/a/:rest+", "/a/rest"],
  ["/a/*", "/a/rest"],
  ["~^/v[0-9]+$", ""],
])("%s is tried as %s", (endpoint, path) => expect(samplePath(endpoint)).toBe(path));

test("a body has a type, unless it is given one", () => {
  const typeOf = () => "application/json";
  expect(headersOfRequest([], "{}", typeOf)).toEqual({ "Content-Type": ["application/json"] });
  expect(headersOfRequest([{ name: "content-type", value: "a/b" }], "{}", typeOf)).toEqual({
    "content-type": ["a/b"],
  });
  const twice = [
    { name: "X", value: "1" },
    { name: "X", value: "2" },
  ];
  expect(headersOfRequest(twice, "", typeOf)).toEqual({ X: ["1", "2"] });
});
