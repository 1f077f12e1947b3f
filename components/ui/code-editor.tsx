"use client";

import type { CompletionSource } from "@codemirror/autocomplete";
import { type ReactNode, useRef, useState } from "react";
import { get, useController, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { CodeEditorViewProps } from "@/components/ui/code-editor-view";
import { formatJson } from "@/components/ui/code-format";
import { Field, type FieldProps } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Textarea } from "@/components/ui/input";
import { later } from "@/components/ui/later";
import { useToast } from "@/components/ui/toast";

export type CodeLanguage = "json" | "html" | "xml" | "text";

/** A mistake at its place. Lines and columns are counted from 1. */
export type CodeMistake = { line: number; column: number; message: string };

type FormCodeProps = Pick<FieldProps, "hint"> & {
  /** The field's name in the form. */
  name: string;
  label: string;
  rows: number;
  language: CodeLanguage;
  /** Whether the text is a Liquid template of that language. */
  isTemplate?: boolean;
  /** What a template may say at a place. Loaded when somebody types. */
  loadCompletion?: () => Promise<CompletionSource>;
  /** A mistake that somebody else has found. It is marked until the text changes. */
  mistake?: CodeMistake | undefined;
  /** Another control above the field, left of the button. */
  beside?: ReactNode;
};

const editor = later(() => import("@/components/ui/code-editor-view").then((file) => file.CodeEditorView));

/**
 * A field of the surrounding form for code. It is a plain one until the editor has loaded, which then goes on with what was
 * typed, the focus and the selection.
 */
export function FormCode({ name, label, hint, rows, beside, ...code }: FormCodeProps) {
  const { getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  const Editor = editor.useCode();
  // A word that is being composed would be lost.
  const [isComposing, setComposing] = useState(false);
  const [isShown, setShown] = useState(false);
  if (Editor && !isComposing && !isShown) setShown(true);
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={asSentence(label, error?.message)}>
        {Editor && isShown ? (
          <ControlledEditor Editor={Editor} name={name} rows={rows} {...code} />
        ) : (
          <PlainField name={name} rows={rows} onComposing={setComposing} />
        )}
      </Field>
      <div className="absolute -top-1.5 right-0 flex items-center gap-3 touch:-top-3">
        {beside}
        {code.language === "json" ? <FormatButton name={name} isTemplate={code.isTemplate ?? false} /> : null}
      </div>
    </div>
  );
}

type PlainProps = { name: string; rows: number; onComposing: (isComposing: boolean) => void };

function PlainField({ name, rows, onComposing }: PlainProps) {
  const { register, formState } = useFormContext();
  return (
    <Textarea
      mono
      rows={rows}
      {...register(name)}
      defaultValue={get(formState.defaultValues, name) as string | undefined}
      onFocus={editor.need}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

type ControlledProps = Omit<CodeEditorViewProps, "value" | "onChange" | "onBlur" | "handle"> & {
  Editor: typeof import("@/components/ui/code-editor-view").CodeEditorView;
  name: string;
};

function ControlledEditor({ Editor, name, ...props }: ControlledProps) {
  const { value, onChange, onBlur, ref } = useController({ name }).field;
  const handle = useRef(ref);
  return (
    <Editor
      {...props}
      value={String(value ?? "")}
      onChange={onChange}
      onBlur={onBlur}
      handle={handle.current}
    />
  );
}

function FormatButton({ name, isTemplate }: { name: string; isTemplate: boolean }) {
  const { getValues, setValue } = useFormContext<Record<string, string>>();
  const toast = useToast();

  function format() {
    const text = getValues(name) ?? "";
    const formatted = formatJson(text, { isTemplate });
    if ("problem" in formatted) toast.error("This can't be formatted", { description: formatted.problem });
    else if (formatted.text !== text) setValue(name, formatted.text, { shouldDirty: true });
  }

  return (
    <Button size="sm" variant="ghost" onClick={format}>
      Format JSON
    </Button>
  );
}
