import { expect, test } from "vitest";
import { invitationIn, joinPath, nextPath, withNext } from "./next-path";

test.each([
  "/",
  "/team/project/mocks?a=b#c",
  "/invitations/abc",
  "/api/auth/verify-email/abc.def",
  "/sign-in-team/project",
  "/team?next=/sign-in",
])("%s is kept", (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  undefined,
  "",
  "//evil.example",
  "/..//evil.example",
  "https://evil.example",
  "/sign-in",
  "/sign-in?next=/sign-in",
  "/sign-in#a",
  "/sign-in/",
  "/sign-up",
  "/team/../sign-in",
  "/%73ign-in",
  "/sign-in?%",
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
