import type { Issue } from "@/lib/operations/operation";
import { type FlagType, type FlagValue, type FlagVariant, typeProblem } from "./contract";

/** The rules about a flag's values that its type and its other fields decide. The command line bundles them, too. */

type JsonSchema = Record<string, unknown>;

/** The fields of a request about a flag's values. */
export type GivenValues = {
  type?: FlagType | undefined;
  onValue?: FlagValue | undefined;
  offValue?: FlagValue | undefined;
  variants?: FlagVariant[] | null | undefined;
  valueSchema?: JsonSchema | null | undefined;
};

export type FlagValues = {
  on: FlagValue | undefined;
  off: FlagValue | undefined;
  variants: FlagVariant[] | null;
  valueSchema: JsonSchema | null;
};

/** The values of a new flag, with the defaults of its type. */
export function initialValues({
  type = "boolean",
  onValue,
  offValue,
  variants = null,
  valueSchema = null,
}: GivenValues): FlagValues & { type: FlagType } {
  const first = variants?.[0]?.value;
  const [on, off] = type === "boolean" ? [onValue ?? true, offValue ?? false] : [onValue ?? first, offValue];
  return { type, on, off, variants, valueSchema };
}

export const typeChangeIssue = (from: FlagType): Issue => ({
  path: "type",
  message: `cannot be changed from ${from}, because code reads the flag as that. Make another flag`,
});

/** Values that are missing or of another type. */
export function valueIssues(type: FlagType, { on, off, variants, valueSchema }: FlagValues): Issue[] {
  return [
    ...problemOf("onValue", on, type, type === "boolean" ? true : undefined),
    ...problemOf("offValue", off, type, type === "boolean" ? false : undefined),
    ...(variants && type === "boolean" ? [booleanVariants] : []),
    ...(variants ?? []).flatMap(({ value }, at) => problemOf(`variants.${at}.value`, value, type)),
    ...(valueSchema && type !== "object" ? [schemaOfOthers] : []),
  ];
}

/** The values that the schema is for, each with its field. */
export const valuesToCheck = ({ on, off, variants }: Omit<FlagValues, "valueSchema">) => [
  { path: "onValue", value: on },
  { path: "offValue", value: off },
  ...(variants ?? []).map(({ value }, at) => ({ path: `variants.${at}.value`, value })),
];

const schemaOfOthers = { path: "valueSchema", message: "is for flags of the type object" };

const booleanVariants = {
  path: "variants",
  message: "are for flags of other types. Use the rollout to turn a boolean flag on for a percentage",
};

/** @param only the one value that is possible there */
function problemOf(path: string, value: unknown, type: FlagType, only?: FlagValue): Issue[] {
  if (value === undefined) return [{ path, message: `is required for a flag of the type ${type}` }];
  const message = typeProblem(value, type);
  if (message) return [{ path, message }];
  if (only === undefined || value === only) return [];
  return [{ path, message: `is always ${only} for a boolean flag` }];
}
