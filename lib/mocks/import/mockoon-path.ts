import { normalizeEndpoint } from "../matching/endpoint";
import { type Alternatives, always, type GivenCondition } from "./mockoon-drafts";

export type MockoonPath = {
  endpoint: string;
  /** What a query in the path asks for. */
  query: GivenCondition[];
  /** What a fragment seems to ask for: paths made of OpenAPI have them where only a header or field differs. */
  hint: Alternatives;
  notes: string[];
};

export const pathCharsMax = 4000;

/** A path of Express as an endpoint of ours. */
export function pathFrom(prefix: string, written: string): MockoonPath | { problem: string } {
  if (written.length > pathCharsMax) return { problem: "Its path is too long." };
  const [unfragmented = "", ...fragments] = `${prefix}/${written}`.split("#");
  const mark = queryMark(unfragmented);
  const path = mark === -1 ? unfragmented : unfragmented.slice(0, mark);
  const query = mark === -1 ? [] : pairsOf(unfragmented.slice(mark + 1)).map(queryCondition);
  const fragment = fragments.join("#");
  const notes: string[] = [];
  const segments = path.split("/").filter((segment) => segment !== "");
  const isSlashed = path.endsWith("/") && segments.length > 0;
  const converted = segments.map((segment, at) => segmentFrom(segment, at === segments.length - 1, notes));
  const normalized = normalizeEndpoint(`/${converted.join("/")}${isSlashed ? "/" : ""}`);
  if ("problem" in normalized) return { problem: `Its path can't be an endpoint: ${normalized.problem}.` };
  if (fragment !== "") notes.push(`\`#${fragment.slice(0, 100)}\` is no part of a path, and is left out.`);
  return { endpoint: normalized.endpoint, query, hint: hintOf(fragment), notes };
}

/** Where a query begins. A question mark behind a name makes that optional. */
function queryMark(path: string): number {
  for (let at = path.indexOf("?"); at !== -1; at = path.indexOf("?", at + 1)) {
    const next = path[at + 1];
    const segment = path.slice(path.lastIndexOf("/", at) + 1, at);
    const isOptional =
      /^:\w+(?:\(.*\))?$/.test(segment) && (next === undefined || next === "/" || next === "?");
    if (!isOptional) return at;
  }
  return -1;
}

function segmentFrom(segment: string, isLast: boolean, notes: string[]): string {
  if (segment === "*" || segment === "(.*)") {
    if (isLast) return "*";
    notes.push("A `*` in the middle of the path takes one segment.");
    return ":any";
  }
  const whole = /^:(\w+)(\(.*\))?([?*+]?)$/.exec(segment);
  if (whole) {
    if (whole[2]) notes.push(`What \`:${whole[1]}\` may be is not limited by \`${whole[2].slice(0, 60)}\`.`);
    return `:${nameFrom(whole[1] ?? "")}${whole[3]}`;
  }
  if (!/[:{}]/.test(segment)) return segment.replaceAll("?", "%3F");
  return mixedSegment(segment, notes);
}

/** Names with text around them. In Express a name ends where a hyphen begins. */
function mixedSegment(segment: string, notes: string[]): string {
  const piece = /:([A-Za-z_]\w*)(\((?:\\.|\[[^\]]*\]|[.\w|*+?-])+\))?|\{([^{}]*)\}|[{}?]/g;
  let end = 0;
  return segment.replace(piece, (found, name?: string, limit?: string, curly?: string, at?: number) => {
    // `/:name:run` is how Mockoon writes the `/{name}:run` of OpenAPI.
    if (name !== undefined && at === end && at > 0) return found;
    end = (at ?? 0) + found.length;
    if (limit) notes.push(`What \`:${name}\` may be is not limited by \`${limit.slice(0, 60)}\`.`);
    const given = name ?? curly;
    return given === undefined ? encodeURIComponent(found) : `{${nameFrom(given)}}`;
  });
}

/** What a placeholder can be called here. */
export function nameFrom(written: string): string {
  const plain = written.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/-+$/, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `p${plain === "" ? "" : `_${plain}`}`;
}

type Pair = { name: string; value: string | undefined };

function pairsOf(query: string): Pair[] {
  return query
    .split(/[&?]/)
    .filter((pair) => pair !== "" && pair !== "=")
    .slice(0, 10)
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1
        ? { name: decoded(pair), value: undefined }
        : { name: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** `?page=:page` says only that there is one. */
const isFixed = (value: string | undefined): value is string =>
  value !== undefined && value !== "" && !/^:\w|^\{.*\}$/.test(value);

const queryCondition = ({ name, value }: Pair): GivenCondition => conditionOn("query", name, value);

function conditionOn(
  source: "query" | "form" | "header",
  name: string,
  value: string | undefined,
): GivenCondition {
  const place = { in: source, name: name.slice(0, 200) };
  return isFixed(value) ? { ...place, equals: value } : { ...place, exists: true };
}

const headerName = /^(?:x-|content-|if-|accept|authorization)[\w-]*$/i;

function hintOf(fragment: string): Alternatives {
  const pairs = pairsOf(fragment).filter(({ name }) => /^[\w.:~[\]-]{1,200}$/.test(name));
  if (pairs.length === 0) return always;
  const inQuery = pairs.map(({ name, value }) =>
    conditionOn(headerName.test(name) ? "header" : "query", name, value),
  );
  const hasFields = inQuery.some((condition) => condition.in === "query" && "equals" in condition);
  if (!hasFields) return [inQuery];
  const inForm = inQuery.map(
    (condition) => ({ ...condition, in: condition.in === "query" ? "form" : condition.in }) as GivenCondition,
  );
  return [inQuery, inForm];
}
