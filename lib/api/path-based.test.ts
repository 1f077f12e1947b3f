import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { newKey } from "@/lib/auth/key-text";
import { Answer } from "@/lib/operations/answer";
import { projectTargetOf } from "@/lib/platform/hosts/project-host";
import { requireProgram, toSentByPath, withoutCredentials } from "./path-based";

const page = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
const program = {};
const browserWithoutTls = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" };

describe("a path-based URL", () => {
  it.each([
    ["/p/ab-shop/api/mock/x?y=1", { label: "ab-shop", prefix: "/p/ab-shop", target: "/api/mock/x?y=1" }],
    ["/p/AB-Shop/api?x", { label: "ab-shop", prefix: "/p/AB-Shop", target: "/api?x" }],
    ["/p/a/api/../..//x", { label: "a", prefix: "/p/a", target: "/api/../..//x" }],
    ["/p//api/mock/x", { label: "", prefix: "/p/", target: "/api/mock/x" }],
    ["/p/ab-shop", undefined],
    ["/p/ab-shop/mocks", undefined],
    ["/p/ab-shop/apis/mock", undefined],
    ["/p?/ab-shop/api/mock", undefined],
    ["/P/ab-shop/api/mock", undefined],
    ["/p/a/b/api/mock", undefined],
    ["//p/a/api/mock", undefined],
  ])("%s names %o", (target, found) => {
    expect(projectTargetOf(undefined, target)).toEqual(found);
  });

  it("has no meaning on a project's host", () => {
    const target = "/p/other/api/mock";
    expect(projectTargetOf("own", target)).toEqual({ label: "own", prefix: "", target });
  });
});

describe("a request by path", () => {
  const project = { label: "ab-shop", prefix: "/p/ab-shop", target: "/api/mock/x" };

  it.each([
    ["a program", program],
    ["Node's fetch", { "sec-fetch-mode": "cors" }],
    ["a page's fetch", page],
  ])("of %s is allowed", (_, headers) => {
    expect(() => requireProgram(headers, project)).not.toThrow();
  });

  it.each([
    ...["document", "iframe", "frame", "embed", "object", "image", "script", "style", "worker"],
    ...["sharedworker", "serviceworker", "audioworklet", "paintworklet", "manifest", "font", "video", ""],
  ])("for %s is rejected and names the project's host", (destination) => {
    const hint = "In a browser, use http://ab-shop.mock.localhost:3000/api/mock/x";
    expect(() => requireProgram({ ...page, "sec-fetch-dest": destination }, project)).toThrow(
      expect.objectContaining({ code: "invalid_request", hint }),
    );
  });

  it.each([
    ["a navigation", { "sec-fetch-mode": "navigate" }],
    ["a navigation to an origin without TLS", { "upgrade-insecure-requests": "1" }],
    ["a service worker of an older browser", { "service-worker": "script" }],
  ])("of %s is rejected", (_, headers) => {
    expect(() => requireProgram(headers, project)).toThrow("This URL is for programs only.");
  });

  it.each<[headers: IncomingHttpHeaders, name: string, value: string, kept: string | undefined]>([
    [program, "Cookie", "a=1; fieldkit.session_token=s; b=2", "a=1; b=2"],
    [program, "cookie", "__Secure-fieldkit.session_token=s;__Host-fieldkit.x=1;FIELDKIT.Y=2", undefined],
    [program, "Cookie", "a=fieldkit.session_token", "a=fieldkit.session_token"],
    [page, "Cookie", "a=1", undefined],
    [program, "Authorization", `Bearer ${newKey()}`, undefined],
    [program, "X-API-Key", newKey(), undefined],
    [program, "X-API-Key", "of-another-service", "of-another-service"],
    [program, "Authorization", "Bearer token", "Bearer token"],
    [page, "Authorization", "Bearer token", "Bearer token"],
    [program, "Authorization", "Basic dTpw", "Basic dTpw"],
    [page, "Authorization", "basic dTpw", undefined],
    [page, "Authorization", "Negotiate dTpw", undefined],
    [page, "X-Other", newKey().slice(0, 3), "fk_"],
    [browserWithoutTls, "Cookie", "sso=1", undefined],
    [browserWithoutTls, "Authorization", "Basic dTpw", undefined],
    [program, "Cf-Access-Jwt-Assertion", "a", undefined],
    [program, "X-Auth-Request-User", "a", undefined],
    [program, "X-Forwarded-Access-Token", "a", undefined],
    [page, "X-Amzn-Oidc-Data", "a", undefined],
    [page, "Remote-User", "a", undefined],
    [page, "X-Forwarded-Client-Cert", "a", undefined],
    [page, "Proxy-Authorization", "a", undefined],
    [page, "X-MS-CLIENT-PRINCIPAL", "a", undefined],
    [program, "X-Forwarded-For", "192.0.2.1", "192.0.2.1"],
    [program, "Remote-Address", "a", "a"],
  ])("with %o keeps of %s: %s", (headers, name, value, kept) => {
    const others = ["Host", "a", "X-A", "1"];
    const expected = kept === undefined ? others : [...others.slice(0, 2), name, kept, ...others.slice(2)];
    expect(withoutCredentials([...others.slice(0, 2), name, value, ...others.slice(2)], headers)).toEqual(
      expected,
    );
  });
});

describe("a response by path", () => {
  const guards = ["X-Content-Type-Options", "nosniff", "Content-Security-Policy", "sandbox"];
  const sent = (lines: string[], headers = {}) => toSentByPath(headers)(new Answer(200, lines, "body"));

  it.each([
    ...["Set-Cookie", "SET-COOKIE", "Access-Control-Allow-Credentials", "Content-Security-Policy"],
    ...["Service-Worker-Allowed", "Clear-Site-Data", "Strict-Transport-Security", "Alt-Svc", "NEL"],
    ...["Report-To", "Reporting-Endpoints", "Accept-CH", "Critical-CH", "Refresh", "Origin-Agent-Cluster"],
    ...["Use-As-Dictionary", "X-Content-Type-Options", "Set-Login", "Sec-Session-Registration"],
  ])("has no %s of its own", (name) => {
    const { headers, body } = sent(["X-A", "1", name, "x", name, "y", "X-B", "2"]);
    expect(headers).toEqual(["X-A", "1", "X-B", "2", ...guards]);
    expect(body).toBe("body");
  });

  it.each([
    ...["WWW-Authenticate", "X-Accel-Redirect", "X-Sendfile", "Attribution-Reporting-Register-Source", "New"],
  ])("has %s for programs, but not for browsers", (name) => {
    const lines = [name, "a"];
    expect(sent(lines).headers).toEqual([...lines, ...guards]);
    for (const browser of [page, browserWithoutTls]) expect(sent(lines, browser).headers).toEqual(guards);
  });

  it.each([
    ...["Content-Type", "ETag", "Cache-Control", "Access-Control-Allow-Origin", "X-Own", "X-Request-Id"],
    ...["Location", "Retry-After", "Vary", "Link", "RateLimit-Limit", "Content-Range"],
  ])("has %s for browsers, too", (name) => {
    expect(sent([name, "a"], page).headers).toEqual([name, "a", ...guards]);
  });

  it("stays as it is when it is made twice", () => {
    const once = toSentByPath({})(new Answer(200, ["Set-Cookie", "a=1", "X-A", "1"], null));
    expect(toSentByPath({})(once)).toEqual(once);
  });
});
