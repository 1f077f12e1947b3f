import { expect, test } from "vitest";
import { scopesFor } from "./scope";

test.each([
  ["GET", "Activity", undefined, ["admin", "read"]],
  ["POST", "Deletions", undefined, ["admin"]],
  ["GET", "Mocks", undefined, ["admin", "read", "mocks:write"]],
  ["PUT", "Mocks", undefined, ["admin", "mocks:write"]],
  ["POST", "Mock calls", "read", ["admin", "read", "mocks:write"]],
  ["DELETE", "Webhooks", undefined, ["admin", "webhooks:write"]],
  ["GET", "Flags", undefined, ["admin", "read", "flags:read", "flags:write"]],
  ["POST", "Segments", undefined, ["admin", "flags:write"]],
  ["GET", "SDK", "evaluate", ["admin", "read", "evaluate", "flags:read", "flags:write"]],
  ["POST", "OFREP", "evaluate", ["admin", "evaluate", "flags:read", "flags:write"]],
  ["POST", "Release webhooks", undefined, ["admin", "releases:write"]],
  ["GET", "Audit trail", undefined, ["admin", "read", "audit:read"]],
  [
    "POST",
    "API keys",
    "any",
    [
      "admin",
      "read",
      "mocks:write",
      "webhooks:write",
      "flags:read",
      "flags:write",
      "releases:write",
      "audit:read",
    ],
  ],
] as const)("%s with tag %s and scope %s allows keys with %j", (method, tag, scope, scopes) => {
  expect(scopesFor({ method, tag, ...(scope && { scope }) })).toEqual(scopes);
});
