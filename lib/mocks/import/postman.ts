import type { Converted, Converter } from "./converted";
import { folderIn, folderName } from "./filed";
import { type HeaderLine, keptHeaders } from "./har-headers";
import { isMockMethod, type MockMethod, methodProblem } from "./openapi-methods";
import { enabledOf, endpointOf } from "./openapi-path";
import { type Address, type Variables, variablesOf } from "./postman-address";
import type { Condition } from "./postman-differences";
import { type Example, mockOfExamples } from "./postman-examples";
import { addressOfRequest, factsOf, methodOf, pathOf } from "./postman-request";
import {
  descriptionFrom,
  fieldOf,
  importLimits,
  listOf,
  Notes,
  nameFrom,
  oneLine,
  textOf,
} from "./read-document-values";
import type { BodyBudget } from "./room";

/** Of one method and path; more than its mock can have, because some say the same. */
const examplesMax = 300;

/** All requests of a collection with one method and path. */
type Group = {
  source: string;
  name: string;
  description: string | undefined;
  method: MockMethod;
  endpoint: string;
  folder: string;
  /** What the first of its requests says. */
  enabled?: false;
  address: Address;
  examples: Example[];
  notes: Notes;
};
type Entry = { skipped: Converted } | { group: Group };
type Reading = { variables: Variables; groups: Map<string, Group>; entries: Entry[] };

/** Collections of Postman, version 2.0 or 2.1: a mock for each method and path, with the saved examples as its answers. */
export const convertPostman: Converter = (document) => {
  const collection = fieldOf(document, "collection") ?? document;
  const reading: Reading = { variables: variablesOf(collection), groups: new Map(), entries: [] };
  let count = 0;
  for (const found of requestsIn(collection)) {
    count += 1;
    if (count <= importLimits.entries) read(found, reading);
  }
  const beyond = count - importLimits.entries;
  const budget = { chars: importLimits.documentChars };
  const converted = reading.entries.map((entry) =>
    "group" in entry ? mockOfGroup(entry.group, budget) : entry.skipped,
  );
  if (beyond > 0) {
    const skipped = `A document may have ${importLimits.entries} requests at most`;
    converted.push({ source: `${beyond} more requests`, skipped });
  }
  return converted;
};

/** A request, with its folders for people and as the folder of its mock. */
type Placed = { item: unknown; folders: string; folder: string };

/** All requests in their order. Folders are nested as deep as their author likes, so there is no recursion. */
function* requestsIn(collection: unknown): Generator<Placed> {
  const open = [{ items: listOf(fieldOf(collection, "item")), at: 0, folders: "", folder: "" }];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const { folders, folder } = here;
    const item = here.items[here.at];
    if (here.at === here.items.length) {
      open.pop();
      continue;
    }
    here.at += 1;
    if (fieldOf(item, "request") !== undefined) yield { item, folders, folder };
    const items = fieldOf(item, "item");
    if (!Array.isArray(items)) continue;
    const name = fieldOf(item, "name");
    const shown = `${folders}${oneLine(textOf(name) ?? "", 60)} / `.slice(-120);
    open.push({ items, at: 0, folders: shown, folder: folderIn(folder, folderName(name)) });
  }
}

function read({ item, folders, folder }: Placed, { variables, groups, entries }: Reading): void {
  const request = fieldOf(item, "request");
  const method = methodOf(request);
  const address = addressOfRequest(request, variables);
  const path = pathOf(address);
  const name = nameFrom(fieldOf(item, "name"), `${method} /${path}`);
  const source = oneLine(`${method} /${path.slice(0, 100)} (${folders}${name})`, 300);
  if (!isMockMethod(method)) {
    entries.push({ skipped: { source, skipped: methodProblem(method) } });
    return;
  }
  const notes = new Notes();
  const found = endpointOf(item, path, notes, { colons: true });
  if ("problem" in found) {
    entries.push({ skipped: { source, skipped: found.problem } });
    return;
  }
  const key = `${method} ${found.endpoint}`;
  const known = groups.get(key);
  const description = descriptionOf(request) ?? descriptionOf(item);
  const made = {
    source,
    name,
    description,
    method,
    ...found,
    ...enabledOf(item),
    folder,
    address,
    examples: [],
    notes,
  };
  const group = known ?? made;
  if (known) known.notes.add(`It has the examples of ${oneLine(`${folders}${name}`, 200)}, too`);
  addExamples(group, { item, request, name }, variables);
  if (known) return;
  groups.set(key, group);
  entries.push({ group });
}

function descriptionOf(value: unknown): string | undefined {
  const description = fieldOf(value, "description");
  return descriptionFrom(fieldOf(description, "content") ?? description);
}

type Read = { item: unknown; request: unknown; name: string };

function addExamples(group: Group, { item, request, name }: Read, variables: Variables): void {
  const saved = listOf(fieldOf(item, "response"));
  if (saved.length === 0) group.notes.add(`${name.slice(0, 100)} has no saved example`);
  const taken = saved.slice(0, examplesMax - group.examples.length);
  if (taken.length < saved.length) group.notes.add(`Of its examples ${examplesMax} were looked at`);
  for (const response of taken) {
    const code = fieldOf(response, "code");
    const status = typeof code === "number" && Number.isInteger(code) ? code : 200;
    const label = nameFrom(fieldOf(response, "name"), fieldOf(response, "status"), String(status));
    if (status < 200 || status > 599) {
      group.notes.add(`The example ${label.slice(0, 100)} was left out: a mock answers with 200 to 599`);
      continue;
    }
    group.examples.push({
      name: label,
      status,
      headers: keptHeaders(linesOf(fieldOf(response, "header")), group.notes),
      body: textOf(fieldOf(response, "body")) ?? "",
      facts: factsOf(fieldOf(response, "originalRequest") ?? request, group.address, variables),
    });
  }
}

/** Headers are a list, or a text as it was sent. */
function linesOf(header: unknown): HeaderLine[] {
  if (typeof header === "string") {
    const lines = header.slice(0, 20_000).split("\n");
    return lines.flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
    });
  }
  return listOf(header).flatMap((line) => {
    const name = textOf(fieldOf(line, "key")) ?? textOf(fieldOf(line, "name"));
    const value = textOf(fieldOf(line, "value")) ?? "";
    return name && fieldOf(line, "disabled") !== true ? [[name, value] as const] : [];
  });
}

function mockOfGroup({ examples, notes, ...group }: Group, budget: BodyBudget): Converted {
  const { source, name, description, method, endpoint, folder, enabled } = group;
  const head = {
    ...{ name, ...(description !== undefined && { description }), method, endpoint },
    ...(folder && { folder }),
    ...(enabled !== undefined && { enabled }),
  };
  const [first, ...others] = examples;
  if (!first) {
    return {
      source,
      mock: { ...head, statusCode: 200, responseBody: "{}" },
      notes: [...notes.list, "It answers {}"],
    };
  }
  return { source, ...mockOfExamples(head, [first, ...others], notes, budget, byMockHeaders) };
}

/** As Postman's own mock servers choose among examples of one request. */
const byMockHeaders = ({ name, status }: Example): Condition[] => [
  { in: "header", name: "x-mock-response-name", equals: name },
  { in: "header", name: "x-mock-response-code", equals: String(status) },
];
