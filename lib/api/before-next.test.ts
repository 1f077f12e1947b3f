import { describe, expect, it } from "vitest";
import { settleTarget } from "./before-next";

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
