"use client";

import { useController } from "react-hook-form";
import { Field, type FieldProps } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Select, type SelectProps } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";

/** A field of the surrounding Form, by its name in the API. */
type Named = Pick<FieldProps, "hint" | "hideLabel"> & { name: string; label: string };

export function FormSwitch({ name, ...field }: Named) {
  const { value, onChange, onBlur, ref } = useController({ name }).field;
  return (
    <Field layout="row" {...field}>
      <Switch ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
    </Field>
  );
}

export function FormSelect({
  name,
  label,
  hint,
  hideLabel,
  ...select
}: Named & Pick<SelectProps<string>, "options" | "mono">) {
  const { field, fieldState } = useController({ name });
  const { value, onChange, onBlur } = field;
  return (
    <Field
      label={label}
      hint={hint}
      hideLabel={hideLabel}
      error={asSentence(label, fieldState.error?.message)}
    >
      <Select {...select} value={value} onValueChange={onChange} onBlur={onBlur} />
    </Field>
  );
}
