import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { query } from "@/lib/platform/budgets/budgets";
import {
  answerItemsMax,
  conditionsMax,
  fieldDepthMax,
  fieldLengthMax,
  sortsMax,
  soughtLengthMax,
  valueLengthMax,
} from "../limits";

export type Comparison = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "like";
/** A field by the names that lead to it, and what its value is compared with. */
export type Condition = { field: string[]; comparison: Comparison; values: string[] };
export type SortField = { field: string[]; isDescending: boolean };

/** Which items of a collection are asked for, and in which order. */
export type ItemsQuery = {
  /** All have to hold. */
  conditions: Condition[];
  /** A text that occurs in some value, in lower case. */
  search: string | undefined;
  sorts: SortField[];
  /** How many items come before the first one. */
  start: number;
  limit: number;
  /** Whether the caller said how many: then fewer would be a wrong answer. */
  isLimited: boolean;
  /** Present where the caller counts in pages, from 1. */
  page: number | undefined;
};

const comparisonOf: Record<string, Comparison> = {
  _ne: "ne",
  _gt: "gt",
  _gte: "gte",
  _lt: "lt",
  _lte: "lte",
  _like: "like",
};
const pageSize = 10;
const placeMax = 1_000_000_000;
const controls = new Set(["_page", "_limit", "_per_page", "_start", "_end", "_sort", "_order", "q"]);
const unsupported = new Set(["_embed", "_expand", "_dependent", "_where"]);

/**
 * Reads a query string.
 * @param text without the question mark
 * @throws {AppError} `invalid_request` with every place
 */
export function readItemsQuery(text: string): ItemsQuery {
  if (text.split("&", query.pairsMax + 1).length > query.pairsMax) {
    throw invalid([{ path: "", message: `must not have more than ${query.pairsMax} parameters` }]);
  }
  const given = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    given.set(name, [...(given.get(name) ?? []), value]);
  }
  const issues: Issue[] = [];
  if ([...given].flat(2).some((part) => part.includes("\0"))) {
    throw invalid([{ path: "", message: "must not contain a NUL character" }]);
  }
  const conditions = conditionsOf(given, issues);
  const sorts = sortsOf(given, issues);
  const place = placeOf(given, issues);
  const search = last(given, "q")?.toLowerCase();
  requireShort(conditions, search, issues);
  if (issues.length > 0) throw invalid(issues);
  return { conditions, search: search || undefined, sorts, ...place };
}

type Given = ReadonlyMap<string, readonly string[]>;

const last = (given: Given, name: string) => given.get(name)?.at(-1);
const tooLong = (path: string): Issue => ({
  path,
  message: `must have at most ${valueLengthMax} characters`,
});

/** Looking for a text takes as long as all texts times its length, if they were made for that. */
function requireShort(conditions: readonly Condition[], search: string | undefined, issues: Issue[]): void {
  const likes = conditions.flatMap(({ comparison, values }) => (comparison === "like" ? values : []));
  const length = likes.reduce((sum, value) => sum + value.length, search?.length ?? 0);
  if (length <= soughtLengthMax) return;
  const message = `must not look for more than ${soughtLengthMax} characters, those of q and of all _like together`;
  issues.push({ path: "", message });
}

function conditionsOf(given: Given, issues: Issue[]): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, values] of given) {
    // `_` alone is what browsers' libraries add so that nothing is remembered.
    if (controls.has(name) || name === "_" || name === "") continue;
    if (unsupported.has(name)) {
      issues.push({ path: name, message: "is not supported" });
      continue;
    }
    const [, rest = name, suffix = ""] = /^(.+?)(_ne|_gte?|_lte?|_like)?$/s.exec(name) ?? [];
    const field = fieldOf(rest, name, issues);
    const isLong = values.some((value) => value.length > valueLengthMax);
    if (isLong) issues.push(tooLong(name.slice(0, fieldLengthMax)));
    conditions.push({ field, comparison: comparisonOf[suffix] ?? "eq", values: [...values] });
  }
  const count = conditions.reduce((sum, { values }) => sum + values.length, 0);
  if (count > conditionsMax)
    issues.push({ path: "", message: `must not have more than ${conditionsMax} conditions` });
  return conditions;
}

function fieldOf(text: string, name: string, issues: Issue[]): string[] {
  const field = text.split(".", fieldDepthMax + 1);
  const path = name.slice(0, fieldLengthMax);
  if (text.length > fieldLengthMax || field.length > fieldDepthMax) {
    issues.push({
      path,
      message: `must name a field in at most ${fieldLengthMax} characters and ${fieldDepthMax} steps`,
    });
  }
  return field;
}

/** `_sort=name,-age`, or `_sort=name,age` with `_order=asc,desc`. */
function sortsOf(given: Given, issues: Issue[]): SortField[] {
  const names = (given.get("_sort") ?? []).flatMap((part) => part.split(",", sortsMax + 1)).filter(Boolean);
  const orders = (given.get("_order") ?? []).flatMap((part) => part.split(",", sortsMax + 1));
  if (names.length > sortsMax) {
    issues.push({ path: "_sort", message: `must not have more than ${sortsMax} fields` });
    return [];
  }
  if (orders.some((order) => !/^(asc|desc)$/i.test(order))) {
    issues.push({ path: "_order", message: "must be asc or desc, one for each field of _sort" });
  }
  const seen = new Set<string>();
  return names.map((name, at) => {
    const isBackwards = name.startsWith("-");
    const path = isBackwards ? name.slice(1) : name;
    if (seen.has(path)) issues.push({ path: "_sort", message: "must have each field once" });
    seen.add(path);
    const field = fieldOf(path, "_sort", issues);
    return { field, isDescending: isBackwards || orders[at]?.toLowerCase() === "desc" };
  });
}

type Place = Pick<ItemsQuery, "start" | "limit" | "isLimited" | "page">;

function placeOf(given: Given, issues: Issue[]): Place {
  const number = (name: string, min: number) => {
    const text = last(given, name);
    if (text === undefined) return undefined;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    if (value >= min && value <= placeMax) return value;
    issues.push({ path: name, message: `must be a whole number from ${min} to ${placeMax}` });
    return undefined;
  };
  const page = number("_page", 1);
  const asked = number("_limit", 1) ?? number("_per_page", 1);
  const start = number("_start", 0);
  const end = number("_end", 0);
  const isLimited = asked !== undefined || page !== undefined || end !== undefined;
  if (page !== undefined) {
    const limit = Math.min(asked ?? pageSize, answerItemsMax);
    return { start: (page - 1) * limit, limit, isLimited, page };
  }
  const from = start ?? 0;
  const wanted = asked ?? (end === undefined ? answerItemsMax : Math.max(0, end - from));
  return { start: from, limit: Math.min(wanted, answerItemsMax), isLimited, page };
}
