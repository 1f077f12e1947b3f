import type { Operator } from "@/lib/targeting/conditions";

/** An operator, or its opposite with `!` before it; about a segment instead of an attribute. */
export type OperatorChoice = `${"" | "!"}${Operator | "segment"}`;

/** They continue the name of an attribute. */
export const operatorWords: Record<OperatorChoice, string> = {
  equals: "is",
  "!equals": "is not",
  in: "is one of",
  "!in": "is none of",
  starts_with: "starts with",
  "!starts_with": "does not start with",
  ends_with: "ends with",
  "!ends_with": "does not end with",
  contains: "contains",
  "!contains": "does not contain",
  exists: "is there",
  "!exists": "is missing",
  less_than: "is less than",
  "!less_than": "is not less than",
  less_or_equal: "is at most",
  "!less_or_equal": "is not at most",
  greater_than: "is greater than",
  "!greater_than": "is not greater than",
  greater_or_equal: "is at least",
  "!greater_or_equal": "is not at least",
  version_equals: "is version",
  "!version_equals": "is not version",
  version_below: "is below version",
  "!version_below": "is not below version",
  version_from: "is version or later:",
  "!version_from": "is not yet version",
  before: "is before",
  "!before": "is not before",
  after: "is after",
  "!after": "is not after",
  segment: "is in the segment",
  "!segment": "is not in the segment",
};

/** Opposites that another operator says are not offered; those that are kept are still shown. */
const said = new Set<OperatorChoice>([
  ...(["!less_than", "!less_or_equal", "!greater_than", "!greater_or_equal"] as const),
  ...(["!version_below", "!version_from"] as const),
]);

export const operatorOptions = (chosen: OperatorChoice, withSegments: boolean) =>
  (Object.keys(operatorWords) as OperatorChoice[])
    .filter((choice) => choice === chosen || !said.has(choice))
    .filter((choice) => withSegments || !choice.endsWith("segment"))
    .map((value) => ({ value, label: operatorWords[value] }));

const many = new Set<string>(["in", "starts_with", "ends_with", "contains"]);

export const takesMany = (operator: string) => many.has(operator.replace("!", ""));
export const takesNone = (operator: string) => operator.endsWith("exists");
export const isAboutSegment = (operator: string) => operator.endsWith("segment");

/** What a value looks like. */
export function valuePlaceholder(operator: string): string {
  if (operator.includes("version")) return "2.1.0";
  if (operator.endsWith("before") || operator.endsWith("after")) return "2026-12-31";
  if (operator.includes("less") || operator.includes("greater")) return "10";
  return takesMany(operator) ? "One value per line" : "pro";
}
