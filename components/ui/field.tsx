"use client";

import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "@/components/ui/cn";

type FieldWiring = { controlId: string; labelId: string; describedBy: string | undefined; invalid: boolean };
const FieldContext = createContext<FieldWiring | null>(null);

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message, such as react-hook-form's `errors.name?.message`; replaces the hint. */
  error?: string | undefined;
  /** Says "optional" beside the label. */
  optional?: boolean | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  /** "row" puts the control left of its label: checkboxes and switches. */
  layout?: "stack" | "row";
  className?: string | undefined;
  children: ReactNode;
};

/** Labels the one control inside it and ties hint and error to it. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  layout = "stack",
  className,
  children,
}: FieldProps) {
  const id = useId();
  const wiring = {
    controlId: id,
    labelId: `${id}-label`,
    describedBy: error || hint ? `${id}-note` : undefined,
    invalid: Boolean(error),
  };
  const labelElement = (
    <label
      id={wiring.labelId}
      htmlFor={id}
      className={cn("text-sm text-ink", layout === "stack" && "font-medium", hideLabel && "sr-only")}
    >
      {label}
      {optional ? <span className="ml-1.5 font-normal text-ink-mute">optional</span> : null}
    </label>
  );
  const note = <Note id={`${id}-note`} hint={hint} error={error} />;
  return (
    <FieldContext value={wiring}>
      {layout === "stack" ? (
        <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
          {labelElement}
          {children}
          {note}
        </div>
      ) : (
        <div className={cn("flex min-w-0 items-start gap-2.5", className)}>
          <span className="flex h-5 items-center touch:h-10">{children}</span>
          <div className="flex min-w-0 flex-col gap-0.5 touch:pt-2.5">
            {labelElement}
            {note}
          </div>
        </div>
      )}
    </FieldContext>
  );
}

function Note({ id, hint, error }: { id: string } & Pick<FieldProps, "hint" | "error">) {
  if (error) {
    return (
      <p id={id} className="flex items-start gap-1.5 text-red text-xs">
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-ink-mute text-xs">
      {hint}
    </p>
  ) : null;
}

/** What a native control inside a Field needs; props given by hand win. */
export function useFieldControl(): { id?: string; "aria-describedby"?: string; "aria-invalid"?: true } {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.controlId,
    ...(field.describedBy ? { "aria-describedby": field.describedBy } : {}),
    ...(field.invalid ? { "aria-invalid": true as const } : {}),
  };
}

/** The id of the surrounding Field's label, for controls that are not native inputs. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}

/** Makes a checkbox or switch of the primitives' library a real button that the surrounding Field labels. */
export function useFieldToggle() {
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  return { nativeButton: true, render: <button type="button" />, "aria-labelledby": labelId, ...wiring };
}
