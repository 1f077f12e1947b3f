import { endpointFor } from "@/lib/mocks/import/openapi-path";
import { Notes } from "@/lib/mocks/import/read-document-values";
import { everyPlaceholder, isExpression, wholePlaceholder } from "@/lib/mocks/matching/segments";
import type { MockRow } from "@/lib/mocks/to-mock";
import { type Steps, turns } from "@/lib/platform/process/turns";
import type { DocumentText } from "./document-text";
import type { Exported, MakesWriter } from "./document-writer";
import { answersOf, configuredType, type GivenAnswer, hasNoBody, reasonOf } from "./given-answers";
import { indented, jsonParts } from "./json-parts";
import { LeftOutMocks } from "./left-out";
import { placesOf, type Wanting } from "./places";

/** `parts` are the request of a mock with `anyMethod` in place of its method. */
type Entry = Wanting & { parts: readonly string[] };

/** No text of a mock has this character, so it stands for nothing else. */
const anyMethod = "\0";
const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** A collection of Postman 2.1: a request for each mock, with its answers as saved examples. */
export const postmanWriter: MakesWriter = (text, of) => {
  const entries: Entry[] = [];
  const without = new LeftOutMocks(text);
  return {
    *add(mocks) {
      for (const mock of mocks) {
        const { name, method, endpoint, enabled } = mock;
        if (isExpression(endpoint)) {
          without.add(mock, "A regular expression is no address.");
        } else {
          const parts: string[] = [];
          yield* jsonParts(itemOf(mock), 2, (part) => parts.push(text.keep(part)));
          entries.push({ name, method, endpoint, enabled, key: endpoint, parts });
        }
        yield;
      }
    },
    end: () => turns().run(collection(text, of, entries, without)),
  };
};

function* collection(
  text: DocumentText,
  { project, mockBaseUrl }: Exported,
  entries: readonly Entry[],
  without: LeftOutMocks,
): Steps<void> {
  const places = yield* placesOf(entries, (each, reason) => without.add(each, reason));
  const info = { name: `${project.name}: mocks`, schema };
  text.add(`{\n  "info": ${indented(info, 1)},\n  "item": [`);
  let separator = "";
  for (const entry of entries) {
    for (const method of places.get(entry) ?? []) {
      text.add(`${separator}\n    `);
      separator = ",";
      for (const part of entry.parts) {
        text.add(part.replaceAll(JSON.stringify(anyMethod), JSON.stringify(method)));
        yield;
      }
    }
  }
  text.add("\n  ],\n");
  yield* without.write("", ",\n");
  const variables = [{ key: "baseUrl", value: mockBaseUrl, type: "string" }];
  text.add(`  "variable": ${indented(variables, 1)}\n}\n`);
}

function itemOf(mock: MockRow) {
  const { name, description, endpoint, enabled } = mock;
  const request = { method: anyMethod, header: [], url: urlOf(endpoint) };
  // Where the address does not say everything, an import reads it here.
  const path = request.url.path.join("/").replace(/\{\{([^{}]*)\}\}/g, "{$1}");
  const read = endpointFor(path, new Notes(), { colons: true });
  const isSame = "endpoint" in read && read.endpoint === endpoint;
  return {
    name,
    ...(!isSame && { "x-fieldkit-endpoint": endpoint }),
    ...(!enabled && { "x-fieldkit-enabled": false }),
    request: { ...request, ...(description && { description }) },
    response: answersOf(mock).map((answer) => exampleOf(answer, request)),
  };
}

/** Placeholders are path variables where they are whole segments, and variables elsewhere. */
function urlOf(endpoint: string) {
  const names: string[] = [];
  const parts = endpoint.split("/").slice(1);
  const path = parts.map((part, at) => {
    const [, whole] = wholePlaceholder.exec(part) ?? [];
    const name = part === "*" && at === parts.length - 1 ? "rest" : whole;
    if (name === undefined) return part.replace(everyPlaceholder, (_, each: string) => `{{${each}}}`);
    if (!names.includes(name)) names.push(name);
    return `:${name}`;
  });
  const variable = names.map((key) => ({ key, value: "" }));
  return {
    raw: `{{baseUrl}}/${path.join("/")}`,
    host: ["{{baseUrl}}"],
    path,
    ...(variable.length > 0 && { variable }),
  };
}

const languages = [
  ["json", /[/+]json/i],
  ["html", /html/i],
  ["xml", /[/+]xml/i],
] as const;

function exampleOf(answer: GivenAnswer, originalRequest: object) {
  const { name, statusCode, headers, body = "" } = answer;
  const type = configuredType(answer) ?? (/^\s*[[{]/.test(body) ? "application/json" : "");
  const lines = Object.entries(headers).flatMap(([key, value]) =>
    [value].flat().map((each) => ({ key, value: each })),
  );
  return {
    name: name || reasonOf(statusCode),
    originalRequest,
    status: reasonOf(statusCode),
    code: statusCode,
    _postman_previewlanguage: languages.find(([, pattern]) => pattern.test(type))?.[0] ?? "text",
    header: lines,
    cookie: [],
    body: hasNoBody(statusCode) ? "" : body,
  };
}
