import { jsonProblem } from "@/lib/operations/json-size";
import { patternProblem } from "../matching/linear-pattern";
import { jsonPlaceProblem, readJsonPlace } from "../responses/json-place";
import type { Alternatives, GivenCondition } from "./mockoon-drafts";
import { entriesOf, fieldOf, isFields, textOf } from "./read-document-values";

type Problem = { problem: string };
type Place = Pick<GivenCondition, "in" | "name">;
type Json = Exclude<GivenCondition["equals"], undefined>;

const place = (name: string): Place => (name === "" ? { in: "json" } : { in: "json", name });

/** A body, or what is at a place of it, that is the same JSON. */
export function equalToJson(
  where: Place,
  expected: unknown,
  matcher: unknown,
  notes: Set<string>,
): Alternatives | Problem {
  const text = typeof expected === "string" ? expected : jsonText(expected);
  const read = text === undefined ? undefined : parsed(text);
  if (!read || text === undefined) return { problem: "Its `equalToJson` is no JSON, or too much of it." };
  const at: Place = where.in === "body" ? { in: "json" } : where;
  if (text.includes("${json-unit.")) return likeJson(at, read.value, notes);
  const isLenient = fieldOf(matcher, "jsonCompareMode") === "LENIENT";
  const allowsMore = isLenient || fieldOf(matcher, "ignoreExtraElements") === true;
  const ignoresOrder = isLenient || fieldOf(matcher, "ignoreArrayOrder") === true;
  const allowsOrder = ignoresOrder && hasList(read.value);
  if (allowsOrder && !allowsMore) {
    notes.add("Further fields and items are allowed, because lists may have any order.");
  }
  return [[{ ...at, ...(allowsMore || allowsOrder ? { contains: read.value } : { equals: read.value }) }]];
}

/** As much as a condition may have. */
const jsonCharsMax = 90_000;

/** @returns undefined for what is nested so deeply that it can't be written */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function parsed(text: string): { value: Json } | undefined {
  if (text.length > jsonCharsMax || jsonProblem(Buffer.from(text)) !== undefined) return undefined;
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

/** With placeholders of JsonUnit: the rest has to be there, and something where they stand. */
function likeJson(at: Place, value: Json, notes: Set<string>): Alternatives {
  const conditions: GivenCondition[] = [];
  const rest = withoutPlaceholders(value, at.name ?? "", conditions);
  notes.add("Where it has placeholders of JsonUnit, any value will do, and further fields are allowed.");
  return [[...(rest === undefined ? [] : [{ ...at, contains: rest }]), ...conditions].slice(0, 19)];
}

function withoutPlaceholders(value: Json, name: string, conditions: GivenCondition[]): Json | undefined {
  if (typeof value === "string" && value.startsWith("${json-unit.")) {
    const isFree = value.startsWith("${json-unit.ignore") || jsonPlaceProblem(name) !== undefined;
    if (!isFree) conditions.push({ in: "json", name, exists: true });
    return undefined;
  }
  if (typeof value !== "object" || value === null) return value;
  const of = (each: Json, key: string) => withoutPlaceholders(each, key, conditions);
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => of(each, `${name}[${at}]`) ?? []);
  }
  const kept = Object.entries(value).flatMap(([key, each]): [string, Json][] => {
    const inner = of(each, name === "" ? key : `${name}.${key}`);
    return inner === undefined ? [] : [[key, inner]];
  });
  return Object.fromEntries(kept);
}

/** Whether there is a list whose order could matter. */
function hasList(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next) && next.length > 1) return true;
    if (typeof next === "object" && next !== null) open.push(...Object.values(next).slice(0, 10_000));
  }
  return false;
}

