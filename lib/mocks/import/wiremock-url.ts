import { normalizeEndpoint } from "../matching/endpoint";
import { expressionProblem } from "../matching/expression-problem";
import { patternProblem } from "../matching/linear-pattern";
import { literalPath } from "../matching/literal-path";
import type { GivenCondition } from "./mockoon-drafts";
import { nameFrom, pathCharsMax } from "./mockoon-path";
import { fieldOf, textOf } from "./read-document-values";
import { wholePattern, withoutPossession } from "./wiremock-patterns";

export type Place = { endpoint: string; conditions: GivenCondition[] };
type Problem = { problem: string };

/** Where a mapping of WireMock answers, and what it wants of the query there. */
export function placeFrom(request: unknown, notes: Set<string>): Place | Problem {
  const of = (name: string) => textOf(fieldOf(request, name));
  const [url, path, template] = [of("url"), of("urlPath"), of("urlPathTemplate")];
  const [pattern, pathPattern] = [of("urlPattern"), of("urlPathPattern")];
  if ([url, path, template, pattern, pathPattern].some((each) => each && each.length > pathCharsMax)) {
    return { problem: "Its URL is too long." };
  }
  if (url !== undefined) return checked(fromUrl(url));
  if (path !== undefined) return checked({ endpoint: literalPath(path), conditions: [] });
  if (template !== undefined) return checked({ endpoint: fromTemplate(template), conditions: [] });
  if (pattern !== undefined) return checked(fromPattern(pattern, true, notes));
  if (pathPattern !== undefined) return checked(fromPattern(pathPattern, false, notes));
  return checked({ endpoint: everything, conditions: [] });
}

function checked(place: Place | Problem): Place | Problem {
  if ("problem" in place) return place;
  const normalized = normalizeEndpoint(place.endpoint);
  if ("problem" in normalized) return { problem: `Its URL can't be an endpoint: ${normalized.problem}.` };
  const { endpoint } = normalized;
  const problem = expressionProblem(endpoint);
  return problem ? { problem: `Its URL pattern ${problem}.` } : { ...place, endpoint };
}

function fromUrl(url: string): Place {
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const mark = relative.indexOf("?");
  if (mark === -1) return { endpoint: literalPath(relative), conditions: [] };
  const conditions: GivenCondition[] = [];
  for (const [name, value] of new URLSearchParams(relative.slice(mark + 1))) {
    if (name !== "" && name.length <= 200) conditions.push({ in: "query", name, equals: value });
  }
  return { endpoint: literalPath(relative.slice(0, mark)), conditions };
}

const fromTemplate = (template: string): string =>
  template
    .split("/")
    .map((segment) =>
      segment === "**"
        ? "*"
        : segment.replace(/\{([^{}]*)\}|[:?#]/g, (mark, name?: string) =>
            name === undefined ? encodeURIComponent(mark) : `{${nameFrom(name)}}`,
          ),
    )
    .join("/");

/** @param hasQuery whether the pattern is about the query as well */
function fromPattern(written: string, hasQuery: boolean, notes: Set<string>): Place | Problem {
  const pattern = withoutPossession(written)
    .replace(/^\^/, "")
    .replace(/(?<!\\)\$$/, "");
  const mark = hasQuery ? queryMark(pattern) : undefined;
  const path = mark ? pattern.slice(0, mark.begin) : pattern;
  const conditions = mark ? queryConditions(pattern.slice(mark.end), mark.isOptional, notes) : [];
  return { endpoint: endpointOf(path), conditions };
}

type Mark = { begin: number; end: number; isOptional: boolean };

/** Where the question mark of the query stands. In a group it is mostly one that may be missing. */
function queryMark(pattern: string): Mark | undefined {
  const found = /(\((?:\?:)?(?:\$\|)?)?(?:\\\?|\[\?\])/.exec(pattern);
  if (!found) return undefined;
  const begin = found.index;
  const end = begin + found[0].length;
  return { begin, end, isOptional: found[1] !== undefined };
}

function queryConditions(pattern: string, isOptional: boolean, notes: Set<string>): GivenCondition[] {
  if (isOptional) {
    if (!/^\.[*+](?:\|\$)?\)[?*]?$/.test(pattern))
      notes.add("The query is not looked at, because it may be missing.");
    return [];
  }
  const conditions: GivenCondition[] = [];
  for (const part of parametersOf(pattern).slice(0, 20)) {
    if (/^(?:\.\*|\.\+)?$/.test(part)) continue;
    const [, name = "", value = ""] = /^\(?([\w.~-]+|(?:[\w.~-]|\\.|%[0-9A-F]{2})+)=(.*?)$/i.exec(part) ?? [];
    const place = { in: "query" as const, name: decoded(unescaped(name) ?? "") };
    const literal = unescaped(value);
    if (name === "" || /^\(/.test(part)) notes.add(`The query is not checked for \`${part.slice(0, 60)}\`.`);
    else if (literal !== undefined) conditions.push({ ...place, equals: decoded(literal) });
    else if (/^\(?\.[*+]\)?$/.test(value)) conditions.push({ ...place, exists: true });
    else if (patternProblem({ pattern: wholePattern(value) }) === undefined) {
      conditions.push({ ...place, matches: wholePattern(value) });
    } else notes.add(`The query is not checked for \`${part.slice(0, 60)}\`.`);
  }
  return conditions;
}

/** What stands between the `&` that are in no group and no class. */
function parametersOf(pattern: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [mark] of pattern.matchAll(/\\.|[^\\]|\\$/gs)) {
    if (mark === "(" || mark === "[") depth += 1;
    if (mark === ")" || mark === "]") depth -= 1;
    if (mark === "&" && depth === 0) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${mark}`);
  }
  return parts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The one text that a pattern stands for; undefined if there are others. */
function unescaped(pattern: string): string | undefined {
  const text = pattern.replace(/\\([^A-Za-z0-9])/g, (_, mark: string) => encodeURIComponent(mark));
  // A dot is nearly always meant as one.
  return /[\\()[\]{}^$|?*+]/.test(text) || /\.[*+?]/.test(text)
    ? undefined
    : pattern.replace(/\\([^A-Za-z0-9])/g, "$1");
}

/** Also `/` and what ends in one, which a placeholder for the rest does not take. */
const everything = "~^/.*$";

/** A path without expressions where there are none, or only such as placeholders stand for. */
function endpointOf(pattern: string): string {
  if (pattern === ".*" || pattern === "/.*" || pattern === ".+" || pattern === "/.+") return everything;
  const segments = pattern.split("/");
  let names = 0;
  const plain = segments.map((segment) => {
    const text = unescaped(segment);
    return text === undefined ? undefined : literalPath(text);
  });
  if (plain.every((segment) => segment !== undefined)) return plain.join("/");
  const named = pattern.replace(/(?<=\/)\(?\[\^\/\][+*]\)?(?=\/|$)/g, () => {
    names += 1;
    return `:part${names}`;
  });
  const withNames = named
    .split("/")
    .map((segment) => (/^:part\d+$/.test(segment) ? segment : unescaped(segment)));
  if (withNames.every((segment) => segment !== undefined)) {
    return withNames
      .map((segment) => (segment?.startsWith(":part") ? segment : literalPath(segment ?? "")))
      .join("/");
  }
  return pattern.includes("|") ? `~^(?:${pattern})$` : `~^${pattern}$`;
}
