"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export type SubjectFieldProps = { value: string; onChange: (subject: string) => void; hint: string };

/** For whom the answers below are worked out. */
export function SubjectField({ value, onChange, hint }: SubjectFieldProps) {
  return (
    <Field label="Who gets it?" hint={hint}>
      <Input
        mono
        placeholder="tenant-1"
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
