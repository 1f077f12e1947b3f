import { z } from "zod";
import { ExactPercentage } from "@/lib/flag-values/contract";
import { Key, Switch } from "@/lib/operations/fields";
import { type Operator, operators } from "@/lib/targeting/answers/contract";
import type { Condition, Scalar } from "./conditions";

/** What flags of groups and segments share: conditions, rules and prerequisites. */

export const rulesMax = 20;
export const conditionsMax = 10;
export const valuesMax = 500;
/** For the operators that look through a text, once for each value. */
export const partsMax = 20;
export const prerequisitesMax = 10;
/** Of the rules of one flag, or of the conditions of a segment, as JSON. */
export const ruleBytesMax = 64 * 1024;

const scalarMessage = "must be a text, a number, true or false";
const GivenScalar = z.union(
  [
    z
      .string({ error: scalarMessage })
      .min(1, { error: "must not be empty" })
      .max(200, { error: "must have at most 200 characters" }),
    z.number({ error: scalarMessage }),
    z.boolean({ error: scalarMessage }),
  ],
  { error: `${scalarMessage}, of 1 to 200 characters` },
);

const ConditionFields = z.object({
  attribute: z
    .string({ error: "must be the name of an attribute" })
    .min(1, { error: "must not be empty" })
    .max(200, { error: "must have at most 200 characters" })
    .optional()
    .meta({
      description:
        "a field of the record's metadata or else of the evaluation context, `address.country` for one within another, or `targetingKey`",
    }),
  operator: z.enum(operators, { error: `must be one of ${operators.join(", ")}` }).optional(),
  values: z
    .array(GivenScalar, { error: "must be a list" })
    .max(valuesMax, { error: `must have at most ${valuesMax} values` })
    .optional()
    .meta({ description: "what the attribute is compared with: any of them, or the one" }),
  segment: Key.optional().meta({ description: "the key of a segment, instead of an attribute" }),
  not: Switch.default(false).meta({ description: "holds for those whose attribute does not compare so" }),
});
type GivenCondition = z.infer<typeof ConditionFields>;

const ConditionInput = ConditionFields.superRefine((given, context) => {
  for (const { path, message } of conditionProblems(given))
    context.addIssue({ code: "custom", path, message });
}).meta({ id: "ConditionInput" });

type Problem = { path: (string | number)[]; message: string };

function conditionProblems({ attribute, operator, values = [], segment }: GivenCondition): Problem[] {
  if (segment !== undefined) {
    return attribute === undefined && operator === undefined && values.length === 0
      ? []
      : [
          {
            path: ["segment"],
            message: "stands alone: send either a segment, or attribute, operator and values",
          },
        ];
  }
  if (attribute === undefined) return [{ path: ["attribute"], message: "is required, or else a segment" }];
  if (operator === undefined)
    return [{ path: ["operator"], message: `must be one of ${operators.join(", ")}` }];
  return valueProblems(operator, values);
}

/** How many values an operator takes. */
function countMax(operator: Operator): number {
  if (operator === "exists") return 0;
  if (operator === "in") return valuesMax;
  return lookers.has(operator) ? partsMax : 1;
}

const lookers: ReadonlySet<Operator> = new Set<Operator>(["starts_with", "ends_with", "contains"]);

function valueProblems(operator: Operator, values: readonly Scalar[]): Problem[] {
  const most = countMax(operator);
  if (values.length > most) return [{ path: ["values"], message: tooMany(operator, most) }];
  if (values.length === 0 && most > 0) return [{ path: ["values"], message: "must have a value" }];
  return [];
}

function tooMany(operator: Operator, most: number): string {
  if (most === 0) return `must be left out for ${operator}`;
  if (most === 1) return `must be one for ${operator}${operator === "equals" ? "; in takes several" : ""}`;
  return `must have at most ${most} values for ${operator}`;
}

/** As it is kept: one of the two kinds, with all its fields. */
export const toCondition = ({ attribute, operator, values, segment, not }: GivenCondition): Condition =>
  segment === undefined
    ? { attribute: attribute ?? "", operator: operator ?? "exists", values: values ?? [], not }
    : { segment, not };

export type GivenConditions = z.output<typeof ConditionsInput>;

export const MatchField = z.enum(["all", "any"], { error: "must be all or any" });

export const ConditionsInput = z
  .array(ConditionInput, { error: "must be a list of conditions" })
  .min(1, { error: "must have a condition" })
  .max(conditionsMax, { error: `must have at most ${conditionsMax} conditions` });

const RuleInput = z
  .object(
    {
      name: z
        .string({ error: "must be a text" })
        .trim()
        .min(1, { error: "must not be empty" })
        .max(100, { error: "must have at most 100 characters" })
        .nullable()
        .default(null),
      match: MatchField.default("all"),
      conditions: ConditionsInput,
      percentage: ExactPercentage.default(100).meta({
        description: "of those whom the rule is about, whom the flag is on for",
      }),
      variant: Key.nullable()
        .default(null)
        .meta({ description: "the key of the variant that these get; null draws one as elsewhere" }),
    },
    { error: "must be an object" },
  )
  .meta({ id: "TargetingRuleInput" });

const PrerequisiteInput = z
  .object(
    {
      flagKey: Key.meta({ description: "of a flag of the same group" }),
      variant: Key.nullable().default(null).meta({
        description: "the variant that the subject must have there; null is content if that flag is on",
      }),
    },
    { error: "must be an object" },
  )
  .meta({ id: "PrerequisiteInput" });

/** The fields of a flag's targeting, in requests. */
export const targetingFields = {
  rules: z
    .array(RuleInput, { error: "must be a list of rules" })
    .max(rulesMax, { error: `must have at most ${rulesMax} rules` })
    .optional()
    .meta({ description: "the first one whose conditions hold decides, instead of the flag's rollout" }),
  prerequisites: z
    .array(PrerequisiteInput, { error: "must be a list of prerequisites" })
    .max(prerequisitesMax, { error: `must have at most ${prerequisitesMax} prerequisites` })
    .refine((all) => new Set(all.map(({ flagKey }) => flagKey)).size === all.length, {
      error: "must name each flag once",
    })
    .optional()
    .meta({ description: "flags that must be on for a subject, so that this one can be" }),
};

const Targeting = z.object(targetingFields);
export type GivenTargeting = z.output<typeof Targeting>;
