import { readJsonPlace } from "../responses/json-place";
import { atomOf, type Compiler, filtered, type Helper, quotedText, type Value } from "./handlebars-kinds";

/** A name looked up in something: `a.b`, or `a['b-c']`. */
export function fieldOf(object: string, name: string): string {
  if (/^-?\d{1,9}$/.test(name)) return `${object}[${name}]`;
  return /^[A-Za-z_]\w*$/.test(name) ? `${object}.${name}` : `${object}[${quotedText(name)}]`;
}

/** A place in JSON, in the words of object-path (`a.b.0`) or of a simple JSONPath. */
export function jsonField(object: string, place: string): string | undefined {
  if (place === "" || place === "$") return object;
  const steps = readJsonPlace(place.replace(/\\\./g, "."));
  if (!steps) return undefined;
  let text = object;
  for (const step of steps) {
    if (step === "all") return undefined;
    text = fieldOf(text, "item" in step ? String(step.item) : step.field);
  }
  return text;
}

/** `{{queryParam 'name' 'otherwise'}}` and its like. */
const named =
  (object: string, nameOf: (name: string) => string = (name) => name): Helper =>
  ({ params: [name, otherwise] }, compiler) => {
    if (!name) return atomOf(object);
    if (name.kind !== "literal") {
      const key = compiler.atom(name);
      return withDefault(atomOf(`${object}[${key}]`), otherwise && compiler.value(otherwise), compiler);
    }
    const field = fieldOf(object, nameOf(String(name.value)));
    return withDefault(atomOf(field), otherwise && compiler.value(otherwise), compiler);
  };

function withDefault(value: Value, otherwise: Value | undefined, compiler: Compiler): Value {
  if (!otherwise || otherwise.literal === "") return value;
  const fallback = otherwise.isAtom ? otherwise.liquid : compiler.named(otherwise);
  const made = filtered(`${value.liquid} | default: ${fallback}${value.isJson ? ", allow_false: true" : ""}`);
  return value.isJson ? { ...made, isJson: true } : made;
}

/** `{{body 'path' 'otherwise'}}`: a field of a JSON body, or of a form. */
const body: Helper = ({ params: [place, otherwise] }, compiler) => {
  if (!place || (place.kind === "literal" && place.value === "")) return atomOf("request.body");
  const fallback = otherwise && jsonLiteral(compiler.value(otherwise));
  if (place.kind !== "literal") {
    const value = { ...atomOf(`request.json[${compiler.atom(place)}]`), isJson: true };
    return withDefault(value, fallback, compiler);
  }
  const field = jsonField("request.json", String(place.value));
  if (!field) return compiler.problem(`the place \`${String(place.value).slice(0, 60)}\` of a body`);
  return withDefault({ ...atomOf(field), isJson: true }, fallback, compiler);
};

/** What is written as a text stands for what it is in JSON. */
function jsonLiteral(value: Value): Value {
  const { literal } = value;
  if (typeof literal !== "string" || !/^(?:-?\d{1,15}(?:\.\d{1,10})?|true|false)$/.test(literal))
    return value;
  return { ...value, liquid: literal };
}

const host = filtered("request.headers.host | split: ':' | first");
/** Where mocks are: what an answer leads to has to be found there again. */
const origin = filtered("'http://' | append: request.headers.host | append: '/api/mock'");

export const requestHelpers: Record<string, Helper> = {
  body,
  bodyRaw: body,
  queryParam: named("request.query"),
  queryParamRaw: named("request.query"),
  urlParam: named("request.params"),
  header: named("request.headers", (name) => name.toLowerCase()),
  cookie: named("request.cookies"),
  method: () => atomOf("request.method"),
  ip: () => atomOf("request.ip"),
  hostname: () => host,
  baseUrl: () => origin,
  path: () => atomOf("request.path"),
};

const texts: Record<string, Value> = {
  method: atomOf("request.method"),
  body: atomOf("request.body"),
  bodyAsString: atomOf("request.body"),
  bodyAsBase64: filtered("request.body | base64_encode"),
  clientIp: atomOf("request.ip"),
  host,
  baseUrl: origin,
  scheme: { ...atomOf("'http'"), literal: "http" },
  port: filtered("request.headers.host | split: ':' | last"),
  id: atomOf("uuid"),
};

/** WireMock's `request.…`. @param parts what follows `request` */
export function requestValue(parts: readonly string[], compiler: Compiler): Value {
  const [first = "", ...rest] = parts[0] === "requestLine" ? parts.slice(1) : parts;
  if (Object.hasOwn(texts, first) && rest.length === 0) return texts[first] ?? atomOf("nil");
  if (first === "url" || (first === "path" && rest.length === 0)) {
    if (first === "url") compiler.note("The query is not part of what stands for `request.url`.");
    return atomOf("request.path");
  }
  if (first === "path" || first === "pathSegments") return pathValue(rest, compiler);
  const object = { query: "query", headers: "headers", cookies: "cookies", formData: "form" }[first];
  if (!object) return compiler.problem(`\`{{request.${parts.join(".").slice(0, 60)}}}\``);
  const [name, index] = rest;
  if (name === undefined) return atomOf(`request.${object}`);
  const field = fieldOf(`request.${object}`, object === "headers" ? name.toLowerCase() : name);
  if (index === undefined || !/^\d+$/.test(index)) return atomOf(field);
  return Number(index) === 0 ? filtered(`${field} | first`) : atomOf(`${field}[${index}]`);
}

function pathValue([name]: readonly string[], compiler: Compiler): Value {
  if (name === undefined) return atomOf("request.path");
  if (!/^\d{1,4}$/.test(name)) return atomOf(fieldOf("request.params", name));
  const segments = compiler.named(filtered("request.path | split: '/'"));
  return atomOf(`${segments}[${Number(name) + 1}]`);
}
