import { expect, test } from "vitest";
import { freeEndpoint } from "./free-endpoint";

test.each<[string, string[], string]>([
  ["/users/:id", [], "/users-copy/:id"],
  ["/users/:id", ["/users-copy/:id", "/users-copy"], "/users-copy-2/:id"],
  ["/users", ["/users-copy", "/users-copy-2"], "/users-copy-3"],
  ["/", [], "/copy"],
  ["/:id/a", ["/copy/:id/a"], "/copy-2/:id/a"],
  ["/*", [], "/copy/*"],
  ["~^/v[0-9]+$", [], "~^/v[0-9]+$"],
])("a copy of %s beside %j is %s", (endpoint, taken, expected) => {
  expect(freeEndpoint(endpoint, taken)).toBe(expected);
});
