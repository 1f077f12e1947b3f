import type { Condition, conditionSources, operators } from "@/lib/mocks/responses/contract";

export type Source = (typeof conditionSources)[number];
export type Operator = (typeof operators)[number];
export type Comparison = Operator | `not ${Operator}`;

/** A condition as forms hold it. */
export type ConditionRow = {
  in: Source;
  name: string;
  comparison: Comparison;
  /** As typed; of several values each is on a line of its own. */
  value: string;
  ignoreCase: boolean;
};

/** When a response is given, as forms hold it. */
export type ConditionsValues = {
  /** Whether all of the conditions have to hold, or any of them. */
  match: "all" | "any";
  conditions: ConditionRow[];
};

export const emptyCondition = (): ConditionRow => ({
  in: "query",
  name: "",
  comparison: "equals",
  value: "",
  ignoreCase: false,
});

/** A method and a body as text have no name. */
export const isNamed = (source: Source): boolean => source !== "method" && source !== "body";

export function operatorOf(comparison: Comparison): { operator: Operator; not: boolean } {
  const not = comparison.startsWith("not ");
  return { operator: (not ? comparison.slice(4) : comparison) as Operator, not };
}

export function conditionOf(row: ConditionRow): Condition {
  const { in: source, value } = row;
  const { operator, not } = operatorOf(row.comparison);
  const name = source === "header" ? row.name.trim() : row.name;
  const subject = { in: source, ...(isNamed(source) && name !== "" && { name }) };
  if (operator === "exists") return { ...subject, exists: !not };
  const ways = { ...(not && { not }), ...(row.ignoreCase && { ignoreCase: true }) };
  if (operator === "matches") return { ...subject, matches: value, ...ways };
  if (operator === "oneOf") return { ...subject, oneOf: linesOf(source, value), ...ways };
  return { ...subject, [operator]: source === "json" ? readValue(value) : value, ...ways };
}

export function conditionRow(condition: Condition): ConditionRow {
  const { in: source, name = "", ignoreCase = false } = condition;
  const row = { in: source, name, ignoreCase };
  if (condition.exists !== undefined) {
    const not = condition.exists === Boolean(condition.not);
    return { ...row, ignoreCase: false, comparison: not ? "not exists" : "exists", value: "" };
  }
  const [operator, value] = comparedIn(condition);
  return {
    ...row,
    comparison: condition.not ? `not ${operator}` : operator,
    value: textOf(source, operator, value),
  };
}

function comparedIn({ equals, contains, matches, oneOf }: Condition): [Exclude<Operator, "exists">, unknown] {
  if (oneOf !== undefined) return ["oneOf", oneOf];
  if (matches !== undefined) return ["matches", matches];
  return contains === undefined ? ["equals", equals] : ["contains", contains];
}

function textOf(source: Source, operator: Operator, value: unknown): string {
  if (Array.isArray(value) && operator === "oneOf")
    return value.map((each) => lineOf(source, each)).join("\n");
  if (value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return source === "json" && operator !== "matches" ? jsonText(value) : value;
}

/** Of JSON, a value is what it says if it can be read as JSON, and a text otherwise. */
export function readValue(text: string): Condition["equals"] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A text so that `readValue` gives it back. */
const jsonText = (text: string) => (readValue(text) === text ? text : JSON.stringify(text));

const isQuoted = (line: string) =>
  line.startsWith('"') && typeof readValue(line) === "string" && readValue(line) !== line;

/** Texts that a line could not hold are quoted as in JSON. */
function lineOf(source: Source, value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (value.trim() === "" || /[\n\r]/.test(value) || isQuoted(value)) return JSON.stringify(value);
  return source === "json" ? jsonText(value) : value;
}

function linesOf(source: Source, text: string): NonNullable<Condition["oneOf"]> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const read = (line: string) => (source === "json" || isQuoted(line) ? readValue(line) : line);
  // What is no scalar is refused by the contract, at this field.
  return lines.map(read) as NonNullable<Condition["oneOf"]>;
}
