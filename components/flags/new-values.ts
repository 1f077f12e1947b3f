import { z } from "zod";
import { problemsOf, valuesOfTexts } from "@/components/flags/variant-rows";
import { type FlagType, Type } from "@/lib/flag-values/contract";

/** What a dialog that creates a flag holds of its values. */
export const newValueFields = {
  type: Type,
  onValue: z.string(),
  offValue: z.string(),
  valueSchema: z.string(),
};
type NewValues = { type: FlagType; onValue: string; offValue: string; valueSchema: string };

export const startValues: NewValues = { type: "boolean", onValue: "", offValue: "", valueSchema: "" };

/** Says what is wrong with the values of a new flag, beside their fields. */
export function checkNewValues(
  { type, onValue, offValue, valueSchema }: NewValues,
  ctx: z.RefinementCtx,
): void {
  if (type === "boolean") return;
  // What was typed for an object counts for that alone.
  const texts = { onValue, offValue, ...(type === "object" && { valueSchema }) };
  for (const [field, message] of Object.entries(problemsOf(type, texts))) {
    ctx.addIssue({ code: "custom", path: [field], message });
  }
}

/** The fields of the request; those of a boolean flag say themselves. */
export function sentValues({ type, onValue, offValue, valueSchema }: NewValues) {
  if (type === "boolean") return {};
  const texts = { onValue, offValue, ...(type === "object" && valueSchema.trim() && { valueSchema }) };
  return { type, ...valuesOfTexts(type, texts) };
}
