"use client";

import { type RegisterOptions, useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input, type InputProps } from "@/components/ui/input";
import { Textarea, type TextareaProps } from "@/components/ui/textarea";

type Wording = Pick<FieldProps, "hint" | "optional"> & {
  /** The field's name in the API. */
  name: string;
  label: string;
  onChange?: RegisterOptions["onChange"];
};

/** A line of text in the surrounding Form, with its label and what is wrong with it. */
export function FormText({ name, label, hint, optional, onChange, ...input }: Wording & Owned<InputProps>) {
  const { error, wiring } = useFormField(name, label, onChange);
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
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
  onChange,
  ...area
}: Wording & Owned<TextareaProps>) {
  const { error, wiring } = useFormField(name, label, onChange);
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      <Textarea {...area} {...wiring} />
    </Field>
  );
}

type Owned<Props> = Omit<Props, "name" | "onChange" | "onBlur" | "ref" | "id">;

function useFormField(name: string, label: string, onChange: Wording["onChange"]) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return {
    error: asSentence(label, error?.message),
    wiring: register(name, onChange ? { onChange } : {}),
  };
}
