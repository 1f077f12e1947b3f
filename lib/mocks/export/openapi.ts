import { endpointFor } from "@/lib/mocks/import/openapi-path";
import { Notes } from "@/lib/mocks/import/read-document-values";
import { isExpression } from "@/lib/mocks/matching/segments";
import type { MockRow } from "@/lib/mocks/to-mock";
import { type Steps, turns } from "@/lib/platform/process/turns";
import { type DocumentText, indented } from "./document-text";
import type { Exported, MakesWriter } from "./document-writer";
import { answersOf } from "./given-answers";
import { type PathTemplate, pathsOf } from "./openapi-path";
import { responsesOf } from "./openapi-responses";
import { OperationIds } from "./operation-ids";
import { type LeftOut, leftOut, type PlaceMethod, placesOf, type Wanting } from "./places";

/** A mock at one of its paths. `text` is its operation without what depends on the others. */
type Entry = Wanting & { template: PathTemplate; text: string };
type PathItem = { template: PathTemplate; operations: Map<PlaceMethod, Entry> };

/** OpenAPI 3.1, with what it has no words for in fields of ours. */
export const openapiWriter: MakesWriter = (text, of) => {
  const entries: Entry[] = [];
  const without: LeftOut[] = [];
  return {
    *add(mocks) {
      for (const mock of mocks) {
        text.countMock();
        if (isExpression(mock.endpoint)) {
          without.push(leftOut(mock, "OpenAPI has no paths that are regular expressions."));
          text.keep(mock.endpoint);
        } else {
          const { name, method, endpoint, enabled } = mock;
          const operation = text.keep(yield* operationOf(mock));
          for (const template of pathsOf(endpoint)) {
            entries.push({ name, method, endpoint, enabled, key: template.key, template, text: operation });
          }
        }
        yield;
      }
    },
    end: () => turns().run(document(text, of, entries, without)),
  };
};

function* operationOf(mock: MockRow): Steps<string> {
  const { name, description, enabled, tags, responseMode } = mock;
  const operation = {
    summary: name,
    ...(description && { description }),
    ...(tags.length > 0 && { tags }),
    ...(!enabled && { "x-fieldkit-enabled": false }),
    ...(responseMode !== "first" && { "x-fieldkit-response-mode": responseMode }),
    responses: yield* responsesOf(answersOf(mock)),
  };
  return indented(operation, 3);
}

function* document(
  text: DocumentText,
  { project, mockBaseUrl }: Exported,
  entries: readonly Entry[],
  without: readonly LeftOut[],
): Steps<void> {
  const { places, leftOut: displaced } = yield* placesOf(entries);
  const items = pathItems(places);
  const ids = new OperationIds();
  const info = { title: `${project.name}: mocks`, version: "1.0.0" };
  text.add(`{\n  "openapi": "3.1.0",\n  "info": ${indented(info, 1)},\n`);
  text.add(`  "servers": ${indented([{ url: mockBaseUrl }], 1)},\n  "paths": {`);
  for (const [at, { template, operations }] of items.entries()) {
    text.add(`${at === 0 ? "" : ","}\n    ${JSON.stringify(template.path)}: {`);
    const parameters = template.names.map((name) => parameterOf(name));
    if (parameters.length > 0) text.add(`\n      "parameters": ${indented(parameters, 3)},`);
    let separator = "";
    for (const [method, entry] of operations) {
      text.add(`${separator}\n      "${method.toLowerCase()}": ${operationAt(template, method, entry, ids)}`);
      separator = ",";
      yield;
    }
    text.add("\n    }");
  }
  text.add(items.length > 0 ? "\n  }" : "}");
  const all = [...without, ...displaced];
  if (all.length > 0) text.add(`,\n  "x-fieldkit-left-out": ${indented(all, 1)}`);
  text.add("\n}\n");
}

/** By path, so that the document of mocks that did not change is the same. */
function pathItems(places: ReadonlyMap<Entry, readonly PlaceMethod[]>): PathItem[] {
  const items = new Map<string, PathItem>();
  for (const [entry, methods] of places) {
    const item = items.get(entry.key) ?? { template: entry.template, operations: new Map() };
    for (const method of methods) item.operations.set(method, entry);
    items.set(entry.key, item);
  }
  return [...items.values()].sort((a, b) => (a.template.path < b.template.path ? -1 : 1));
}

const parameterOf = (name: string) => ({
  ...{ name, in: "path", required: true, schema: { type: "string" } },
});

function operationAt(template: PathTemplate, method: PlaceMethod, entry: Entry, ids: OperationIds): string {
  const isAny = entry.method === "ANY";
  const operationId = ids.make([entry.name, `${method} ${template.path}`], isAny ? `_${method}` : "");
  // Where the path does not say everything, an import reads it here.
  const read = endpointFor(template.path, new Notes());
  const isSame = "endpoint" in read && read.endpoint === entry.endpoint;
  const own = isSame ? "" : `\n        "x-fieldkit-endpoint": ${JSON.stringify(entry.endpoint)},`;
  return `{\n        "operationId": ${JSON.stringify(operationId)},${own}${entry.text.slice(1)}`;
}
