import type { z } from "zod";
import {
  type GivenValues,
  initialValues,
  typeChangeIssue,
  valueIssues,
  valuesToCheck,
} from "@/lib/flag-values/value-issues";
import { checkValues } from "@/lib/flag-values/value-schema/check-values";
import type { Issue } from "@/lib/operations/operation";
import { type GivenTargeting, toCondition } from "@/lib/targeting/contract";
import { conditionIssues, type StoredRule, sizeIssues, variantIssues } from "@/lib/targeting/rule-issues";
import { type Fields, objectsIn } from "./entry";

const valueNames = ["type", "onValue", "offValue", "variants", "valueSchema"];

type Sound = { fields: Fields; isSound(names: readonly string[]): boolean };

/** The fields that are valid on their own. The others have their problems already. */
function soundFields(schema: z.ZodObject, given: Fields): Sound {
  const fields: Record<string, unknown> = {};
  const faulty = new Set<string>();
  for (const [name, inner] of Object.entries(schema.shape)) {
    if (given[name] === undefined) continue;
    const parsed = (inner as z.ZodType).safeParse(given[name]);
    if (parsed.success) fields[name] = parsed.data;
    else faulty.add(name);
  }
  return { fields: fields as Fields, isSound: (names) => !names.some((name) => faulty.has(name)) };
}

/**
 * The rules of the API about a flag's values and targeting.
 * @param given the fields of its file
 * @param stored those of the project, which count where the file leaves some out; undefined for a new flag
 */
export function flagRuleIssues(schema: z.ZodObject, given: Fields, stored: Fields | undefined): Issue[] {
  const { fields, isSound } = soundFields(schema, { ...stored, ...given });
  const values = fields as GivenValues;
  return [
    ...(isSound(valueNames) ? issuesOfValues(values, stored as GivenValues | undefined) : []),
    ...(isSound(["rules"]) ? issuesOfRules(fields as Partial<GivenTargeting>) : []),
    ...issuesOfServed({ ...stored, ...given }),
  ];
}

function issuesOfValues(given: GivenValues, stored: GivenValues | undefined): Issue[] {
  if (stored?.type !== undefined && given.type !== stored.type) return [typeChangeIssue(stored.type)];
  const { type, ...values } = initialValues(given);
  const issues = valueIssues(type, values);
  if (issues.length > 0 || !values.valueSchema || type === "boolean") return issues;
  return checkValues({ schema: values.valueSchema, values: valuesToCheck(values) });
}

function issuesOfRules({ rules: given = [] }: Partial<GivenTargeting>): Issue[] {
  const rules: StoredRule[] = given.map((rule) => ({
    ...rule,
    conditions: rule.conditions.map(toCondition),
  }));
  return [
    ...rules.flatMap(({ conditions }, at) => conditionIssues(`rules.${at}.conditions`, conditions)),
    ...sizeIssues("rules", rules),
  ];
}

/** The variants that rules name, read without a schema: another problem of rules or variants must not hide these. */
function issuesOfServed({ rules, variants }: Fields): Issue[] {
  const served = objectsIn(rules).map(({ name, variant }) => ({
    name: typeof name === "string" ? name : null,
    variant: typeof variant === "string" ? variant : null,
  }));
  return variantIssues(
    served,
    objectsIn(variants).map(({ key }) => ({ key: String(key) })),
  );
}

/** The segments and flags that a flag's targeting refers to. Empty if it can't be read. */
export function referencesOf(schema: z.ZodObject, given: Fields) {
  const { fields } = soundFields(schema, given);
  const { rules = [], prerequisites = [] } = fields as Partial<GivenTargeting>;
  const conditioned = rules.map((rule) => ({ ...rule, conditions: rule.conditions.map(toCondition) }));
  return { rules: conditioned as StoredRule[], prerequisites, variants: (fields as GivenValues).variants };
}
