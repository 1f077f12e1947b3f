import { expect, test } from "vitest";
import { kindOfPage, readsPages, reservedNames } from "./page-paths";

test.each([
  ["/", "open"],
  ["/sign-in", "open"],
  ["/invitations/abc", "open"],
  ["/_next/static/chunks/a.js", "open"],
  ["/favicon.ico", "open"],
  ["/icon.svg", "open"],
  ["/acme", "team"],
  ["/acme/", "team"],
  ["/acme/shop", "team"],
  ["/acme/settings", "team"],
  ["/acme/-/audit", "team"],
  ["/acme/-/members", "team"],
  ["/acme/-/unknown", "nothing"],
  ["/acme/-", "nothing"],
  ["/acme/shop/audit", "team"],
  ["/acme/shop/flags/groups/1/records/2", "team"],
  ["/foo/bar", "team"],
  ["/-/account", "team"],
  ["/-/cli", "team"],
  ["/-/cli/x", "nothing"],
  ["/cli.tgz", "open"],
  ["/sdk-0.1.0-g3f2a9c1b.tgz", "open"],
  ["/sdk-x.tgz", "nothing"],
  ["/cli-0.1.0.tgz/x", "nothing"],
  ["/docs/index.html", "open"],
  ["/docs/deploy/server.html", "open"],
  ["/docs", "open"],
  ["/cli.mjs", "open"],
  ["/-/account/x", "nothing"],
  ["/-", "nothing"],
  ["/-/x", "nothing"],
  ["/acme/-/members", "team"],
  ["/acme/-/settings", "team"],
  ["/acme/-", "nothing"],
  ["/acme/-/mocks", "nothing"],
  ["/-/-/members", "nothing"],
  ["/healthz", "nothing"],
  ["/healthz/", "nothing"],
  ["/metrics", "nothing"],
  ["/metrics/x", "nothing"],
  ["/.env", "nothing"],
  ["/.git/config", "nothing"],
  ["/wp-login.php", "nothing"],
  ["/robots.txt", "nothing"],
  ["/favicon.ico/x", "nothing"],
  ["/Acme", "nothing"],
  ["/acme/../x", "nothing"],
  ["/acme/shop/unknown", "nothing"],
  ["/a.b/c", "nothing"],
  ["/api", "nothing"],
  ["//acme", "nothing"],
])("%s is %s", (path, kind) => {
  expect(kindOfPage(path)).toBe(kind);
});

test.each(["text/html,application/xhtml+xml", "text/html"])(
  "a browser that accepts %s reads pages",
  (accept) => {
    expect(readsPages(new Headers({ accept }))).toBe(true);
  },
);

test.each([
  [{}, false],
  [{ accept: "*/*" }, false],
  [{ accept: "application/json", cookie: "other=1" }, false],
  [{ accept: "*/*", "sec-fetch-mode": "cors" }, true],
  [{ cookie: "a=b; __Secure-fieldkit.session_token=x" }, true],
])("somebody with %j reads pages: %s", (headers, reads) => {
  expect(readsPages(new Headers(headers as Record<string, string>))).toBe(reads);
});

test("every reserved name is a possible name, or reserving it would be in vain", () => {
  for (const name of reservedNames) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});
