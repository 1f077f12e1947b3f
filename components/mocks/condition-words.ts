import {
  type Comparison,
  type ConditionRow,
  type ConditionsValues,
  isNamed,
  operatorOf,
  readValue,
  type Source,
} from "@/components/mocks/condition-values";

export const comparisonWords: Record<Comparison, string> = {
  equals: "is",
  "not equals": "is not",
  contains: "contains",
  "not contains": "does not contain",
  oneOf: "is one of",
  "not oneOf": "is none of",
  matches: "matches",
  "not matches": "does not match",
  exists: "is there",
  "not exists": "is not there",
};

export const sourceWords: Record<Source, string> = {
  query: "Query",
  path: "Path",
  header: "Header",
  cookie: "Cookie",
  json: "JSON body",
  form: "Form field",
  body: "Body text",
  method: "Method",
};

/** Words of a row before its name. */
const subjects: Record<Source, string> = {
  query: "query",
  path: "path",
  header: "header",
  cookie: "cookie",
  json: "JSON",
  form: "form field",
  body: "body",
  method: "method",
};

const shownChars = 40;

/** "query page is 1" */
export function conditionWords({ in: source, name, comparison, value }: ConditionRow): string {
  const named = isNamed(source) ? ` ${name || (source === "json" ? "body" : "…")}` : "";
  const { operator } = operatorOf(comparison);
  const said = `${subjects[source]}${named} ${comparisonWords[comparison]}`;
  return operator === "exists"
    ? said
    : `${said} ${short(operator === "oneOf" ? value.trim().replace(/\s*\n\s*/g, ", ") : value)}`;
}

/** When a response is given, in words: "when query page is 1 and header accept contains json". */
export function whenWords({ conditions, match }: ConditionsValues): string {
  if (conditions.length === 0) return "for every request";
  return `when ${conditions.map(conditionWords).join(match === "all" ? " and " : " or ")}`;
}

function short(text: string): string {
  if (text === "") return '""';
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

/** What a value for JSON is read as. */
export function kindWords(text: string): string {
  const value = readValue(text);
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  return typeof value === "number" ? "a number" : String(value);
}
