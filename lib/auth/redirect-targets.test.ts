import { describe, expect, it } from "vitest";
import type { Issue } from "@/lib/operations/operation";
import { parsePart } from "@/lib/operations/parse-part";
import { signInSocial } from "./contract";

function issuesOf(fields: object): Issue[] {
  const issues: Issue[] = [];
  parsePart(signInSocial.body, { provider: "github", ...fields }, issues);
  return issues;
}

describe.each(["callbackURL", "errorCallbackURL"])("%s of a social sign-in", (path) => {
  it.each([
    ...["/..//evil.example", "/%2e%2e//evil.example", "/.//evil", "/\\evil", "/\t/evil", "//evil.example"],
    ...["https://evil.example", "http://localhost:3000/team", "javascript:alert(1)", "", "team"],
  ])("can't be %j", (target) => {
    expect(issuesOf({ [path]: target })).toEqual([
      { path, message: "must be a path on this site, such as /team/project" },
    ]);
  });

  it.each(["/", "/team/project?a=b", "/sign-in?next=%2Fteam", "/api/auth/verify-email/abc.def"])(
    "can be %s",
    (target) => {
      expect(issuesOf({ [path]: target })).toEqual([]);
    },
  );
});
