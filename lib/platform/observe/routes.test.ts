import { expect, test } from "vitest";
import { pagePattern, routeNamed, routeOfPath, routeOfPublicPath } from "./routes";

test.each([
  ["/", "/"],
  ["/sign-in?next=%2Fsecret", "/sign-in"],
  ["/invitations/s3Qv8nXz1KcR6tLw0yBd5gHj2mPa9uFe4iTo7rWk", "/invitations/:"],
  ["/reset-password?token=secret", "/reset-password"],
  ["/acme", "/:"],
  ["/acme/shop/mocks/new", "/:/:/mocks/new"],
  ["/acme/shop/flags/groups/1/records/2", "/:/:/flags/groups/:/records/:"],
  ["/a/b/c/d/e/f/g/h/i/j/k", "/:/:/:/:/:/:/:/:/:"],
  ["/acme//shop/", "/://:/"],
])("the page at %s is logged as %s", (target, pattern) => {
  expect(pagePattern(target)).toBe(pattern);
});

test.each([
  ["/api/teams?x=1", "api", "unknown"],
  ["/readyz", "probe", "readyz"],
  ["/metrics", "probe", "metrics"],
  ["/changelog/acme/shop", "changelog", "changelog"],
  ["/-/shared/Zk4vT9qLr2XwNc7Y", "shared", "shared"],
  ["/ws/webhook/1?ticket=x", "stream", "stream"],
  ["/_next/static/chunks/a.js", "file", "file"],
  ["/favicon.ico", "file", "file"],
  ["/acme/shop", "page", "page"],
  ["*", "other", "other"],
])("%s is for %s %s", (target, kind, name) => {
  expect(routeOfPath(target)).toEqual({ kind, name });
});

test.each([
  ["/api/mock/users/7", "mock"],
  ["/api/webhook/ref/x?y", "capture"],
  ["/favicon.ico", "other"],
])("%s on a project's host is for %s", (target, kind) => {
  expect(routeOfPublicPath(target).kind).toBe(kind);
});

test("a name is the same route each time", () => {
  expect(routeNamed("api", "listMocks", "/x")).toBe(routeNamed("api", "listMocks", "/x"));
  expect(routeNamed("api", "mock")).not.toBe(routeNamed("mock"));
});
