import { describe, expect, it } from "vitest";
import { hostProblem, settleTarget } from "./before-next";

const appHost = "localhost:3000";

function settled(url: string, host?: string) {
  const request = { url, headers: host === undefined ? {} : { host } };
  settleTarget(request, appHost);
  return [request.url, (request.headers as { host?: string }).host];
}

describe("the target of a request", () => {
  it.each([
    ["/api/teams?a=http://x/", "a:1", "/api/teams?a=http://x/", "a:1"],
    ["http://b:2/api/teams?a=b", "a:1", "/api/teams?a=b", "b:2"],
    ["HTTPS://b/", "a:1", "/", "b"],
    ["http://b", "a:1", "/", "b"],
    ["http://b?q", "a:1", "/?q", "b"],
    ["http://b/x", undefined, "/x", "b"],
    ["/livez", undefined, "/livez", appHost],
    ["/livez", "", "/livez", appHost],
    ["*", "a:1", "*", "a:1"],
    ["http:///x", "a:1", "http:///x", "a:1"],
  ])("%s with the host %s is %s on %s", (url, host, path, settledHost) => {
    expect(settled(url, host)).toEqual([path, settledHost]);
  });
});

describe("the host of a request", () => {
  it.each([
    ["one", "/", ["Host", "a:1"], undefined],
    ["none, as in HTTP/1.0", "/", ["X-Host", "a"], undefined],
    ["the target's own", "http://A:80/x", ["HOST", "a"], undefined],
    ["the target's own over https", "https://a/x", ["Host", "a:443"], undefined],
    ["the same twice", "/", ["Host", "a", "hOst", "a"], "There is more than one Host header."],
    ["empty", "/", ["Host", ""], "The Host header is empty."],
    [
      "another than the target's",
      "http://a/",
      ["Host", "b"],
      "The target and the Host header name different hosts.",
    ],
    ["another port", "http://a/", ["Host", "a:443"], "The target and the Host header name different hosts."],
  ])("%s", (_, url, rawHeaders, problem) => {
    expect(hostProblem({ url, rawHeaders })).toBe(problem);
  });
});
