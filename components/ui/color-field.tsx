"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { FormText } from "@/components/ui/form-text";

const swatches = [
  { color: "#0f766e", name: "teal" },
  { color: "#2563eb", name: "blue" },
  { color: "#7c3aed", name: "violet" },
  { color: "#db2777", name: "pink" },
  { color: "#dc2626", name: "red" },
  { color: "#d97706", name: "amber" },
  { color: "#65a30d", name: "green" },
  { color: "#64748b", name: "grey" },
];

export type ColorFieldProps = {
  /** The form's field: `#rrggbb`, "" for none. */
  name: string;
  label: string;
  hint?: string;
  readOnly?: boolean;
};

/** A colour as hex or from a few distinct ones. Must be inside a form. */
export function ColorField({ name, label, hint, readOnly = false }: ColorFieldProps) {
  const { control, setValue } = useFormContext<Record<string, string>>();
  const chosen = useWatch({ control, name });
  return (
    <div className="flex flex-col gap-2">
      <FormText
        name={name}
        label={label}
        optional
        mono
        placeholder="#2563eb"
        readOnly={readOnly}
        {...(hint && { hint })}
      />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Common colours</legend>
        {swatches.map(({ color, name: word }) => (
          <button
            key={color}
            type="button"
            aria-label={word}
            aria-pressed={color === chosen}
            disabled={readOnly}
            style={{ backgroundColor: color }}
            onClick={() => setValue(name, color === chosen ? "" : color, { shouldDirty: true })}
            className={cn(
              "size-6 rounded-full touch:size-8",
              color === chosen && "outline-2 outline-ink outline-offset-2",
            )}
          />
        ))}
      </fieldset>
    </div>
  );
}
