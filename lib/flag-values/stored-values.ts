import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { type FlagType, type FlagValue, type FlagVariant, typeProblem } from "./contract";

/** What a request says of a flag's values. */
export type GivenValues = {
  type?: FlagType | undefined;
  onValue?: FlagValue | undefined;
  offValue?: FlagValue | undefined;
  variants?: FlagVariant[] | null | undefined;
};

/** The columns: a boolean flag needs no values. */
export type StoredValues = {
  type: FlagType;
  values: { on: FlagValue; off: FlagValue } | null;
  variants: FlagVariant[] | null;
};

/** What values count for in the quota `flagValueBytes`; the column `value_bytes` is the same. */
export const valueBytes = ({ values, variants }: Omit<StoredValues, "type">) =>
  (values ? jsonBytes(values) : 0) + (variants ? jsonBytes(variants) : 0);

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The two values of a flag. */
export const valuesOf = ({ values }: Pick<StoredValues, "values">) => values ?? { on: true, off: false };

/**
 * What a new flag stores.
 * @throws {AppError} `invalid_request` where a value is missing or of another type
 */
export function newValues({
  type = "boolean",
  onValue,
  offValue,
  variants = null,
}: GivenValues): StoredValues {
  const first = variants?.[0]?.value;
  const [on, off] = type === "boolean" ? [onValue ?? true, offValue ?? false] : [onValue ?? first, offValue];
  return checked(type, { on, off, variants });
}

/**
 * What a change makes of a flag's values. Empty if it names none.
 * @throws {AppError} `invalid_request` where a value is of another type, or the type another one
 */
export function changedValues(
  { type, onValue, offValue, variants }: GivenValues,
  stored: StoredValues,
): Partial<StoredValues> {
  if (type !== undefined && type !== stored.type) {
    const message = `cannot be changed from ${stored.type}, because code reads the flag as that. Make another flag`;
    throw invalid([{ path: "type", message }]);
  }
  if (onValue === undefined && offValue === undefined && variants === undefined) return {};
  const { on, off } = valuesOf(stored);
  const changed = { on: onValue ?? on, off: offValue ?? off, variants: variants ?? null };
  if (variants === undefined) changed.variants = stored.variants;
  return checked(stored.type, changed);
}

/** How many bytes a change of values adds to the quota `flagValueBytes`. */
export const addedBytes = (given: GivenValues, stored: StoredValues) =>
  valueBytes({ ...stored, ...changedValues(given, stored) }) - valueBytes(stored);

type Values = { on: FlagValue | undefined; off: FlagValue | undefined; variants: FlagVariant[] | null };

function checked(type: FlagType, { on, off, variants }: Values): StoredValues {
  const issues: Issue[] = [
    ...problemOf("onValue", on, type, type === "boolean" ? true : undefined),
    ...problemOf("offValue", off, type, type === "boolean" ? false : undefined),
    ...(variants && type === "boolean" ? [booleanVariants] : []),
    ...(variants ?? []).flatMap(({ value }, at) => problemOf(`variants.${at}.value`, value, type)),
  ];
  if (issues.length > 0 || on === undefined || off === undefined) throw invalid(issues);
  return { type, values: type === "boolean" ? null : { on, off }, variants };
}

const booleanVariants = {
  path: "variants",
  message:
    "are for flags of other types: what is on for some and off for others is the rollout of a boolean one",
};

/** @param only the one value that is possible there */
function problemOf(path: string, value: unknown, type: FlagType, only?: FlagValue): Issue[] {
  if (value === undefined) return [{ path, message: `is required for a flag of the type ${type}` }];
  const message = typeProblem(value, type);
  if (message) return [{ path, message }];
  if (only === undefined || value === only) return [];
  return [{ path, message: `is always ${only} for a boolean flag` }];
}
