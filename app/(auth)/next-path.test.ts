import { expect, test } from "vitest";
import { invitationIn, joinPath, nextPath, withNext } from "./next-path";

test.each(["/", "/team/project/mocks?a=b#c", "/invitations/abc"])("%s is kept", (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  undefined,
  "",
  "team",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/sign-in?next=/sign-in",
  "/sign-up",
])("%j leads home", (path) => {
  expect(nextPath(path)).toBe("/");
});

test("several values lead home", () => expect(nextPath(["/a", "/b"])).toBe("/"));

test("the address of a page carries it on, and only where it matters", () => {
  expect(withNext("/sign-in", "/a?b=c&d")).toBe("/sign-in?next=%2Fa%3Fb%3Dc%26d");
  expect(withNext("/sign-up", "/")).toBe("/sign-up");
});

test.each(["/invitations/abc", joinPath("abc")])("%s leads to the invitation abc", (path) => {
  expect(nextPath(path)).toBe(path);
  expect(invitationIn(path)).toBe("abc");
});