/** @param inner what a matcher means for what was found */
export function matchesJsonPath(
  where: Place,
  expected: unknown,
  inner: (place: Place, matcher: unknown) => Alternatives | Problem,
): Alternatives | Problem {
  if (where.in !== "body") return { problem: "It looks for a JSONPath outside of the body." };
  const written = textOf(isFields(expected) ? fieldOf(expected, "expression") : expected)?.trim() ?? "";
  // `$.items.[0]` is `$.items[0]`.
  const path = written.replace(/(?<!\.)\.(?=\[)/g, "");
  if (path.length > 500) return { problem: "Its JSONPath is too long." };
  const others = entriesOf(expected).filter(([name]) => name !== "expression");
  if (others.length === 0) return pathExists(path);
  const name = plainName(path);
  if (name !== undefined) return inner(place(name), Object.fromEntries(others));
  return { problem: `Its JSONPath \`${path.slice(0, 60)}\` is none that can be compared here.` };
}

/** A JSONPath as the name of a place; undefined for one that is more than that. */
function plainName(path: string): string | undefined {
  if (path === "$") return "";
  // A function such as `length()` is no field.
  if (/\(\s*\)/.test(path)) return undefined;
  return jsonPlaceProblem(path) ? undefined : named(path);
}

/** Without the `$` that nobody needs. */
function named(path: string): string {
  return path.startsWith("$.") && readJsonPlace(path.slice(2)) ? path.slice(2) : path;
}

const filter = /^(\$[^?]*?)\[?\[\?\s*\((.*)\)\s*\]\]?$/s;

function pathExists(path: string): Alternatives | Problem {
  const name = plainName(path);
  if (name !== undefined) return [[{ ...place(name), exists: true }]];
  const [, root, test] = filter.exec(path) ?? [];
  const list = root === undefined ? undefined : plainName(root.replace(/(?:\[\*\]|\.\*|\.)$/, ""));
  const conditions = list === undefined || test === undefined ? undefined : tested(list, test);
  return conditions
    ? [conditions]
    : { problem: `Its JSONPath \`${path.slice(0, 60)}\` is none that can be looked for here.` };
}

/** What one of a list has to be: `@.name == 'x' && @.age == 7`. */
function tested(list: string, test: string): GivenCondition[] | undefined {
  // Some write `$` for the item, too.
  const parts = test.split("&&").map((part) => part.trim().replace(/^\$(?=\.)/, "@"));
  const compared = parts.map((part) => /^@((?:\.[\w-]+|\[\s*'[^']*'\s*\])*)\s*==\s*(.+)$/s.exec(part));
  if (compared.every((found) => found !== null)) return allEqual(list, compared);
  const [only = "", ...more] = parts;
  if (more.length > 0) return undefined;
  const [, inside = "", expression, flags = ""] = /^@((?:\.[\w-]+)*)\s*=~\s*\/(.*)\/(\w*)$/s.exec(only) ?? [];
  // Of a body that is itself such an object, or a list of them.
  const at = place(list === "" ? inside.slice(1) : `${list}[*]${inside}`);
  if (expression !== undefined) {
    const matches = `^(?:${expression})$`;
    const ignoreCase = flags.includes("i") ? { ignoreCase: true } : {};
    return patternProblem({ pattern: matches }) === undefined && at.name !== undefined
      ? [{ ...at, matches, ...ignoreCase }]
      : undefined;
  }
  const [, field] = /^@((?:\.[\w-]+)+)$/.exec(only) ?? [];
  return field === undefined
    ? undefined
    : [{ ...place(list === "" ? field.slice(1) : `${list}[*]${field}`), exists: true }];
}

function allEqual(list: string, compared: readonly (RegExpExecArray | null)[]): GivenCondition[] | undefined {
  const expected: Record<string, unknown> = Object.create(null);
  for (const found of compared) {
    const [, path = "", written = ""] = found ?? [];
    const value = literalOf(written.trim());
    if (value === undefined) return undefined;
    const names = [...path.matchAll(/\.([\w-]+)|'([^']*)'/g)].map(
      ([, dotted, quoted]) => dotted ?? quoted ?? "",
    );
    // An item that is itself the value.
    if (names.length === 0)
      return compared.length === 1 ? [{ ...place(list), contains: [value] }] : undefined;
    let object = expected;
    for (const name of names.slice(0, -1)) {
      object[name] ??= {};
      object = object[name] as Record<string, unknown>;
      if (typeof object !== "object") return undefined;
    }
    object[names.at(-1) ?? ""] = value;
  }
  // Fields of an object, or of an item of a list.
  return [{ ...place(list), contains: { ...expected } as Json }];
}

function literalOf(written: string): string | number | boolean | null | undefined {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(written) ?? [];
  if (double !== undefined || single !== undefined) return double ?? single;
  if (written === "true" || written === "false") return written === "true";
  if (written === "null") return null;
  return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : undefined;
}
