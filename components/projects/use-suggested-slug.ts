"use client";

import { type ChangeEvent, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { slugFrom } from "@/components/projects/project-slug";

/**
 * Fills a field with the slug of the name as it is typed, until somebody writes in the field itself.
 * Gives the `onChange` of both.
 */
export function useSuggestedSlug<Fields extends FieldValues>(
  form: UseFormReturn<Fields, unknown, Fields>,
  field: Path<Fields>,
) {
  const [own, setOwn] = useState(false);
  return {
    onName: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (own) return;
      const slug = slugFrom(target.value) as PathValue<Fields, Path<Fields>>;
      form.setValue(field, slug, { shouldValidate: form.formState.isSubmitted });
    },
    onSlug: ({ target }: ChangeEvent<HTMLInputElement>) => setOwn(target.value !== ""),
  };
}
