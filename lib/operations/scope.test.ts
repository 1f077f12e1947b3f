import { expect, test } from "vitest";
import { scopesFor } from "./scope";

test.each([
  ["GET", undefined, ["admin", "read"]],
  ["POST", undefined, ["admin"]],
  ["PUT", undefined, ["admin"]],
  ["DELETE", undefined, ["admin"]],
  ["POST", "read", ["admin", "read"]],
  ["GET", "evaluate", ["admin", "read", "evaluate"]],
  ["POST", "evaluate", ["admin", "evaluate"]],
] as const)("%s of scope %s is for keys of %j", (method, scope, scopes) => {
  expect(scopesFor({ method, ...(scope && { scope }) })).toEqual(scopes);
});
