"use client";

import type { ComponentProps, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormLines } from "@/components/ui/form-text";
import { readJson } from "@/components/ui/json-text";

type FormJsonProps = ComponentProps<typeof FormLines> & {
  /** Another control above the field, left of the button. */
  beside?: ReactNode;
};

/** A multi-line JSON field of the surrounding Form, with a button that formats it. */
export function FormJson({ name, beside, ...lines }: FormJsonProps) {
  const { control, setValue } = useFormContext<Record<string, string>>();
  const text = useWatch({ control, name }) ?? "";
  const json = readJson(text);
  const pretty = json.valid ? JSON.stringify(json.value, null, 2) : undefined;
  return (
    <div className="relative">
      <FormLines mono name={name} {...lines} />
      <div className="absolute -top-1.5 right-0 flex items-center gap-3 touch:-top-3">
        {beside}
        <Button
          size="sm"
          variant="ghost"
          disabled={pretty === undefined || pretty === text}
          onClick={() => pretty !== undefined && setValue(name, pretty, { shouldDirty: true })}
        >
          Format JSON
        </Button>
      </div>
    </div>
  );
}
