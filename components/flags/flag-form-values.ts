import type { Resolver } from "react-hook-form";
import {
  type DescribedValues,
  describedValues,
  describedWords,
  descriptionProblems,
  sentDescription,
} from "@/components/flags/described-values";
import { type Flag, type FlagRow, oldestOf } from "@/components/flags/flags-list";
import { resolved } from "@/components/flags/resolved";
import { exactRollout, sentRollout } from "@/components/flags/rollout-share";
import {
  problemsOf,
  rowLines,
  type TypedValues,
  textsOf,
  type ValueTexts,
  type VariantRow,
  valuesOfTexts,
} from "@/components/flags/variant-rows";
import { same } from "@/components/ui/form-values";
import type { Edited } from "@/components/ui/use-edited-row";
import { ExactPercentage } from "@/lib/flag-values/contract";
import { updateFlag } from "@/lib/flags/contract";

/** A row with the time of its last change in any environment. */
export type VersionedRow = FlagRow & { updatedAt: string };

export const versioned = (row: FlagRow): VersionedRow => ({
  ...row,
  updatedAt:
    row.flags
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? "",
});

/** The row with one of its flags replaced by the current one. */
export const withFlag = (row: FlagRow, flag: Flag) =>
  versioned({ ...row, flags: row.flags.map((each) => (each.id === flag.id ? flag : each)) });

/** What a form holds of a flag in one environment, under the id of that flag. */
type PlaceValues = Record<`on-${string}`, boolean> &
  Record<`rollout-${string}`, number> &
  Record<`onValue-${string}` | `offValue-${string}` | `valueSchema-${string}`, string> &
  Record<`variants-${string}`, VariantRow[]>;
/** The name and what is said of it, which all environments share, and each environment's own values. */
export type FlagValues = { name: string } & DescribedValues & PlaceValues;

export const onField = ({ id }: Pick<Flag, "id">) => `on-${id}` as const;
export const rolloutField = ({ id }: Pick<Flag, "id">) => `rollout-${id}` as const;
export const valueFieldsOf = ({ id }: Pick<Flag, "id">) =>
  ({
    onValue: `onValue-${id}`,
    offValue: `offValue-${id}`,
    variants: `variants-${id}`,
    valueSchema: `valueSchema-${id}`,
  }) as const;

/** The form's place for a place in a flag's values: "variants.0.value" begins with the field. */
export const placeIn = ({ id }: Pick<Flag, "id">, path: string) =>
  path.replace(/^(onValue|offValue|variants|valueSchema)(?![^.])/, (part) => `${part}-${id}`);

function placeValues(flag: Flag): PlaceValues {
  const texts = flag.type === "boolean" ? {} : textsOf(flag);
  const values = Object.entries(texts).map(([part, text]) => [`${part}-${flag.id}`, text]);
  return Object.fromEntries([
    [onField(flag), flag.enabled],
    [rolloutField(flag), exactRollout(flag)],
    ...values,
  ]) as PlaceValues;
}

const undescribed = { description: null, tags: [], ownerId: null };

export const valuesOf = ({ name, flags }: FlagRow): FlagValues => ({
  name,
  ...describedValues(oldestOf({ flags }) ?? undescribed),
  ...(Object.assign({}, ...flags.map(placeValues)) as PlaceValues),
});

/** Whether a form has something else for an environment than its flag. */
export const differs = (flag: Flag, values: FlagValues): boolean =>
  Object.entries(placeValues(flag)).some(([name, value]) => !same(values[name as keyof FlagValues], value));

/** What a form holds of a flag's values; nothing of a boolean one. */
export function textsIn({ id }: Pick<Flag, "id">, values: Partial<FlagValues>): Partial<ValueTexts> {
  const { onValue, offValue, variants, valueSchema } = valueFieldsOf({ id });
  const texts = {
    onValue: values[onValue],
    offValue: values[offValue],
    variants: values[variants],
    valueSchema: values[valueSchema],
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

export function fieldsOf({ flags }: FlagRow): Edited<FlagValues, VersionedRow>["fields"] {
  const places = flags.flatMap((flag) => {
    const { name } = flag.environment;
    const { onValue, offValue, variants, valueSchema } = valueFieldsOf(flag);
    return [
      [onField(flag), name],
      [rolloutField(flag), { label: `Rollout in ${name}`, text: (rollout: number) => `${rollout} %` }],
      [onValue, `On value in ${name}`],
      [offValue, `Off value in ${name}`],
      [variants, { label: `Variants in ${name}`, text: rowLines }],
      [valueSchema, `JSON Schema in ${name}`],
    ];
  });
  return { name: "Name", ...describedWords, ...Object.fromEntries(places) };
}

export type FlagChange = {
  name?: string;
  enabled?: boolean;
  rollout?: number;
  rolloutBasisPoints?: number;
} & Partial<TypedValues> &
  ReturnType<typeof sentDescription>;

/** The part of a form's changes that concerns one flag. */
export function changeOf(flag: Flag, changed: Partial<FlagValues>): FlagChange {
  const { name, [onField(flag)]: enabled, [rolloutField(flag)]: rollout } = changed;
  return {
    ...(name !== undefined && name !== flag.name && { name }),
    ...sentDescription(changed),
    ...(enabled !== undefined && { enabled }),
    ...(rollout !== undefined && sentRollout("rollout", rollout)),
    ...valuesOfTexts(flag.type, textsIn(flag, changed)),
  };
}

/** The change that undoes this one. */
export function earlier(flag: Flag, { rollout, rolloutBasisPoints, ...change }: FlagChange): FlagChange {
  const isRolled = rollout !== undefined || rolloutBasisPoints !== undefined;
  return {
    ...Object.fromEntries(Object.keys(change).map((name) => [name, flag[name as keyof typeof change]])),
    ...(isRolled && sentRollout("rollout", exactRollout(flag))),
  };
}

export const flagResolver =
  ({ flags }: FlagRow): Resolver<FlagValues> =>
  (values) =>
    resolved(values, {
      name: updateFlag.body.safeParse({ name: values.name }).error?.issues[0]?.message,
      ...descriptionProblems(values),
      ...Object.assign({}, ...flags.map((flag) => placeProblems(flag, values))),
    });

function placeProblems(flag: Flag, values: FlagValues): Record<string, string | undefined> {
  const rollout = ExactPercentage.safeParse(values[rolloutField(flag)]).error?.issues[0]?.message;
  const problems = Object.entries(problemsOf(flag.type, textsIn(flag, values)));
  return {
    [rolloutField(flag)]: rollout,
    ...Object.fromEntries(problems.map(([place, message]) => [placeIn(flag, place), message])),
  };
}
