import { type HeaderLine, isJsonType, type MockHeaders } from "./har-headers";
import type { References } from "./openapi-references";
import {
  entriesOf,
  fieldOf,
  importLimits,
  isFields,
  listOf,
  type Notes,
  storable,
  textOf,
} from "./read-document-values";
import type { BodyBudget } from "./room";
import { isFile, type SchemaExamples } from "./schema-example";

/** What the answers of one document share. */
export type Api = {
  document: unknown;
  references: References;
  examples: SchemaExamples;
  /** Texts of values that are used by many answers. */
  texts: WeakMap<object, string>;
  /** Answers by their response and media type: references make one the answer of many operations. */
  answers: WeakMap<object, Map<string, Made>>;
  /** What is documented in an object of responses. */
  documented: WeakMap<object, Documented[]>;
  budget: BodyBudget;
};

/** A documented answer: its key, and the status and codes that the key stands for. */
export type Documented = {
  key: string;
  response: unknown;
  status: number;
  codes: string;
  order: number;
  problem?: string;
};

export type Made = Body & { headers: MockHeaders; notes: Notes };

export type Body = { text: string; contentType: string | undefined };

/** A media type with what describes a body of it. */
type Content = { type: string; example: { value?: unknown }; schema: unknown };

const nothing: Body = { text: "", contentType: undefined };

/** The body of a documented answer: its example, or else data made of its schema. */
export function bodyOf(response: unknown, produces: readonly unknown[], api: Api, notes: Notes): Body {
  const content = contentOf(response, produces, api, notes);
  if (!content) return nothing;
  const type = concrete(content.type);
  if ("value" in content.example)
    return { text: textFor(content.example.value, type, api), contentType: type };
  return { text: ofSchema(content.schema, type, api, notes), contentType: type };
}

function contentOf(
  response: unknown,
  produces: readonly unknown[],
  api: Api,
  notes: Notes,
): Content | undefined {
  if (fieldOf(api.document, "swagger") !== undefined) return contentOfSwagger(response, produces);
  const types = entriesOf(fieldOf(response, "content"));
  const [type, given] = types.find(([name]) => isJsonType(name)) ?? types[0] ?? [];
  if (type === undefined) return undefined;
  const media = api.references.valueOf(given);
  return { type, example: exampleOf(media, api, notes), schema: fieldOf(media, "schema") };
}

function contentOfSwagger(response: unknown, produces: readonly unknown[]): Content | undefined {
  const examples = entriesOf(fieldOf(response, "examples"));
  const schema = fieldOf(response, "schema");
  if (schema === undefined && examples.length === 0) return undefined;
  const types = [...examples.map(([type]) => type), ...produces.filter((type) => typeof type === "string")];
  const type = types.find(isJsonType) ?? types[0] ?? "application/json";
  const example = examples.find(([name]) => name === type);
  return { type, schema, example: example ? { value: example[1] } : {} };
}

function exampleOf(media: unknown, api: Api, notes: Notes): { value?: unknown } {
  if (isFields(media) && Object.hasOwn(media, "example")) {
    const resolved = api.references.resolve(media.example);
    return "value" in resolved ? { value: resolved.value } : { value: media.example };
  }
  const examples = fieldOf(media, "examples");
  const first = listOf(examples)[0] ?? firstValue(examples);
  if (first === undefined) return {};
  const resolved = api.references.resolve(first);
  if ("problem" in resolved) {
    notes.add(resolved.problem);
    return {};
  }
  return valueOfExample(resolved.value, notes);
}

function valueOfExample(example: unknown, notes: Notes): { value?: unknown } {
  for (const name of ["value", "dataValue", "serializedValue"]) {
    if (isFields(example) && Object.hasOwn(example, name)) return { value: example[name] };
  }
  if (fieldOf(example, "externalValue") === undefined) return { value: example };
  notes.add(`Its example is in another file: ${textOf(fieldOf(example, "externalValue"))?.slice(0, 100)}`);
  return {};
}

function firstValue(fields: unknown): unknown {
  for (const name in isFields(fields) ? fields : {}) return fieldOf(fields, name);
  return undefined;
}

/** `application/*` and the like say that anything comes. */
function concrete(type: string): string {
  if (type.startsWith("text/*")) return "text/plain";
  return type.includes("*") || !type.includes("/") ? "application/json" : type;
}

function textFor(value: unknown, type: string, api: Api): string {
  if (typeof value === "string") {
    if (!isJsonType(type) || isJsonText(value)) return storable(value);
    return JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const known = api.texts.get(value);
  if (known !== undefined) return known;
  const text = /^application\/x-www-form-urlencoded/i.test(type) ? formText(value) : jsonText(value);
  api.texts.set(value, text);
  // Work, even if the text turns out to be too large to be used.
  if (text.length > importLimits.fieldChars) api.budget.chars -= text.length;
  return text;
}

/** Indented, unless depth makes that much larger than the value. */
function jsonText(value: object): string {
  const short = JSON.stringify(value);
  if (short.length > importLimits.fieldChars) return short;
  const indented = JSON.stringify(value, null, 2);
  return indented.length > importLimits.fieldChars ? short : indented;
}

/** Examples of JSON are often written as the text that is sent. */
function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const formText = (value: object) =>
  new URLSearchParams(
    Object.entries(value).map(([name, each]) => [name, textOf(each) ?? JSON.stringify(each) ?? ""]),
  ).toString();

function ofSchema(schema: unknown, type: string, api: Api, notes: Notes): string {
  if (isJsonType(type)) {
    const { value, notes: found } = api.examples.exampleOf(schema);
    notes.addAll(found);
    return value === undefined ? "{}" : textFor(value, type, api);
  }
  if (schema === undefined || isFile(schema)) {
    notes.add(`There is no example of ${type.slice(0, 100)}, so its body is empty`);
    return "";
  }
  const { value } = api.examples.exampleOf(schema);
  const text = textOf(value);
  if (text !== undefined && /^text\//i.test(type)) return storable(text);
  if (/^application\/x-www-form-urlencoded/i.test(type)) return textFor(value, type, api);
  notes.add(`No body of ${type.slice(0, 100)} can be made of a schema, so it is empty`);
  return "";
}

/** Headers of an answer that have an example, or a schema to make one of. */
export function headersOf(response: unknown, api: Api, notes: Notes): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (const [name, given] of entriesOf(fieldOf(response, "headers")).slice(0, 100)) {
    if (/^content-(?:type|length|encoding)$/i.test(name)) continue;
    const header = api.references.valueOf(given);
    const example = exampleOf(header, api, notes);
    // In Swagger 2.0 a header is its own schema.
    const schema = fieldOf(header, "schema") ?? (fieldOf(header, "type") ? header : undefined);
    const isInvented = !("value" in example);
    if (isInvented && (schema === undefined || /^set-cookie$/i.test(name))) continue;
    const value = isInvented ? api.examples.exampleOf(schema, name).value : example.value;
    const text = Array.isArray(value) ? value.map((each) => textOf(each) ?? "").join(", ") : textOf(value);
    if (text !== undefined) lines.push([name, text.slice(0, 2000)]);
  }
  return lines;
}
