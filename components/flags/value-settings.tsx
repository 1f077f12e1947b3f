"use client";

import { useWatch } from "react-hook-form";
import { LaterSchemaField } from "@/components/flags/later-schema-field";
import { ValueField } from "@/components/flags/value-field";
import type { VariantRow } from "@/components/flags/variant-rows";
import { VariantsEditor } from "@/components/flags/variants-editor";
import type { FlagType } from "@/lib/flag-values/contract";

export type ValueSettingsProps = {
  type: FlagType;
  /** The form's fields. */
  names: { onValue: string; offValue: string; variants: string; valueSchema: string };
};

/** What a flag comes to, on and off, and its variants. Must be inside the flag's form. */
export function ValueSettings({ type, names }: ValueSettingsProps) {
  const variants = useWatch<Record<string, VariantRow[]>>({ name: names.variants });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ValueField
        name={names.onValue}
        label="On value"
        type={type}
        hint={variants && variants.length > 0 ? "Nobody gets it while there are variants." : undefined}
      />
      <ValueField name={names.offValue} label="Off value" type={type} />
      <VariantsEditor name={names.variants} type={type} onValue={names.onValue} />
      {type === "object" ? <LaterSchemaField name={names.valueSchema} onValue={names.onValue} /> : null}
    </div>
  );
}
