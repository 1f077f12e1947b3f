import { basePathOf, pathOfAddress } from "./openapi-path";
import { fieldOf, listOf, textOf } from "./read-document-values";

/** What an address says, its host left aside. Segments are as Postman writes them: `users`, `:id`, `{{version}}`. */
export type Address = {
  segments: readonly string[];
  query: ReadonlyMap<string, string | undefined>;
  /** Values of `:name` segments. */
  values: ReadonlyMap<string, string>;
};
export type Variables = ReadonlyMap<string, string>;

const limits = { chars: 8000, rounds: 3, entries: 200 };

export function variablesOf(collection: unknown): Variables {
  const found = new Map<string, string>();
  for (const variable of listOf(fieldOf(collection, "variable")).slice(0, 1000)) {
    const key = textOf(fieldOf(variable, "key")) ?? textOf(fieldOf(variable, "id"));
    const value = textOf(fieldOf(variable, "value"));
    if (key !== undefined && value && fieldOf(variable, "disabled") !== true) found.set(key, value);
  }
  return found;
}

/** A text with the variables in it that are known. Variables may have variables in them. */
export function filled(text: string, variables: Variables): string {
  let result = text.slice(0, limits.chars);
  for (let round = 0; round < limits.rounds && result.includes("{{"); round++) {
    let left = limits.chars;
    result = result.replace(/\{\{([^{}]{1,100})\}\}/g, (written, name: string) => {
      const value = variables.get(name.trim()) ?? written;
      left -= value.length;
      return left < 0 ? "" : value;
    });
    result = result.slice(0, limits.chars);
  }
  return result;
}

export function addressOf(url: unknown, variables: Variables): Address {
  const path = fieldOf(url, "path");
  const raw = filled(textOf(url) ?? textOf(fieldOf(url, "raw")) ?? "", variables);
  const given = Array.isArray(path) ? pathIn(url, path, variables) : withoutHost(raw);
  const plain = given.replace(/[?#].*$/s, "").replace(/^\/+/, "");
  const listed = fieldOf(url, "query");
  return {
    segments: plain.split("/"),
    query: Array.isArray(listed) ? pairsOf(listed, variables) : queryIn(raw),
    values: valuesIn(url, variables),
  };
}

/** A path in pieces; the host may be a variable with a path of its own. */
function pathIn(url: unknown, path: readonly unknown[], variables: Variables): string {
  const host = fieldOf(url, "host");
  const written = Array.isArray(host) ? host.slice(0, 50).map(textOf).join(".") : (textOf(host) ?? "");
  const prefix = basePathOf(withoutHost(filled(written, variables)));
  const segments = path
    .slice(0, limits.entries)
    .map((each) => textOf(each) ?? textOf(fieldOf(each, "value")) ?? "");
  return `${prefix}/${segments.map((segment) => filled(segment, variables)).join("/")}`;
}

/** Everything up to the path: a scheme and host, a variable that stands for them, or a host alone. */
function withoutHost(address: string): string {
  if (address.startsWith("/") && !address.startsWith("//")) return address;
  if (/^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//.test(address)) return pathOfAddress(address);
  const start = address.search(/[/?#]/);
  return start === -1 ? "" : pathOfAddress(address.slice(start));
}

function queryIn(raw: string): ReadonlyMap<string, string | undefined> {
  const start = raw.indexOf("?");
  if (start === -1) return new Map();
  const query = raw.slice(start + 1).replace(/#.*$/s, "");
  return new Map(
    [...new URLSearchParams(query)].slice(0, limits.entries).map(([name, value]) => [name, known(value)]),
  );
}

/** A list of `{key, value}`, as queries, headers and forms have; what is switched off is not there. */
export function pairsOf(list: unknown, variables: Variables): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const pair of listOf(list).slice(0, limits.entries)) {
    const key = textOf(fieldOf(pair, "key"));
    if (!key || fieldOf(pair, "disabled") === true) continue;
    found.set(filled(key, variables), known(filled(textOf(fieldOf(pair, "value")) ?? "", variables)));
  }
  return found;
}

function valuesIn(url: unknown, variables: Variables): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const variable of listOf(fieldOf(url, "variable")).slice(0, limits.entries)) {
    const key = textOf(fieldOf(variable, "key")) ?? textOf(fieldOf(variable, "id"));
    const value = filled(textOf(fieldOf(variable, "value")) ?? "", variables);
    if (key !== undefined && value !== "" && !value.includes("{{")) found.set(key, value);
  }
  return found;
}

/** Nobody knows what a variable stands for that has no value. */
const known = (value: string): string | undefined => (value.includes("{{") ? undefined : value);
