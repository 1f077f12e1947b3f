import { z } from "zod";
import { problemsOf, valuesOfTexts } from "@/components/flags/variant-rows";
import { type FlagType, Type } from "@/lib/flag-values/contract";

/** What a dialog that creates a flag holds of its values. */
export const newValueFields = { type: Type, onValue: z.string(), offValue: z.string() };
type NewValues = { type: FlagType; onValue: string; offValue: string };

export const startValues: NewValues = { type: "boolean", onValue: "", offValue: "" };

/** Says what is wrong with the values of a new flag, beside their fields. */
export function checkNewValues({ type, ...texts }: NewValues, ctx: z.RefinementCtx): void {
  if (type === "boolean") return;
  for (const [field, message] of Object.entries(problemsOf(type, texts))) {
    ctx.addIssue({ code: "custom", path: [field], message });
  }
}

/** The fields of the request; those of a boolean flag say themselves. */
export const sentValues = ({ type, onValue, offValue }: NewValues) =>
  type === "boolean" ? {} : { type, ...valuesOfTexts(type, { onValue, offValue }) };
