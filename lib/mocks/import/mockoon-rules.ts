import { patternProblem } from "../matching/linear-pattern";
import { responseLimits } from "../responses/contract";
import { jsonPlaceProblem } from "../responses/json-place";
import { type Alternatives, both, type GivenCondition } from "./mockoon-drafts";
import { nameFrom } from "./mockoon-path";
import { fieldOf, listOf, textOf } from "./read-document-values";

type Place = Pick<GivenCondition, "in" | "name">;
type Comparison = Omit<GivenCondition, "in" | "name">;

/** When Mockoon gives a response; `problem` for what can't be asked of a request here. */
export function alternativesOf(response: unknown): Alternatives | { problem: string } {
  const rules = listOf(fieldOf(response, "rules"));
  if (rules.length > 50) return { problem: "it has more than 50 rules" };
  const isAll = fieldOf(response, "rulesOperator") === "AND";
  const problems: string[] = [];
  let made: Alternatives | undefined;
  for (const rule of rules) {
    const one = ruleOf(rule, !isAll || rules.length === 1);
    if ("problem" in one) {
      if (isAll) return one;
      // Of several alternatives the others are left.
      problems.push(one.problem);
      continue;
    }
    const sum = !made ? one : isAll ? both(made, one) : [...made, ...one];
    if (!sum) return { problem: "its rules have too many combinations" };
    made = sum;
  }
  return made ?? { problem: problems[0] ?? "it has no rules" };
}

/** @param isFree whether it may become several alternatives */
function ruleOf(rule: unknown, isFree: boolean): Alternatives | { problem: string } {
  const target = textOf(fieldOf(rule, "target")) ?? "";
  const modifier = textOf(fieldOf(rule, "modifier")) ?? "";
  const value = textOf(fieldOf(rule, "value")) ?? "";
  const operator =
    textOf(fieldOf(rule, "operator")) ?? (fieldOf(rule, "isRegex") === true ? "regex" : "equals");
  const isInverted = fieldOf(rule, "invert") === true;
  if (value.includes("{{") || modifier.includes("{{")) return { problem: "a rule has a template" };
  const places = placesOf(target, modifier);
  if ("problem" in places) return places;
  const [first] = places;
  if (operator === "null" && first?.in === "json") return missing(places, isInverted);
  const conditions: GivenCondition[] = [];
  for (const place of isFree ? places : places.slice(0, 1)) {
    const comparisons = comparisonsOf(operator, value, place);
    if ("problem" in comparisons) return comparisons;
    for (const comparison of comparisons) {
      conditions.push({ ...place, ...comparison, ...(isInverted && { not: true }) });
    }
  }
  // Neither in JSON nor in a form is both of them; in either is any of them.
  return isInverted ? [conditions] : conditions.map((condition) => [condition]);
}

/** Neither in a form nor in JSON, or null there. */
function missing(places: readonly Place[], isInverted: boolean): Alternatives {
  const [json = { in: "json" as const }, form] = places;
  const none = (place: Place, exists: boolean): GivenCondition => ({ ...place, exists });
  if (!isInverted) return [[{ ...json, equals: null }], places.map((place) => none(place, false))];
  const isThere = [none(json, true), { ...json, equals: null, not: true }];
  return form ? [isThere, [none(form, true)]] : [isThere];
}

function placesOf(target: string, modifier: string): Place[] | { problem: string } {
  switch (target) {
    case "body":
      return bodyPlaces(modifier);
    case "query":
      return modifier === "" ? unknown("the whole query") : [{ in: "query", name: bracketed(modifier) }];
    case "header":
      return modifier === "" ? unknown("no header") : [{ in: "header", name: modifier.trim() }];
    case "cookie":
      return modifier === "" ? unknown("no cookie") : [{ in: "cookie", name: modifier }];
    case "params":
      return modifier === ""
        ? unknown("no parameter")
        : [{ in: "path", name: nameFrom(withoutDollar(modifier)) }];
    case "method":
      return [{ in: "method" }];
    default:
      return unknown(`\`${target.slice(0, 40)}\``);
  }
}

const unknown = (what: string) => ({ problem: `a rule is about ${what}` });
const withoutDollar = (path: string) => path.replace(/^\$\.?/, "");

/** `filter.name` is how Mockoon writes `filter[name]`. */
function bracketed(modifier: string): string {
  const [first = "", ...rest] = withoutDollar(modifier).split(".");
  return `${first}${rest.map((part) => `[${part}]`).join("")}`;
}

function bodyPlaces(modifier: string): Place[] | { problem: string } {
  if (modifier === "") return [{ in: "body" }];
  const name = modifier.replace(/\.\*(?=\.|$)/g, "[*]");
  if (jsonPlaceProblem(name)) return unknown(`the place \`${modifier.slice(0, 60)}\``);
  const isField = /^[\w-]+$/.test(modifier);
  return [{ in: "json", name }, ...(isField ? [{ in: "form" as const, name: modifier }] : [])];
}

/** Any of these. */
function comparisonsOf(operator: string, value: string, place: Place): Comparison[] | { problem: string } {
  switch (operator) {
    case "equals":
      return [place.in === "json" ? jsonEquals(value) : { equals: value }];
    case "array_includes":
      return place.in === "json"
        ? jsonValues(value).map((each) => ({ contains: [each] }))
        : [{ equals: value }];
    case "regex":
    case "regex_i":
      return pattern(value, operator === "regex_i");
    case "null":
      return [{ exists: false }];
    case "empty_array":
      return [place.in === "json" ? { equals: [] } : { exists: false }];
    default:
      return { problem: `a rule uses \`${operator.slice(0, 40)}\`` };
  }
}

function pattern(value: string, ignoreCase: boolean): Comparison[] | { problem: string } {
  const problem =
    value.length > responseLimits.patternChars
      ? `has more than ${responseLimits.patternChars} characters`
      : patternProblem({ pattern: value, ignoreCase });
  if (problem) return { problem: `the pattern \`${value.slice(0, 60)}\` ${problem}` };
  return [{ matches: value, ...(ignoreCase && { ignoreCase }) }];
}

/** Mockoon compares texts, so that 5 is "5" there. */
function jsonValues(value: string): (string | number | boolean)[] {
  if (value === "true" || value === "false") return [value, value === "true"];
  return value !== "" && String(Number(value)) === value ? [value, Number(value)] : [value];
}

function jsonEquals(value: string): Comparison {
  const values = jsonValues(value);
  return values.length === 1 ? { equals: value } : { oneOf: values };
}
