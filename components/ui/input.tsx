"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Field, type FieldProps, useFieldControl } from "@/components/ui/field";
import { controlLook } from "@/components/ui/looks";

export type InputProps = Omit<ComponentProps<"input">, "prefix"> & {
  mono?: boolean;
  /** Fixed text before or after the value, such as "/" or "%". */
  prefix?: ReactNode;
  suffix?: ReactNode;
};

/** Keys, addresses and code should not be corrected, capitalised or completed. */
const verbatim = { autoComplete: "off", autoCapitalize: "off", spellCheck: false };

export function Input({ mono, prefix, suffix, className, ...given }: InputProps) {
  const wiring = useFieldControl();
  const props = mono ? { ...verbatim, ...given } : given;
  const look = cn(
    controlLook,
    "h-8.5 px-2.5 read-only:bg-sunken touch:h-10",
    mono && "font-mono tracking-tight",
  );
  if (!prefix && !suffix) return <input {...wiring} {...props} className={cn(look, className)} />;
  return (
    <span
      className={cn(
        controlLook,
        "flex h-8.5 items-stretch overflow-hidden focus-within:border-accent has-focus-visible:outline-1 has-focus-visible:outline-accent has-aria-invalid:border-red has-[[aria-invalid]:focus-visible]:outline-red touch:h-10",
        className,
      )}
    >
      {prefix ? <Affix side="left">{prefix}</Affix> : null}
      <input
        {...wiring}
        {...props}
        className={cn(
          "w-full min-w-0 bg-transparent px-2.5 outline-none placeholder:text-ink-mute",
          mono && "font-mono tracking-tight",
        )}
      />
      {suffix ? <Affix side="right">{suffix}</Affix> : null}
    </span>
  );
}

/** A button at the end of an input, as its `suffix`. It needs an `aria-label`. */
export function InputButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        "-mx-2.5 grid h-full w-9 place-items-center text-ink-mute hover:text-ink focus-visible:-outline-offset-2 touch:w-11 [&_svg]:size-4",
        className,
      )}
    />
  );
}

function Affix({ side, children }: { side: "left" | "right"; children: ReactNode }) {
  return (
    <span
      className={cn(
        "flex shrink-0 items-center border-line bg-sunken px-2.5 font-mono text-ink-mute text-xs",
        side === "left" ? "border-r" : "border-l",
      )}
    >
      {children}
    </span>
  );
}

export type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

export function Textarea({ mono, className, rows = 4, ...props }: TextareaProps) {
  const wiring = useFieldControl();
  return (
    <textarea
      rows={rows}
      spellCheck={mono ? false : undefined}
      {...wiring}
      {...props}
      className={cn(
        controlLook,
        "resize-y px-2.5 py-2 read-only:bg-sunken",
        mono && "font-mono text-xs leading-5",
        className,
      )}
    />
  );
}

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
