import { describe, expect, it } from "vitest";
import { redirectPath } from "./redirect-path";

describe("a redirect target", () => {
  it.each([
    ["/", "/"],
    ["/team/project/mocks?a=b#c", "/team/project/mocks?a=b#c"],
    ["/-/account", "/-/account"],
    ["/-/cli?port=4000&state=x&challenge=y", "/-/cli?port=4000&state=x&challenge=y"],
    ["/invitations/abc?join=1", "/invitations/abc?join=1"],
    ["/api/auth/verify-email/abc.def-ghi_1", "/api/auth/verify-email/abc.def-ghi_1"],
    ["/sign-in?next=%2Fteam", "/sign-in?next=%2Fteam"],
    ["/team?next=//evil.example", "/team?next=//evil.example"],
    ["/team#//evil.example", "/team#//evil.example"],
    ["/team/../other/./page", "/other/page"],
    ["/team/%2e%2e/other", "/other"],
    ["/team\\page", "/team/page"],
    ["/a//b", "/a//b"],
    ["/@evil.example", "/@evil.example"],
    ["/:80", "/:80"],
  ])("%s leads to %s", (given, path) => {
    expect(redirectPath(given)).toBe(path);
    expect(redirectPath(path)).toBe(path);
    expect(new URL(path, "https://app.example").origin).toBe("https://app.example");
  });

  const hostile = [
    ...[undefined, null, 1, {}, ["/team"], "", " ", "team", "?next=/", "#x", "."],
    ...["//evil.example", "///evil.example", "////evil.example", "//", "/\\evil.example", "/\\/evil.example"],
    ...["\\\\evil.example", "\\/evil.example", "\\evil.example", "//evil.example@localhost"],
    ...["/..//evil.example", "/%2e%2e//evil.example", "/.//evil.example", "/%2E//evil.example"],
    ...["/.%2e//evil.example", "/x/..//evil.example", "/x/../..//evil.example", "/x/%2e%2e//evil.example"],
    ...["/..\\/evil.example", "/.\\\\evil.example", "/..\\\\evil.example", "/x\\..\\\\evil.example"],
    ...["/%2f/evil.example", "/%2F%2Fevil.example", "/%5cevil.example", "/x/../%2fevil.example"],
    ...[
      "/\t/evil.example",
      "/\n/evil.example",
      "/\r/evil.example",
      "\t//evil.example",
      "/.\t.//evil.example",
    ],
    ...["/team\t", "/team\r\nSet-Cookie: a=b", " /team", "/team ", "/te am", "/\0/evil.example", "/\x7f"],
    ...["/é", "/\u2028/evil.example", "/\u3000/evil.example", "/\uff0fevil.example", "\u00a0/team"],
    ...[
      "https://evil.example",
      "http://localhost/team",
      "http://localhost",
      "HTTP://evil.example",
      "http:evil",
    ],
    ...[
      "https:/team",
      "http:///evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "blob:/x",
      "ftp://x",
    ],
  ];

  it.each(hostile)("can't be %j", (given) => {
    expect(redirectPath(given)).toBeUndefined();
  });
});
