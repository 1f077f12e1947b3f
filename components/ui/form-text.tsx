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

/** A single-line text field of the surrounding Form, with its label and error. */
export function FormText(props: Wording & Owned<InputProps>) {
  const { field, wiring, rest } = useFormField(props);
  return (
    <Field {...field}>
      <Input {...rest} {...wiring} />
    </Field>
  );
}

/** A multi-line text field of the surrounding Form. */
export function FormLines(props: Wording & Owned<TextareaProps>) {
  const { field, wiring, rest } = useFormField(props);
  return (
    <Field {...field}>
      <Textarea {...rest} {...wiring} />
    </Field>
  );
}

type Owned<Props> = Omit<Props, "name" | "onChange" | "onBlur" | "ref" | "id" | "defaultValue">;

/** Separates the props of a field's label and registration from those of the input itself. */
function useFormField<Rest extends object>(props: Wording & Rest) {
  const { name, label, hint, optional, hideLabel, onChange, ...rest } = props;
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return {
    field: { label, hint, optional, hideLabel, error: asSentence(label, error?.message) },
    wiring: useRegistered(name, onChange ? { onChange } : {}),
    rest,
  };
}

/** Registers a native text field of the surrounding form. The server renders it with its value. */
function useRegistered(name: string, options: RegisterOptions = {}) {
  const { register, formState } = useFormContext();
  return {
    ...register(name, options),
    defaultValue: get(formState.defaultValues, name) as string | undefined,
  };
}
