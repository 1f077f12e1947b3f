import type { Issue } from "@/lib/operations/operation";
import { invalid } from "@/lib/operations/read-body";
import { type FlagType, type FlagValue, type FlagVariant, typeProblem } from "./contract";

/** What a request says of a flag's values. */
export type GivenValues = {
  type?: FlagType | undefined;
  onValue?: FlagValue | undefined;
  offValue?: FlagValue | undefined;
  variants?: FlagVariant[] | null | undefined;
  valueSchema?: JsonSchema | null | undefined;
};

type JsonSchema = Record<string, unknown>;

/** The columns: a boolean flag needs no values. */
export type StoredValues = {
  type: FlagType;
  values: { on: FlagValue; off: FlagValue } | null;
  variants: FlagVariant[] | null;
  valueSchema: JsonSchema | null;
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
export function newValues({
  type = "boolean",
  onValue,
  offValue,
  variants = null,
  valueSchema = null,
}: GivenValues): StoredValues {
  const first = variants?.[0]?.value;
  const [on, off] = type === "boolean" ? [onValue ?? true, offValue ?? false] : [onValue ?? first, offValue];
  return checked(type, { on, off, variants, valueSchema });
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
    const message = `cannot be changed from ${stored.type}, because code reads the flag as that. Make another flag`;
    throw invalid([{ path: "type", message }]);
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

type Values = Pick<StoredValues, "variants" | "valueSchema"> & Record<"on" | "off", FlagValue | undefined>;

function checked(type: FlagType, { on, off, variants, valueSchema }: Values): StoredValues {
  const issues: Issue[] = [
    ...problemOf("onValue", on, type, type === "boolean" ? true : undefined),
    ...problemOf("offValue", off, type, type === "boolean" ? false : undefined),
    ...(variants && type === "boolean" ? [booleanVariants] : []),
    ...(variants ?? []).flatMap(({ value }, at) => problemOf(`variants.${at}.value`, value, type)),
    ...(valueSchema && type !== "object" ? [schemaOfOthers] : []),
  ];
  if (issues.length > 0 || on === undefined || off === undefined) throw invalid(issues);
  return { type, values: type === "boolean" ? null : { on, off }, variants, valueSchema };
}

const schemaOfOthers = { path: "valueSchema", message: "is for flags of the type object" };

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
