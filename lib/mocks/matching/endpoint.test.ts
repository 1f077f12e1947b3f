import { describe, expect, test } from "vitest";
import { normalizeEndpoint } from "./endpoint";

describe("normalizeEndpoint", () => {
  test.each([
    ["users", "/users"],
    ["/users", "/users"],
    ["///users", "/users"],
    ["", "/"],
    ["/", "/"],
    ["//", "/"],
    ["/users//a/", "/users//a/"],
    ["/a b", "/a b"],
    ["/Ünïcode/日本/😀", "/Ünïcode/日本/😀"],
    ["/a%3Fb%23c", "/a%3Fb%23c"],
    ["/:id/*", "/:id/*"],
    ["/a/:id?", "/a/:id?"],
    ["/a/:b?/:c*", "/a/:b?/:c*"],
    ["/{id}", "/:id"],
    ["users/{user-id}/{x}.json", "/users/:user-id/:x.json"],
    ["/{id?}", "/:id?"],
    ["/{path+}", "/:path+"],
    ["/{a}:run", "/:a%3Arun"],
    ["/{a}b", "/:a%62"],
    ["/{a}-b/{c}-{d}", "/:a%2Db/:c-:d"],
    ["/x:y{a}", "/x%3Ay:a"],
    ["/{a}{b}", "/:a:b"],
    ["/:id/{x}", "/:id/:x"],
    ["~^/v[0-9]+/users$", "~^/v[0-9]+/users$"],
    ["~^(?i)/users/(?P<id>\\d{1,3})#?$", "~^(?i)/users/(?P<id>\\d{1,3})#?$"],
    ["~alice", "/~alice"],
  ])("%j is stored as %j", (raw, endpoint) => {
    expect(normalizeEndpoint(raw)).toEqual({ endpoint });
  });

  test.each([
    ["/a?b=1", "'?'"],
    ["/a#b", "'#'"],
    ["/lists/:id?filter", "'?'"],
    ["/lists?", "'?'"],
    ["/a/:b?/c", "only last segments may be optional"],
    ["/{a", "brace without its partner"],
    ["/a}", "brace without its partner"],
    ["/{a{b}}", "brace without its partner"],
    ["/{}", "names consist of"],
    ["/{1a}", "names consist of"],
    ["/{a?}.txt", "names consist of"],
    ["/{user id}", "names consist of"],
    [`~^/${"a".repeat(500)}`, "at most 500 characters"],
    [`/:a${"/b".repeat(50)}`, "at most 50 segments"],
    [`/${"é".repeat(1000)}`, "at most 2000 bytes"],
    ["/a\0b", "control characters"],
    ["/a\nb", "control characters"],
    ["/a\tb", "control characters"],
    ["/a\u007fb", "control characters"],
    ["/a\u0085b", "control characters"],
    ["/a\ud800b", "lone surrogates"],
    ["/a\udc00", "lone surrogates"],
  ])("%j is refused with a message that names the cause", (raw, cause) => {
    const result = normalizeEndpoint(raw);
    expect(result).toHaveProperty("problem", expect.stringContaining(cause));
  });

  test("the limit counts the stored form, its leading slash included", () => {
    const longest = "a".repeat(1999);
    expect(normalizeEndpoint(`///${longest}`)).toEqual({ endpoint: `/${longest}` });
    expect(normalizeEndpoint(`${longest}a`)).toHaveProperty("problem");
  });
});
