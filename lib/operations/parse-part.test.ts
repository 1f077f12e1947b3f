import { expect, test } from "vitest";
import { z } from "zod";
import type { Issue } from "./operation";
import { parsePart } from "./parse-part";

const schema = z
  .object({
    name: z.string({ error: "must be a string" }),
    kind: z.enum(["a", "b"], { error: "must be a or b" }),
    rule: z.object({ value: z.union([z.string(), z.number()]) }).optional(),
    items: z.array(z.object({ id: z.string() })).optional(),
    until: z.string().optional(),
    fields: z.preprocess(String, z.enum(["x"], { error: "must be x" })).optional(),
  })
  .superRefine(({ kind, until }, ctx) => {
    if (kind === "b" && until === undefined)
      ctx.addIssue({ code: "custom", path: ["until"], message: "Must be set for b" });
  });

test.each([
  [{ kind: "a" }, ["name is missing"]],
  [{ name: 1, kind: "a" }, ["name must be a string"]],
  [{ name: null, kind: "a" }, ["name must be a string"]],
  [{ name: "x" }, ["kind is missing"]],
  [{ name: "x", kind: "c" }, ["kind must be a or b"]],
  [{ name: "x", kind: "a", rule: {} }, ["rule.value is missing"]],
  [{ name: "x", kind: "a", items: [{}, { id: "1" }] }, ["items.0.id is missing"]],
  [{ name: "x", kind: "a", fields: ["y"] }, ["fields must be x"]],
  [{ name: "x", kind: "b" }, ["until must be set for b"]],
])("%j has the problems %j", (value, problems) => {
  const issues: Issue[] = [];
  parsePart(schema, value, issues);
  expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual(problems);
});
