import type { MockFields } from "./converted";
import { type Fields, isFields } from "./read-document-values";

type When = NonNullable<NonNullable<NonNullable<MockFields["responses"]>[number]["when"]>>;
export type Condition = Extract<When, { all: unknown }>["all"][number];

/**
 * What of a request an answer may depend on. A value that is undefined is there, but nobody knows which it is, such as one
 * with a variable in it.
 */
export type RequestFacts = {
  path: Values;
  query: Values;
  headers: Values;
  form: Values;
  /** The fields of a JSON body as texts, or the whole body under an empty name. */
  json: ReadonlyMap<string, string>;
  text: string | undefined;
};
type Values = ReadonlyMap<string, string | undefined>;

const limits = { conditions: 10, nameChars: 200, valueChars: 2000, jsonFields: 50, jsonChars: 100_000 };

export const noFacts: RequestFacts = {
  path: new Map(),
  query: new Map(),
  headers: new Map(),
  form: new Map(),
  json: new Map(),
  text: undefined,
};

/** Conditions that hold for a request and not for another one; none if the two differ in nothing that conditions can see. */
export function differences(facts: RequestFacts, from: RequestFacts): Condition[] {
  const conditions = [
    ...byName("path", facts.path, from.path),
    ...byName("query", facts.query, from.query),
    ...byName("form", facts.form, from.form),
    ...byField(facts.json, from.json),
    ...byText(facts, from),
    ...byName("header", facts.headers, from.headers),
  ];
  return conditions.slice(0, limits.conditions);
}

function byName(source: "path" | "query" | "form" | "header", facts: Values, from: Values): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, value] of facts) {
    const other = from.get(name);
    if (name.length > limits.nameChars || (from.has(name) && (value === other || other === undefined)))
      continue;
    if (value === undefined) {
      if (!from.has(name)) conditions.push({ in: source, name, exists: true });
    } else if (isCredential(source, name)) {
      if (!from.has(name)) conditions.push({ in: source, name, exists: true });
    } else if (value.length <= limits.valueChars) conditions.push({ in: source, name, equals: value });
  }
  if (source === "path") return conditions;
  for (const name of from.keys()) {
    if (source === "header" && sentAnyway.has(name)) continue;
    if (!facts.has(name) && name.length <= limits.nameChars)
      conditions.push({ in: source, name, exists: false });
  }
  return conditions;
}

/** Headers that clients send whether anybody wrote them down or not. */
const sentAnyway: ReadonlySet<string> = new Set(["accept", "accept-language", "content-type"]);

/** Nobody's secrets become part of a mock: only whether there are any is looked at. */
const isCredential = (source: string, name: string): boolean =>
  source === "header"
    ? /^(?:authorization|cookie|proxy-authorization)$|key|token|secret|signature/i.test(name)
    : /password|secret|token|api[_-]?key|signature/i.test(name);

function byField(facts: ReadonlyMap<string, string>, from: ReadonlyMap<string, string>): Condition[] {
  const conditions: Condition[] = [];
  for (const [key, text] of facts) {
    const place = placeOf(key);
    if (from.get(key) === text || place === undefined || text.length > limits.valueChars) continue;
    const where: Pick<Condition, "in" | "name"> = place === "" ? { in: "json" } : { in: "json", name: place };
    if (!isCredential("json", key)) conditions.push({ ...where, equals: JSON.parse(text) });
    else if (!from.has(key)) conditions.push({ ...where, exists: true });
  }
  if (facts.size === 0) return conditions;
  for (const key of from.keys()) {
    const place = placeOf(key);
    if (!facts.has(key) && place) conditions.push({ in: "json", name: place, exists: false });
  }
  return conditions;
}

function byText({ text }: RequestFacts, from: RequestFacts): Condition[] {
  if (text === from.text || text === undefined || text === "" || text.length > limits.valueChars) return [];
  return [{ in: "body", equals: text }];
}

function placeOf(key: string): string | undefined {
  if (key === "" || /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/.test(key)) return key;
  return key.length <= 100 && !/['\p{Cc}]/u.test(key) ? `['${key}']` : undefined;
}

/** What there is to know of a body: fields of JSON, or the text. */
export function factsOfBody(text: string): Pick<RequestFacts, "json" | "text"> {
  if (/^\s*[[{]/.test(text) && text.length <= limits.jsonChars) {
    try {
      return { json: fieldsOf(JSON.parse(text)), text: undefined };
    } catch {
      // A body with variables in it is no JSON yet.
    }
  }
  return { json: new Map(), text: text.includes("{{") ? undefined : text };
}

export function fieldsOf(value: unknown): ReadonlyMap<string, string> {
  if (!isFields(value)) return new Map([["", JSON.stringify(value)]]);
  const entries = Object.entries(value as Fields).slice(0, limits.jsonFields);
  return new Map(entries.map(([key, each]) => [key, JSON.stringify(each) ?? "null"]));
}
