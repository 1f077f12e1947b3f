"use client";

import { get, type RegisterOptions, useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input, type InputProps, Textarea, type TextareaProps } from "@/components/ui/input";

type Wording = Pick<FieldProps, "hint" | "optional" | "hideLabel"> & {
  /** The field's name in the API. */
  name: string;
  label: string;
  onChange?: RegisterOptions["onChange"];
};

/** A line of text in the surrounding Form, with its label and what is wrong with it. */
export function FormText({
  name,
  label,
  hint,
  optional,
  hideLabel,
  onChange,
  ...input
}: Wording & Owned<InputProps>) {
  const { error, wiring } = useFormField(name, label, onChange);
  return (
    <Field label={label} hint={hint} optional={optional} hideLabel={hideLabel} error={error}>
      <Input {...input} {...wiring} />
    </Field>
  );
}

/** The same with several lines. */
export function FormLines({
  name,
  label,
  hint,
  optional,
  hideLabel,
  onChange,
  ...area
}: Wording & Owned<TextareaProps>) {
  const { error, wiring } = useFormField(name, label, onChange);
  return (
    <Field label={label} hint={hint} optional={optional} hideLabel={hideLabel} error={error}>
      <Textarea {...area} {...wiring} />
    </Field>
  );
}

type Owned<Props> = Omit<Props, "name" | "onChange" | "onBlur" | "ref" | "id" | "defaultValue">;

function useFormField(name: string, label: string, onChange: Wording["onChange"]) {
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return {
    error: asSentence(label, error?.message),
    wiring: useRegistered(name, onChange ? { onChange } : {}),
  };
}

/** Wires a native text field of the surrounding form, which the server sends filled. */
function useRegistered(name: string, options: RegisterOptions = {}) {
  const { register, formState } = useFormContext();
  return {
    ...register(name, options),
    defaultValue: get(formState.defaultValues, name) as string | undefined,
  };
}
