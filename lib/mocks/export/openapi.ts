import { endpointFor } from "@/lib/mocks/import/openapi-path";
import { Notes } from "@/lib/mocks/import/read-document-values";
import { isExpression } from "@/lib/mocks/matching/segments";
import type { MockRow } from "@/lib/mocks/to-mock";
import { type Steps, turns } from "@/lib/platform/process/turns";
import type { DocumentText } from "./document-text";
import type { Exported, MakesWriter } from "./document-writer";
import { answersOf } from "./given-answers";
import { indented, jsonParts } from "./json-parts";
import { LeftOutMocks } from "./left-out";
import { type PathTemplate, pathsOf } from "./openapi-path";
import { responsesOf } from "./openapi-responses";
import { OperationIds } from "./operation-ids";
import { type PlaceMethod, placesOf, type Wanting } from "./places";
import { sorted } from "./sorted";

/** A mock at one of its paths. `parts` are its operation without what depends on the others. */
type Entry = Wanting & { template: PathTemplate; parts: readonly string[] };
type PathItem = { template: PathTemplate; operations: Map<PlaceMethod, Entry> };

/** OpenAPI 3.1, with what it has no words for in fields of ours. */
export const openapiWriter: MakesWriter = (text, of) => {
  const entries: Entry[] = [];
  const without = new LeftOutMocks(text);
  return {
    *add(mocks) {
      for (const mock of mocks) {
        if (isExpression(mock.endpoint)) {
          without.add(mock, "OpenAPI has no paths that are regular expressions.");
        } else {
          const { name, method, endpoint, enabled } = mock;
          const parts = yield* operationOf(mock, text);
          for (const template of pathsOf(endpoint)) {
            text.keep(template.path);
            entries.push({ name, method, endpoint, enabled, key: template.key, template, parts });
          }
        }
        yield;
      }
    },
    end: () => turns().run(document(text, of, entries, without)),
  };
};

function* operationOf(mock: MockRow, text: DocumentText): Steps<string[]> {
  const { name, description, enabled, tags, responseMode } = mock;
  const operation = {
    summary: name,
    ...(description && { description }),
    ...(tags.length > 0 && { tags }),
    ...(!enabled && { "x-fieldkit-enabled": false }),
    ...(responseMode !== "first" && { "x-fieldkit-response-mode": responseMode }),
    responses: yield* responsesOf(answersOf(mock)),
  };
  const parts: string[] = [];
  yield* jsonParts(operation, 3, (part) => parts.push(text.keep(part)));
  return parts;
}

function* document(
  text: DocumentText,
  { project, mockBaseUrl }: Exported,
  entries: readonly Entry[],
  without: LeftOutMocks,
): Steps<void> {
  const places = yield* placesOf(entries, (each, reason) => without.add(each, reason));
  const items = yield* pathItems(places);
  const ids = new OperationIds();
  const info = { title: `${project.name}: mocks`, version: "1.0.0" };
  text.add(`{\n  "openapi": "3.1.0",\n  "x-generator": "Fieldkit",\n  "info": ${indented(info, 1)},\n`);
  text.add(`  "servers": ${indented([{ url: mockBaseUrl }], 1)},\n  "paths": {`);
  for (const [at, { template, operations }] of items.entries()) {
    text.add(`${at === 0 ? "" : ","}\n    ${JSON.stringify(template.path)}: {`);
    const parameters = template.names.map((name) => parameterOf(name));
    if (parameters.length > 0) text.add(`\n      "parameters": ${indented(parameters, 3)},`);
    let separator = "";
    for (const [method, entry] of operations) {
      text.add(`${separator}\n      "${method.toLowerCase()}": ${beginningAt(template, method, entry, ids)}`);
      separator = ",";
      for (const [index, part] of entry.parts.entries()) {
        // The brace that opens it is there already.
        text.add(index === 0 ? part.slice(1) : part);
        yield;
      }
    }
    text.add("\n    }");
  }
  text.add(items.length > 0 ? "\n  }" : "}");
  yield* without.write(",\n", "");
  text.add("\n}\n");
}

/** By path, so that the document of mocks that did not change is the same. */
function* pathItems(places: ReadonlyMap<Entry, readonly PlaceMethod[]>): Steps<PathItem[]> {
  const items = new Map<string, PathItem>();
  for (const [entry, methods] of places) {
    const item = items.get(entry.key) ?? { template: entry.template, operations: new Map() };
    for (const method of methods) item.operations.set(method, entry);
    items.set(entry.key, item);
    yield;
  }
  return yield* sorted([...items.values()], (a, b) => a.template.path < b.template.path);
}

const parameterOf = (name: string) => ({
  ...{ name, in: "path", required: true, schema: { type: "string" } },
});

/** What depends on where an operation is. */
function beginningAt(template: PathTemplate, method: PlaceMethod, entry: Entry, ids: OperationIds): string {
  const isAny = entry.method === "ANY";
  const operationId = ids.make([entry.name, `${method} ${template.path}`], isAny ? `_${method}` : "");
  // Where the path does not say everything, an import reads it here.
  const read = endpointFor(template.path, new Notes());
  const isSame = "endpoint" in read && read.endpoint === entry.endpoint;
  const own = isSame ? "" : `\n        "x-fieldkit-endpoint": ${JSON.stringify(entry.endpoint)},`;
  return `{\n        "operationId": ${JSON.stringify(operationId)},${own}`;
}
