"use client";

import { type ChangeEvent, type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { FormText } from "@/components/ui/form-text";
import { slugOf } from "@/lib/operations/slug";

const slugMax = 54;

/** The slug suggested for a name. */
export const slugFrom = (name: string): string => slugOf(name, slugMax);

export type NameAndKeyProps = {
  /** Which field follows the name, if it is not a key. */
  field?: "key" | "slug";
  hint?: ReactNode;
  placeholder?: string;
  /** The key exists already, so a new name does not change it. */
  edits?: boolean;
  /** A field shown beside the key. */
  beside?: ReactNode;
};

/** The `name` of the surrounding Form, and the key, which is derived from the name until somebody edits it. */
export function NameAndKey({ field = "key", hint, placeholder, edits = false, beside }: NameAndKeyProps) {
  const { setValue, formState } = useFormContext<Record<string, string>>();
  const [own, setOwn] = useState(edits);
  const suggest = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!own) setValue(field, slugFrom(target.value), { shouldValidate: formState.isSubmitted });
  };
  const key = (
    <FormText
      name={field}
      label={field === "key" ? "Key" : "Slug"}
      mono
      hint={hint}
      onChange={({ target }) => setOwn(edits || target.value !== "")}
    />
  );
  return (
    <>
      <FormText name="name" label="Name" autoComplete="off" placeholder={placeholder} onChange={suggest} />
      {beside ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {key}
          {beside}
        </div>
      ) : (
        key
      )}
    </>
  );
}
