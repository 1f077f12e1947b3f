"use client";

import type { ComponentProps } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormLines } from "@/components/ui/form-text";
import { readJson } from "@/components/ui/json-text";

/** A multi-line JSON field of the surrounding Form, with a button that formats it. */
export function FormJson({ name, ...lines }: ComponentProps<typeof FormLines>) {
  const { control, setValue } = useFormContext<Record<string, string>>();
  const text = useWatch({ control, name }) ?? "";
  const json = readJson(text);
  const pretty = json.valid ? JSON.stringify(json.value, null, 2) : undefined;
  return (
    <div className="relative">
      <FormLines mono name={name} {...lines} />
      <Button
        size="sm"
        variant="ghost"
        className="absolute -top-1.5 right-0 touch:-top-3"
        disabled={pretty === undefined || pretty === text}
        onClick={() => pretty !== undefined && setValue(name, pretty, { shouldDirty: true })}
      >
        Format JSON
      </Button>
    </div>
  );
}
