import type { z } from "zod";
import { percentFrom } from "@/components/flags/rollout-share";
import { type OperatorChoice, operatorWords, takesMany } from "@/components/targeting/operator-words";
import type { Operator } from "@/lib/targeting/conditions";
import { ConditionsInput, targetingFields } from "@/lib/targeting/contract";

/** A condition as a form holds it: values are lines of a text, and `!` begins an operator that is turned around. */
export type ConditionRow = { attribute: string; operator: OperatorChoice; values: string; segment: string };
export type RuleRow = {
  name: string;
  match: "all" | "any";
  conditions: ConditionRow[];
  percentage: string;
  /** "" for none. */
  variant: string;
};
export type PrerequisiteRow = { flagKey: string; variant: string };

export type ShownCondition = {
  attribute?: string | undefined;
  operator?: Operator | undefined;
  values?: (string | number | boolean)[] | undefined;
  segment?: string | undefined;
  not: boolean;
};
export type ShownRule = {
  name: string | null;
  match: "all" | "any";
  conditions: ShownCondition[];
  percentage: number;
  variant: string | null;
};
export type ShownPrerequisite = { flagKey: string; variant: string | null };

export const newCondition = (): ConditionRow => ({ attribute: "", operator: "in", values: "", segment: "" });
export const newRule = (): RuleRow => ({
  ...{ name: "", match: "all", percentage: "100", variant: "" },
  conditions: [newCondition()],
});

export const conditionRows = (conditions: readonly ShownCondition[]): ConditionRow[] =>
  conditions.map(({ attribute = "", operator, values = [], segment = "", not }) => ({
    attribute,
    operator: `${not ? "!" : ""}${segment ? "segment" : (operator ?? "exists")}` as OperatorChoice,
    values: values.join("\n"),
    segment,
  }));

export const ruleRows = (rules: readonly ShownRule[]): RuleRow[] =>
  rules.map(({ name, match, conditions, percentage, variant }) => ({
    ...{ name: name ?? "", match, percentage: String(percentage), variant: variant ?? "" },
    conditions: conditionRows(conditions),
  }));

export const prerequisiteRows = (prerequisites: readonly ShownPrerequisite[]): PrerequisiteRow[] =>
  prerequisites.map(({ flagKey, variant }) => ({ flagKey, variant: variant ?? "" }));

/** What a request says of these rows. */
export function conditionsOf(rows: readonly ConditionRow[]): z.input<typeof ConditionsInput> {
  return rows.map(({ attribute, operator: choice, values, segment }) => {
    const not = choice.startsWith("!");
    const operator = choice.replace("!", "") as Operator | "segment";
    if (operator === "segment") return { segment, not };
    return { attribute: attribute.trim(), operator, values: valuesOf(operator, values), not };
  });
}

function valuesOf(operator: Operator, text: string): string[] {
  if (operator === "exists") return [];
  const lines = takesMany(operator) ? text.split("\n") : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

export const rulesOf = (rows: readonly RuleRow[]) =>
  rows.map(({ name, match, conditions, percentage, variant }) => ({
    ...{ name: name.trim() || null, match, conditions: conditionsOf(conditions) },
    ...{ percentage: percentFrom(percentage), variant: variant.trim() || null },
  }));

export const prerequisitesOf = (rows: readonly PrerequisiteRow[]) =>
  rows.map(({ flagKey, variant }) => ({ flagKey: flagKey.trim(), variant: variant.trim() || null }));

/** What is wrong, by the place in the form's values. */
export function targetingProblems(rows: {
  rules: readonly RuleRow[];
  prerequisites: readonly PrerequisiteRow[];
}): Record<string, string> {
  const rules = targetingFields.rules.safeParse(rulesOf(rows.rules)).error?.issues ?? [];
  const others = targetingFields.prerequisites.safeParse(prerequisitesOf(rows.prerequisites)).error?.issues;
  return { ...placed("rules", rules), ...placed("prerequisites", others ?? []) };
}

export const conditionProblems = (rows: readonly ConditionRow[]) =>
  placed("conditions", ConditionsInput.safeParse(conditionsOf(rows)).error?.issues ?? []);

type Issues = readonly { path: PropertyKey[]; message: string }[];

function placed(field: string, issues: Issues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) {
    const isSegment = path.at(-1) === "segment";
    problems[placeOf([field, ...path].join("."))] ??= isSegment ? "must be chosen" : message;
  }
  return problems;
}

/** A single value has no field of its own, and a whole list shows its problem at its root. */
export function placeOf(path: string): string {
  const value = /^(.*\.values)\.\d+$/.exec(path)?.[1];
  if (value) return value;
  return /(^|\.)(rules|prerequisites|conditions)$/.test(path) ? `${path}.root` : path;
}

/** "plan is one of pro, team": a condition in words. */
export function conditionText({ attribute, operator, values, segment, not }: ShownCondition): string {
  const choice = `${not ? "!" : ""}${segment ? "segment" : (operator ?? "exists")}` as OperatorChoice;
  const words = operatorWords[choice];
  if (segment) return `${words} ${segment}`;
  return [attribute, words, shortList(values ?? [])].filter(Boolean).join(" ");
}

const listedMax = 5;

function shortList(values: readonly unknown[]): string {
  const rest = values.length - listedMax;
  return values.slice(0, listedMax).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

export const conditionsText = (match: "all" | "any", conditions: readonly ShownCondition[]) =>
  conditions.map(conditionText).join(match === "all" ? " and " : " or ");

/** "plan is one of pro, team: 50 %, variant blue". */
export const ruleText = ({ match, conditions, percentage, variant }: ShownRule) =>
  `${conditionsText(match, conditions)}: ${percentage} %${variant ? `, variant ${variant}` : ""}`;

/** Rows as lines of text, for comparing what two people made of them. */
export const ruleLines = (rows: readonly RuleRow[]) =>
  rows
    .map(({ match, conditions, percentage, variant, name }) => {
      const shown = conditionsOf(conditions).map(({ not = false, ...each }) => ({ ...each, not }));
      const text = ruleText({ name, match, conditions: shown, percentage: percentFrom(percentage), variant });
      return name ? `${name}: ${text}` : text;
    })
    .join("\n");

export const prerequisiteLines = (rows: readonly PrerequisiteRow[]) =>
  rows.map(({ flagKey, variant }) => (variant ? `${flagKey} with ${variant}` : flagKey)).join("\n");
