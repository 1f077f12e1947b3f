import { expect, test } from "vitest";
import { examplePath, exampleUrl, isExpression, placeholdersOf, urlOf } from "./endpoint-url";

const base = "http://shop.mock.localhost/api/mock";

test.each([
  ["/users", "/users"],
  ["users", "/users"],
  ["//users/", "/users/"],
  ["", "/"],
  ["/users/:id", "/users/:id"],
  ["/users/{id}", "/users/:id"],
  ["/:first-name", "/:first-name"],
  ["/report.:ext", "/report.:ext"],
  ["/report.{ext}", "/report.:ext"],
  ["/v:major.:minor", "/v:major.:minor"],
  ["/users/:id?", "/users"],
  ["/users/{id?}", "/users"],
  ["/:year/:month?/:day?", "/:year"],
  ["/:a?", "/"],
  ["/files/:path*", "/files"],
  ["/files/:path+", "/files/:path"],
  ["/files/*", "/files/*"],
  ["/a:8080/:b", "/a:8080/:b"],
  ["~^/v[0-9]+/users$", undefined],
])("%j is called at %j", (endpoint, path) => {
  expect(examplePath(endpoint)).toBe(path);
  expect(isExpression(endpoint)).toBe(path === undefined);
  expect(exampleUrl(base, endpoint)).toBe(path === undefined ? undefined : base + path);
});

test("an address is one that can be pasted", () => {
  expect(exampleUrl(base, "/a b/ü")).toBe(`${base}/a%20b/%C3%BC`);
  expect(urlOf(base, "/users?page=2")).toBe(`${base}/users?page=2`);
});

test.each([
  ["/users/:id", [":id"]],
  ["/v:major.:minor/:id/:id", [":major", ":minor", ":id"]],
  ["/files/*", ["*"]],
  ["/:a-b/*", [":a-b", "*"]],
  ["/*/a:8080?at=:time", []],
])("%j is to be filled in at %j", (path, found) => {
  expect(placeholdersOf(path)).toEqual(found);
});
