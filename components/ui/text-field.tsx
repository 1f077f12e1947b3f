"use client";

import type { ReactNode } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input, type InputProps } from "@/components/ui/input";

export type TextFieldProps = InputProps &
  Pick<FieldProps, "hint" | "error" | "optional" | "hideLabel"> & {
    label: ReactNode;
    fieldClassName?: string;
  };

/** A line of text with its label. Takes what react-hook-form's `register` gives. */
export function TextField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  fieldClassName,
  ...input
}: TextFieldProps) {
  const field = { label, hint, error, optional, hideLabel, className: fieldClassName };
  return (
    <Field {...field}>
      <Input {...input} />
    </Field>
  );
}
