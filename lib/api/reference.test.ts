import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { isKey } from "@/lib/auth/key-text";
import { honoursIfMatch } from "@/lib/operations/if-match";
import { contractText } from "./contract-text";
import { openapiDocument } from "./openapi";
import { contractFile } from "./openapi-files";
import { reference } from "./reference";
import { table } from "./table";

const operations = table.map(({ operation }) => operation);
const document = openapiDocument(operations, reference);
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "api");

type Content = Record<string, { schema?: unknown; example?: unknown }>;

/** What the examples of a request or answer break of the schema beside them. */
function problemsOf(content: Content, pointer: string): unknown[] {
  return Object.entries(content).flatMap(([type, { schema, example }]) => {
    if (schema === undefined || (type !== "application/json" && example === undefined)) return [];
    const validate = ajv.compile({ $ref: `api#${pointer}/content/${escaped(type)}/schema` });
    return validate(example) ? [] : (validate.errors ?? []);
  });
}

const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
  "$id",
  ({ id, operation }) => {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    const method = operation.method.toLowerCase();
    const pointer = `/paths/${escaped(path)}/${method}`;
    const described = (document.paths[path] as Record<string, unknown>)[method] as {
      summary: string;
      description: string;
      parameters: { in: string; name: string; example?: unknown }[];
      requestBody?: { content: Content };
      responses: Record<string, { content?: Content }>;
    };

    test("is described by sentences of its own", () => {
      expect(described.description).toMatch(/[.…]$/);
      expect(described.description.length).toBeGreaterThan(40);
      expect(described.description).not.toContain(described.summary);
    });

    test("has a value for each name in its path", () => {
      const unnamed = described.parameters.filter((each) => each.in === "path" && each.example === undefined);
      expect(unnamed).toEqual([]);
    });

    test("its example of a request is valid, and the service takes it", () => {
      expect(described.requestBody === undefined).toBe(operation.body === undefined);
      if (!operation.body || !described.requestBody) return;
      expect(problemsOf(described.requestBody.content, `${pointer}/requestBody`)).toEqual([]);
      const example: unknown = Object.values(described.requestBody.content)[0]?.example;
      if (!operation.upload && !operation.longList)
        expect(operation.body.safeParse(example).error).toBeUndefined();
    });

    test("its example of an answer is valid, and all of it is described", () => {
      const status = operation.status ?? 200;
      const content = described.responses[status]?.content ?? {};
      expect(problemsOf(content, `${pointer}/responses/${status}`)).toEqual([]);
      const example = reference[id]?.answer;
      if (!operation.produces && status !== 302) expect(operation.output.parse(example)).toEqual(example);
    });

    test("its row comes with the refusal of a change by who knows an older one", () => {
      const { content } = described.responses[409] ?? {};
      if (!honoursIfMatch(operation))
        return expect(content !== undefined && !operation.errorBody).toBe(false);
      if (!content) return expect.unreachable("409 has no body of its own");
      expect(problemsOf(content, `${pointer}/responses/409`)).toEqual([]);
      expect(content["application/json"]?.example).toMatchObject({ code: "changed", current: {} });
    });
  },
);

test("docs/api-contract.txt is up to date. `npm run openapi` rewrites it", () => {
  const recorded = readFileSync(contractFile, "utf8").split("\n");
  const current = contractText(operations, document).split("\n");
  const absent = (lines: string[], from: string[]) => {
    const known = new Set(from);
    return lines.filter((line) => !known.has(line));
  };
  expect({ removed: absent(recorded, current), added: absent(current, recorded) }).toEqual({
    removed: [],
    added: [],
  });
  expect(current).toEqual(recorded);
});

test("each refusal has an example that is valid", () => {
  const responses = document.components.responses as Record<string, { content: Content }>;
  for (const [name, { content }] of Object.entries(responses)) {
    expect(problemsOf(content, `/components/responses/${name}`), name).toEqual([]);
  }
});

test("the key of the examples has a checksum, so that it is refused as unknown and not as misspelt", () => {
  const key = JSON.stringify(reference.createApiKey?.answer).match(/fk_[0-9A-Za-z]{36}/)?.[0] ?? "";
  expect(isKey(key)).toBe(true);
});
