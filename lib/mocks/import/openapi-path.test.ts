import { describe, expect, test } from "vitest";
import { createMock } from "@/lib/mocks/contract";
import { convertOpenApi } from "./openapi";

function endpointsOf(document: unknown) {
  return convertOpenApi(document).map((entry) =>
    "skipped" in entry ? entry.skipped : createMock.body.parse(entry.mock).endpoint,
  );
}

describe("endpoints", () => {
  test.each([
    ["/users/{id}", "/users/:id"],
    ["/users/{user id}/{1st}/{-a-}", "/users/:user_id/:p1st/:a"],
    ["users", "/users"],
    ["/", "/"],
    ["/projects/{id}:run", "/projects/:id%3Arun"],
    ["/projects:list", "/projects%3Alist"],
    ["/a/*", "/a/%2A"],
    ["/a b/{", "/a%20b/%7B"],
    ["/search?q={q}", "/search"],
    ["/token#refresh", "/token"],
    ["/users{?page,size}", "/users"],
    ["/users/{+path}{&more}", "/users/:_path"],
    ["/files/{path}.{format}", "/files/:path.:format"],
    ["/{}", "/:p"],
    ["/__proto__", "/__proto__"],
    ["/~^a", "/~^a"],
  ])("%s is %s", (path, endpoint) => {
    const entries = endpointsOf(
      JSON.parse(`{"openapi": "3.0.0", "paths": {${JSON.stringify(path)}: {"get": {}}}}`),
    );
    expect(entries).toEqual([endpoint]);
  });

  test.each([
    [[{ url: "/v2/" }], "/v2/a"],
    [[{ url: "https://example.com" }], "/a"],
    [[{ url: "//example.com/v3?x=1" }], "/v3/a"],
    [[{ url: "{scheme}://example.com/v4", variables: { scheme: { default: "https" } } }], "/v4/a"],
    [[{ url: "/{tenant}" }], "/:tenant/a"],
    [[], "/a"],
    ["nonsense", "/a"],
  ])("servers %j", (servers, endpoint) => {
    const own = { servers: [{ url: "/own" }] };
    expect(endpointsOf({ openapi: "3.0.0", servers, paths: { "/a": { get: {}, put: own } } })).toEqual([
      endpoint,
      "/own/a",
    ]);
  });
});
