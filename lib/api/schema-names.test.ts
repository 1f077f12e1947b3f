import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeApi } from "./openapi-files";

/** Names that every TypeScript file has: of the language, of browsers and of workers. */
function globalNames(): Set<string> {
  const folder = join("node_modules", "typescript", "lib");
  const files = readdirSync(folder).filter((name) => /^lib\..*\.d\.ts$/.test(name));
  const declaration = /^(?:declare )?(?:interface|type|var|let|const|function|class) (\w+)/gm;
  const names = files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(declaration)].map(([, found = ""]) => found),
  );
  return new Set(names);
}

test("no schema hides a global of TypeScript in generated files, except for Error, with which they compile", () => {
  const globals = globalNames();
  expect(globals).toContain("Record");
  const ids = Object.keys(describeApi().components.schemas);
  expect(ids.filter((id) => globals.has(id))).toEqual(["Error"]);
});

test("each schema has a name that is a type's in every language", () => {
  const ids = Object.keys(describeApi().components.schemas);
  expect(ids.filter((id) => !/^[A-Z][A-Za-z]+$/.test(id))).toEqual([]);
});

test("the schema of a request body is named after its operation", () => {
  for (const methods of Object.values(describeApi().paths)) {
    for (const { operationId, requestBody } of Object.values(methods) as Described[]) {
      const [content] = Object.values(requestBody?.content ?? {});
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
      if (content) expect(content.schema).toEqual({ $ref: `#/components/schemas/${name}` });
    }
  }
});

type Described = { operationId: string; requestBody?: { content: Record<string, { schema: unknown }> } };
