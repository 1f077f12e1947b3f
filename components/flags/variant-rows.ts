import { percentFrom } from "@/components/flags/rollout-share";
import { readValue, textOfValue } from "@/components/flags/value-text";
import {
  type FlagType,
  type FlagValue,
  type FlagVariant,
  stepsOf,
  Variants,
} from "@/lib/flag-values/contract";

/** A variant as a form holds it, field by field as it is typed. */
export type VariantRow = { key: string; value: string; weight: string };
/** A flag's values as a form holds them. No rows are no variants. */
export type ValueTexts = {
  onValue: string;
  offValue: string;
  variants: VariantRow[];
  /** Empty for none. */
  valueSchema: string;
};
export type TypedValues = {
  onValue: FlagValue;
  offValue: FlagValue;
  variants: FlagVariant[] | null;
  valueSchema: Record<string, unknown> | null;
};

export const textsOf = ({ onValue, offValue, variants, valueSchema }: TypedValues): ValueTexts => ({
  onValue: textOfValue(onValue),
  offValue: textOfValue(offValue),
  variants: (variants ?? []).map(({ key, value, weight }) => ({
    key,
    value: textOfValue(value),
    weight: String(weight),
  })),
  valueSchema: valueSchema ? textOfValue(valueSchema) : "",
});

/** What a value's text means; that of a wrong one is never sent. */
const meantBy = (type: FlagType, text: string): FlagValue => {
  const read = readValue(type, text);
  return "value" in read ? read.value : text;
};

/** The fields of a request for what a form holds of them. */
export function valuesOfTexts(type: FlagType, texts: Partial<ValueTexts>): Partial<TypedValues> {
  const { onValue, offValue, variants, valueSchema } = texts;
  return {
    ...(onValue !== undefined && { onValue: meantBy(type, onValue) }),
    ...(offValue !== undefined && { offValue: meantBy(type, offValue) }),
    ...(variants && { variants: variants.length > 0 ? variants.map((row) => variantOf(type, row)) : null }),
    ...(valueSchema !== undefined && { valueSchema: schemaOf(valueSchema) }),
  };
}

/** The schema that a text means; that of a wrong one is never sent. */
function schemaOf(text: string): TypedValues["valueSchema"] {
  const read = text.trim() === "" ? undefined : readValue("object", text);
  return read && "value" in read ? (read.value as Record<string, unknown>) : null;
}

const variantOf = (type: FlagType, { key, value, weight }: VariantRow): FlagVariant => ({
  key: key.trim(),
  value: meantBy(type, value),
  weight: percentFrom(weight),
});

/** Rows as lines of text, as `variantLines` makes them of variants. */
export const rowLines = (rows: readonly VariantRow[]) =>
  rows.map(({ key, value, weight }) => `${key}, ${weight} %: ${value}`).join("\n");

/** What is wrong, by the place in the form's values: "onValue", "variants.0.key", "variants.root" for all of them. */
export type ValueProblems = Record<string, string>;

export function problemsOf(type: FlagType, texts: Partial<ValueTexts>): ValueProblems {
  const problems: ValueProblems = {};
  const note = (place: string, text: string) => {
    const read = readValue(type, text);
    if ("problem" in read) problems[place] = read.problem;
  };
  if (texts.onValue !== undefined) note("onValue", texts.onValue);
  if (texts.offValue !== undefined) note("offValue", texts.offValue);
  if (texts.valueSchema?.trim()) {
    const read = readValue("object", texts.valueSchema);
    if ("problem" in read) problems.valueSchema = read.problem;
  }
  for (const [at, { value }] of (texts.variants ?? []).entries()) note(`variants.${at}.value`, value);
  const { variants } = valuesOfTexts(type, { variants: texts.variants ?? [] });
  for (const { path, message } of Variants.safeParse(variants).error?.issues ?? []) {
    problems[["variants", ...(path.length > 0 ? path : ["root"])].join(".")] ??= message;
  }
  return problems;
}

/** The values if nothing is wrong with them: what is typed may be on its way to something else. */
export function knownValues(
  type: FlagType,
  { onValue, offValue, variants }: Omit<ValueTexts, "valueSchema">,
) {
  const texts = { onValue, offValue, variants };
  if (Object.keys(problemsOf(type, texts)).length > 0) return undefined;
  return valuesOfTexts(type, texts) as Omit<TypedValues, "valueSchema">;
}

/** The percentage that rows have together; NaN while a weight is no number. */
export const sumOf = (rows: readonly VariantRow[]): number =>
  rows.reduce((sum, { weight }) => sum + stepsOf(percentFrom(weight)), 0) / stepsOf(1);

/** Weights that sum to 100 and differ by a hundredth at most; the first rows have it. */
export function evenWeights(count: number): string[] {
  const each = Math.floor(stepsOf(100) / count);
  const left = stepsOf(100) - each * count;
  return Array.from({ length: count }, (_, at) => String((each + (at < left ? 1 : 0)) / stepsOf(1)));
}

/** A row to add: it gets what the others leave. */
export function nextRow(rows: readonly VariantRow[], value: string): VariantRow {
  const sum = sumOf(rows);
  const left = Number.isNaN(sum) ? 0 : Math.max(0, stepsOf(100) - stepsOf(sum)) / stepsOf(1);
  return { key: "", value, weight: String(left) };
}
