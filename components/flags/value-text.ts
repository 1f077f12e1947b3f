import { readObject } from "@/components/ui/json-object";
import { type FlagType, type FlagValue, typeProblem, Value } from "@/lib/flag-values/contract";

/** A value as a form's field holds it. */
export const textOfValue = (value: FlagValue): string =>
  typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);

/** The value that a field's text means, or what is wrong with it, in the contract's words. */
export function readValue(type: FlagType, text: string): { value: FlagValue } | { problem: string } {
  const read = type === "object" ? readObject(text) : { object: type === "number" ? numberOf(text) : text };
  if ("problem" in read) return read;
  const problem = typeProblem(read.object, type) ?? Value.safeParse(read.object).error?.issues[0]?.message;
  return problem ? { problem } : { value: read.object as FlagValue };
}

/** A number as JSON or people write it; anything else stays the text that it is. */
function numberOf(text: string): number | string {
  const number = Number(text.trim().replace(/^\+/, ""));
  return /\d/.test(text) && Number.isFinite(number) && !/^\s*0[xob]/i.test(text) ? number : text;
}

const shownChars = 60;

/** A value in one line, to be read among other text: a text in quotes, so that an empty one is seen. */
export function shortValue(value: FlagValue): string {
  const text = JSON.stringify(value);
  return text.length > shownChars ? `${text.slice(0, shownChars - 1)}…` : text;
}

/** Variants as lines of text: `blue, 50 %: "#00f"`. */
export const variantLines = (variants: readonly { key: string; value: unknown; weight: number }[]) =>
  variants.map(({ key, value, weight }) => `${key}, ${weight} %: ${JSON.stringify(value)}`).join("\n");

export const typeNames: Record<FlagType, string> = {
  boolean: "Boolean",
  string: "String",
  number: "Number",
  object: "JSON object",
};
