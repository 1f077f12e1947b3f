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
import { changedPart } from "@/components/ui/form-values";
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

/** The fields that can change the result for a record. */
const decidingFields = (values: GroupFlagValues) => {
  const { defaultEnabled, defaultPercentage, onValue, offValue, variants, rules, prerequisites } = values;
  return { defaultEnabled, defaultPercentage, onValue, offValue, variants, rules, prerequisites };
};

export type FlagDraft = {
  /** The unsaved fields that can change the result for a record, as in a request. Undefined if there are none. */
  fields?: ReturnType<typeof bodyOf>;
  /** The step without which the unsaved fields can't be evaluated: "Complete rule 2". */
  todo?: string;
};

export function draftOf(flag: GroupFlag, values: GroupFlagValues): FlagDraft {
  const changed = changedPart(decidingFields(valuesOf(flag)), decidingFields(values));
  if (Object.keys(changed).length === 0) return {};
  const place = Object.entries(problemsIn(flag, values)).find(
    ([name, problem]) => problem && (name.split(".", 1)[0] ?? "") in changed,
  )?.[0];
  return place === undefined ? { fields: bodyOf(flag.type, changed) } : { todo: todoAt(place) };
}

function todoAt(place: string): string {
  const [, list, at] = /^(rule|prerequisite)s\.(\d+)/.exec(place) ?? [];
  if (list) return `Complete ${list} ${Number(at) + 1}`;
  const words = fieldWords[(place.split(".", 1)[0] ?? "") as keyof GroupFlagValues];
  return `Fix “${typeof words === "string" ? words : words.label}”`;
}

const Plain = updateGroupFlag.body.pick({ name: true, key: true });

export const groupFlagResolver =
  (flag: Pick<GroupFlag, "type">): Resolver<GroupFlagValues> =>
  (values) =>
    resolved(values, problemsIn(flag, values));

/** What is wrong, by the place in the form's values. */
function problemsIn({ type }: Pick<GroupFlag, "type">, values: GroupFlagValues) {
  const { name, key, defaultPercentage, rules, prerequisites } = values;
  const { onValue, offValue, variants, valueSchema } = values;
  const plain = Plain.safeParse({ name, key }).error?.issues ?? [];
  return {
    ...Object.fromEntries(plain.map(({ path, message }) => [String(path[0]), message])),
    ...descriptionProblems(values),
    defaultPercentage: ExactPercentage.safeParse(defaultPercentage).error?.issues[0]?.message,
    ...(type === "boolean" ? {} : problemsOf(type, { onValue, offValue, variants, valueSchema })),
    ...targetingProblems({ rules, prerequisites }),
  };
}
