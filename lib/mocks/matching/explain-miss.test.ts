import { describe, expect, test } from "vitest";
import { mock } from "./fixtures/matcher-of";
import { buildMatcher } from "./matcher";

describe("explainMiss", () => {
  const unknown =
    "No mock is configured for this path. Compare the letter case, the trailing slash and the " +
    "percent-encoding with the mock's endpoint.";
  const meant = (endpoint: string) => `No mock is configured for this path. Did you mean ${endpoint}?`;
  const disabled = "The mock on this path is disabled. Enable it to get its answer.";

  test.each<[mocks: string[], method: string, path: string, hint: string]>([
    [["POST /a", "DELETE /a"], "GET", "/a", "This path has a mock for DELETE and POST, not for GET."],
    [["POST /a/:x"], "HEAD", "/a/1", "This path has a mock for POST, not for HEAD."],
    [["/a"], "OPTIONS", "/a", "This path has a mock for GET, not for OPTIONS."],
    [["/a"], "GET", "/a/", "This path has a trailing slash too many: the mock's endpoint is /a"],
    [["/a/"], "GET", "/a", "This path lacks a trailing slash: the mock's endpoint is /a/"],
    [["/Users"], "GET", "/users", "Letter case differs: the mock's endpoint is /Users"],
    [["/É"], "GET", "/%C3%A9", "Letter case differs: the mock's endpoint is /É"],
    [["/a b"], "GET", "/a%2520b", "Percent-encoding differs: the mock's endpoint is /a b"],
    [["/a/b"], "GET", "/a%2Fb", "Percent-encoding differs: the mock's endpoint is /a/b"],
    [["/a%2Fb"], "GET", "/a/b", "Percent-encoding differs: the mock's endpoint is /a%2Fb"],
    [["/a/b/:x"], "GET", "/a%2Fb/1", "Percent-encoding differs: the mock's endpoint is /a/b/:x"],
    [["!/a"], "GET", "/a", disabled],
    [["!/a/:x"], "GET", "/a/1", disabled],
    [["!/a", "POST /a"], "GET", "/a", disabled],
    [["!/*", "/Users"], "GET", "/users", "Letter case differs: the mock's endpoint is /Users"],
    [["!POST /a"], "GET", "/a", unknown],
    [["!/Users", "!/users/"], "GET", "/users", unknown],
    [["/secret/admin", "/secrets/:x", "/:x/secret"], "GET", "/secret", unknown],
    [["/users/:id"], "GET", "/usrs/7", meant("/users/:id")],
    [["/users/:id"], "HEAD", "/Usres/7", meant("/users/:id")],
    [["ANY /orders/*"], "PUT", "/order/7/items", meant("/orders/*")],
    [["/pages/:page?"], "GET", "/page", meant("/pages/:page?")],
    [["/invoices", "/invoice"], "GET", "/invoic", meant("/invoice")],
    [["/v1/products/:id"], "GET", "/products/7", meant("/v1/products/:id")],
    [["/v1/products", "/product"], "GET", "/products", meant("/product")],
    [["/:tenant/products"], "GET", "/products", unknown],
    [["/users/:id"], "GET", "/usrs/7/orders", unknown],
    [["/users/orders"], "GET", "/usrs/ordrs", unknown],
    [["/v1/users"], "GET", "/v2/users", unknown],
    [["POST /users"], "GET", "/usrs", unknown],
    [["!/users"], "GET", "/usrs", unknown],
    [["~^/users$"], "GET", "/usrs", unknown],
    [["/report.:ext"], "GET", "/reprt.pdf", unknown],
    [[], "GET", "", unknown],
  ])("with %j, %s %j is told: %s", async (mocks, method, path, hint) => {
    const { match, explainMiss } = await buildMatcher(mocks.map(mock));
    expect(match(method, path)).toBeUndefined();
    expect(await explainMiss(method, path)).toBe(hint);
  });
});
