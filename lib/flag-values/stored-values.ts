import { invalid } from "@/lib/operations/read-body";
import type { FlagType, FlagValue, FlagVariant } from "./contract";
import {
  type FlagValues,
  type GivenValues,
  initialValues,
  typeChangeIssue,
  valueIssues,
} from "./value-issues";

/** The columns: a boolean flag needs no values. */
export type StoredValues = {
  type: FlagType;
  values: { on: FlagValue; off: FlagValue } | null;
  variants: FlagVariant[] | null;
  valueSchema: Record<string, unknown> | null;
};

/** What values count for in the quota `flagValueBytes`; the columns `value_bytes` and `schema_bytes` together are the same. */
export const valueBytes = ({ values, variants, valueSchema }: Omit<StoredValues, "type">) =>
  [values, variants, valueSchema].reduce((sum: number, each) => sum + (each ? jsonBytes(each) : 0), 0);

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The two values of a flag. */
export const valuesOf = ({ values }: Pick<StoredValues, "values">) => values ?? { on: true, off: false };

/**
 * What a new flag stores.
 * @throws {AppError} `invalid_request` where a value is missing or of another type
 */
export function newValues(given: GivenValues): StoredValues {
  const { type, ...values } = initialValues(given);
  return checked(type, values);
}

/**
 * What a change makes of a flag's values. Empty if it names none.
 * @throws {AppError} `invalid_request` where a value is of another type, or the type another one
 */
export function changedValues(
  { type, onValue, offValue, variants, valueSchema }: GivenValues,
  stored: StoredValues,
): Partial<StoredValues> {
  if (type !== undefined && type !== stored.type) {
    throw invalid([typeChangeIssue(stored.type)]);
  }
  if ([onValue, offValue, variants, valueSchema].every((given) => given === undefined)) return {};
  const { on, off } = valuesOf(stored);
  return checked(stored.type, {
    on: onValue ?? on,
    off: offValue ?? off,
    variants: variants === undefined ? stored.variants : variants,
    valueSchema: valueSchema === undefined ? stored.valueSchema : valueSchema,
  });
}

/** How many bytes a change of values adds to the quota `flagValueBytes`. */
export const addedBytes = (given: GivenValues, stored: StoredValues) =>
  valueBytes({ ...stored, ...changedValues(given, stored) }) - valueBytes(stored);

function checked(type: FlagType, values: FlagValues): StoredValues {
  const { on, off, variants, valueSchema } = values;
  const issues = valueIssues(type, values);
  if (issues.length > 0 || on === undefined || off === undefined) throw invalid(issues);
  return { type, values: type === "boolean" ? null : { on, off }, variants, valueSchema };
}
