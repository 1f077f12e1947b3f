import type { FieldErrors, Resolver } from "react-hook-form";
import type { Flag, FlagRow } from "@/components/flags/flags-list";
import type { Edited } from "@/components/ui/use-edited-row";
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

/** The name, which all environments share, and each environment's own values under the id of its flag. */
export type FlagValues = { name: string } & Record<`on-${string}`, boolean> &
  Record<`rollout-${string}`, number>;

export const onField = ({ id }: Pick<Flag, "id">) => `on-${id}` as const;
export const rolloutField = ({ id }: Pick<Flag, "id">) => `rollout-${id}` as const;

export const valuesOf = ({ name, flags }: FlagRow): FlagValues => ({
  name,
  ...Object.fromEntries(
    flags.flatMap((flag) => [
      [onField(flag), flag.enabled],
      [rolloutField(flag), flag.rollout],
    ]),
  ),
});

export function fieldsOf({ flags }: FlagRow): Edited<FlagValues, VersionedRow>["fields"] {
  const places = flags.flatMap((flag) => [
    [onField(flag), flag.environment.name],
    [
      rolloutField(flag),
      { label: `Rollout in ${flag.environment.name}`, text: (rollout: number) => `${rollout} %` },
    ],
  ]);
  return { name: "Name", ...Object.fromEntries(places) };
}

export type FlagChange = { name?: string; enabled?: boolean; rollout?: number };

/** The part of a form's changes that concerns one flag. */
export function changeOf(flag: Flag, changed: Partial<FlagValues>): FlagChange {
  const { name, [onField(flag)]: enabled, [rolloutField(flag)]: rollout } = changed;
  return {
    ...(name !== undefined && name !== flag.name && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(rollout !== undefined && { rollout }),
  };
}

/** The change that undoes this one. */
export const earlier = (flag: Flag, change: FlagChange): FlagChange =>
  Object.fromEntries(Object.keys(change).map((name) => [name, flag[name as keyof FlagChange]]));

export const flagResolver: Resolver<FlagValues> = (values) => {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const [field, value] of Object.entries(values)) {
    const part = field === "name" ? { name: value } : field.startsWith("on-") ? {} : { rollout: value };
    const message = updateFlag.body.safeParse(part).error?.issues[0]?.message;
    if (message) errors[field] = { type: "validate", message };
  }
  return Object.keys(errors).length > 0
    ? { values: {}, errors: errors as FieldErrors<FlagValues> }
    : { values, errors: {} };
};
