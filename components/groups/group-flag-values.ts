import type { Resolver } from "react-hook-form";
import {
  type DescribedValues,
  describedValues,
  describedWords,
  descriptionProblems,
  sentDescription,
} from "@/components/flags/described-values";
import { resolved } from "@/components/flags/resolved";
import { exactDefault, sentRollout } from "@/components/flags/rollout-share";
import {
  problemsOf,
  rowLines,
  textsOf,
  type ValueTexts,
  valuesOfTexts,
} from "@/components/flags/variant-rows";
import type { GroupFlag } from "@/components/groups/groups-list";
import {
  type PrerequisiteRow,
  prerequisiteLines,
  prerequisiteRows,
  prerequisitesOf,
  type RuleRow,
  ruleLines,
  ruleRows,
  rulesOf,
  targetingProblems,
} from "@/components/targeting/rule-rows";
import type { Edited } from "@/components/ui/use-edited-row";
import { ExactPercentage } from "@/lib/flag-values/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";

/** A flag of a group as its form holds it: the percentage has decimals, and values are texts. */
export type GroupFlagValues = {
  name: string;
  key: string;
  defaultEnabled: boolean;
  defaultPercentage: number;
  rules: RuleRow[];
  prerequisites: PrerequisiteRow[];
} & DescribedValues &
  ValueTexts;

export const valuesOf = (flag: GroupFlag): GroupFlagValues => ({
  name: flag.name,
  key: flag.key,
  defaultEnabled: flag.defaultEnabled,
  defaultPercentage: exactDefault(flag),
  ...describedValues(flag),
  ...textsOf(flag),
  rules: ruleRows(flag.rules),
  prerequisites: prerequisiteRows(flag.prerequisites),
});

export const fieldWords: Edited<GroupFlagValues, GroupFlag>["fields"] = {
  name: "Name",
  key: "Key",
  defaultEnabled: "Enabled",
  defaultPercentage: { label: "Rollout", text: (share) => `${share} %` },
  ...describedWords,
  onValue: "On value",
  offValue: "Off value",
  variants: { label: "Variants", text: rowLines },
  valueSchema: "JSON Schema",
  rules: { label: "Rules", text: ruleLines },
  prerequisites: { label: "Prerequisites", text: prerequisiteLines },
};

/** The request for these of the form's fields. */
export function bodyOf(type: GroupFlag["type"], fields: Partial<GroupFlagValues>) {
  const { defaultPercentage, rules, prerequisites, description, tags, ownerId, ...rest } = fields;
  const { onValue, offValue, variants, valueSchema, ...plain } = rest;
  const texts = { onValue, offValue, variants, valueSchema };
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return {
    ...plain,
    ...sentDescription({ description, tags, ownerId } as Partial<DescribedValues>),
    ...(defaultPercentage !== undefined && sentRollout("defaultPercentage", defaultPercentage)),
    ...(type === "boolean" ? {} : valuesOfTexts(type, Object.fromEntries(given))),
    ...(rules && { rules: rulesOf(rules) }),
    ...(prerequisites && { prerequisites: prerequisitesOf(prerequisites) }),
  };
}

/** The request that undoes a change of these fields. */
export function bodyBefore(flag: GroupFlag, changed: Partial<GroupFlagValues>) {
  const before = Object.entries(valuesOf(flag)).filter(([field]) => field in changed);
  return bodyOf(flag.type, Object.fromEntries(before));
}

const Plain = updateGroupFlag.body.pick({ name: true, key: true });

export const groupFlagResolver =
  ({ type }: Pick<GroupFlag, "type">): Resolver<GroupFlagValues> =>
  (values) => {
    const { name, key, defaultPercentage, rules, prerequisites } = values;
    const { onValue, offValue, variants, valueSchema } = values;
    const plain = Plain.safeParse({ name, key }).error?.issues ?? [];
    return resolved(values, {
      ...Object.fromEntries(plain.map(({ path, message }) => [String(path[0]), message])),
      ...descriptionProblems(values),
      defaultPercentage: ExactPercentage.safeParse(defaultPercentage).error?.issues[0]?.message,
      ...(type === "boolean" ? {} : problemsOf(type, { onValue, offValue, variants, valueSchema })),
      ...targetingProblems({ rules, prerequisites }),
    });
  };
