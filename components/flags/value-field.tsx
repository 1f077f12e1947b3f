"use client";

import type { ReactNode } from "react";
import { FormJson } from "@/components/ui/form-json";
import { FormLines, FormText } from "@/components/ui/form-text";
import type { FlagType } from "@/lib/flag-values/contract";

export type ValueFieldProps = {
  /** The name of a field that holds the value's text. */
  name: string;
  label: string;
  type: FlagType;
  hint?: ReactNode;
  /** Little room: the label of what fits in a line is for screen readers alone. */
  isDense?: boolean;
};

/** A flag's value in the surrounding form, by its type. */
export function ValueField({ type, isDense = false, ...field }: ValueFieldProps) {
  if (type === "object") return <FormJson {...field} rows={4} placeholder='{"color": "blue"}' />;
  const dense = isDense && { hideLabel: true, placeholder: "value" };
  if (type === "number") return <FormText {...field} mono inputMode="decimal" placeholder="0" {...dense} />;
  return <FormLines {...field} mono rows={isDense ? 1 : 2} {...dense} />;
}
