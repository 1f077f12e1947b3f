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
};

/** A flag's value in the surrounding form, by its type. */
export function ValueField({ type, ...field }: ValueFieldProps) {
  if (type === "object") return <FormJson {...field} rows={4} placeholder='{"color": "blue"}' />;
  if (type === "number") return <FormText {...field} mono inputMode="decimal" placeholder="0" />;
  return <FormLines {...field} mono rows={2} />;
}
