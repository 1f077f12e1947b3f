import { expect, it } from "vitest";
import { hasDotSegment, pathProblem } from "./dot-segments";

const refused = [
  "/_next/../api/teams",
  "/./api/teams",
  "/x/../api/teams",
  "/%2e/api/teams",
  "/%2E%2e/api/teams",
  "/.%2e/api/teams",
  "/%2E./api/teams",
  "/x\\..\\api/teams",
  "/x\\../api/teams",
  "/x/%2e%2E\\api",
  "\\..\\api",
  "/api/..",
  "/api/.",
  "/api/%2e?a=b",
  "/api/..#a",
  "//../api",
  "/x/..?next=/..",
];

it.each(refused)("finds the dot segment in %s", (target) => {
  expect(hasDotSegment(target)).toBe(true);
  expect(pathProblem(target)).toContain('"." or ".." segment');
});

it.each(refused.filter((target) => target.startsWith("/") && !target.startsWith("//")))(
  "refuses %s, which a URL parser changes",
  (target) => {
    const { pathname } = new URL(target, "http://localhost");
    expect(pathname).not.toBe(target.split(/[?#]/, 1)[0]);
  },
);

it.each([
  undefined,
  "*",
  "/",
  "/api/teams?path=/../x",
  "/api/teams?a=/./b&c=%2e%2e",
  "/api/teams#/../x",
  "/.well-known/x",
  "/x/..api",
  "/x/...",
  "/x/%2e%2e%2e",
  "/x/a..",
  "/x/..;/api",
  "/a.b/c..d",
  "/_next/static/chunks/%5Bteam%5D/page.js",
])("accepts %s", (target) => {
  expect(pathProblem(target)).toBeUndefined();
});

it.each(["/x%5c..%5capi", "/x%2f..%2fapi"])(
  "accepts %s, whose encoded separators nothing decodes",
  (target) => {
    expect(hasDotSegment(target)).toBe(false);
    expect(new URL(target, "http://localhost").pathname).toBe(target);
  },
);
