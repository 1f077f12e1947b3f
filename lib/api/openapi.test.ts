import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openapiFile, openapiText } from "./openapi-file";

test("docs/openapi.json is what the operations say; `npm run openapi` writes it anew", () => {
  expect(readFileSync(openapiFile, "utf8")).toBe(openapiText());
});
