import type { Converted, Converter } from "./converted";
import type { Api } from "./openapi-body";
import { isMockMethod, type MockMethod, methodProblem } from "./openapi-methods";
import { mockOf } from "./openapi-operation";
import { basePathOf, endpointOf, pathOfAddress } from "./openapi-path";
import { References } from "./openapi-references";
import {
  entriesOf,
  fieldOf,
  importLimits,
  isFields,
  listOf,
  Notes,
  oneLine,
  textOf,
} from "./read-document-values";
import { SchemaExamples } from "./schema-example";

/** As they are written in a document. Fields of other names are no operations. */
const methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "query"];

/** OpenAPI 3.0 and 3.1, and Swagger 2.0: a mock for each operation. */
export const convertOpenApi: Converter = (document) => {
  const references = new References(document);
  const api: Api = {
    document,
    references,
    examples: new SchemaExamples(references),
    texts: new WeakMap(),
    answers: new WeakMap(),
    documented: new WeakMap(),
    budget: { chars: importLimits.documentChars },
  };
  const converted: Converted[] = [];
  const taken = new Map<string, string>();
  let beyond = 0;
  for (const [path, given] of entriesOf(fieldOf(document, "paths"))) {
    if (path.startsWith("x-")) continue;
    for (const entry of entriesAt(path, given, { api, taken })) {
      if (converted.length < importLimits.entries) converted.push(entry());
      else beyond += 1;
    }
  }
  if (beyond > 0) {
    const skipped = `A document may have ${importLimits.entries} operations at most`;
    converted.push({ source: `${beyond} more operations`, skipped });
  }
  return converted;
};

type Shared = { api: Api; taken: Map<string, string> };

/** What there is at a path, each to be made only if it is wanted. */
function entriesAt(path: string, given: unknown, shared: Shared): (() => Converted)[] {
  const resolved = shared.api.references.resolve(given);
  if ("problem" in resolved) return [() => ({ source: oneLine(path, 300), skipped: resolved.problem })];
  const item = resolved.value;
  const entries: (() => Converted)[] = [];
  // Asked for one by one, because an item that many paths share may have any number of other fields.
  for (const key of methods) {
    const operation = fieldOf(item, key);
    const method = key.toUpperCase();
    if (isMockMethod(method) && operation !== undefined) {
      entries.push(() => entryOf({ path, item, operation, method }, shared));
    } else if (isFields(operation)) {
      entries.push(() => ({ source: sourceOf(method, path, operation), skipped: methodProblem(method) }));
    }
  }
  return entries;
}

type Found = {
  path: string;
  item: unknown;
  operation: unknown;
  method: MockMethod;
};

function entryOf({ path, item, operation, method }: Found, { api, taken }: Shared): Converted {
  const source = sourceOf(method, path, operation);
  if (!isFields(operation)) return { source, skipped: "It is no operation" };
  const notes = new Notes();
  const prefix = prefixOf(api.document, item, operation);
  if (prefix) notes.add(`Its endpoint starts with ${prefix}, the path of its first server.`);
  const whole = `${prefix}/${path.replace(/^\/+/, "")}`;
  const found = endpointOf(operation, whole, notes);
  if ("problem" in found) return { source, skipped: found.problem };
  const key = `${method} ${found.endpoint}`;
  const earlier = taken.get(key);
  if (earlier !== undefined) return { source, skipped: `Its method and endpoint are those of ${earlier}` };
  taken.set(key, source);
  return { source, ...mockOf({ api, operation, method, path, endpoint: found.endpoint }, notes) };
}

function sourceOf(method: string, path: string, operation: unknown): string {
  const id = textOf(fieldOf(operation, "operationId"));
  return oneLine(`${method} ${path.slice(0, 200)}${id ? ` (${id.slice(0, 80)})` : ""}`, 300);
}

/** The path that all of an API's endpoints begin with: of the operation's, path's or document's first server. */
function prefixOf(document: unknown, item: unknown, operation: unknown): string {
  if (fieldOf(document, "swagger") !== undefined) {
    return pathOfAddress(textOf(fieldOf(document, "basePath")) ?? "");
  }
  for (const place of [operation, item, document]) {
    const server = listOf(fieldOf(place, "servers"))[0];
    if (server !== undefined) return pathOfServer(server);
  }
  return "";
}

function pathOfServer(server: unknown): string {
  const address = (textOf(fieldOf(server, "url")) ?? "").slice(0, 2000);
  const variables = fieldOf(server, "variables");
  const filled = address.replace(/\{([^{}]*)\}/g, (written, name: string) => {
    return textOf(fieldOf(fieldOf(variables, name), "default")) ?? written;
  });
  return basePathOf(filled);
}
