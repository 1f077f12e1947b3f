"use client";

import { useWatch } from "react-hook-form";
import { LaterSchemaField } from "@/components/flags/later-schema-field";
import { ValueField } from "@/components/flags/value-field";
import { typeNames } from "@/components/flags/value-text";
import { FormSelect } from "@/components/ui/form-choices";
import { type FlagType, flagTypes } from "@/lib/flag-values/contract";

const options = flagTypes.map((value) => ({ value, label: typeNames[value] }));

/** The type of a new flag, and its values. Must be inside a form with the fields of `newValueFields`. */
export function TypeFields() {
  const type = useWatch<{ type: FlagType }, "type">({ name: "type" });
  return (
    <>
      <FormSelect
        name="type"
        label="Type"
        options={options}
        hint={
          type === "boolean"
            ? "On or off. It stays as it is."
            : "What your code gets: one value while it is off, and another, or variants of it, while it is on. It stays as it is."
        }
      />
      {type === "boolean" ? null : (
        <div key={type} className="flex min-w-0 flex-col gap-4">
          <ValueField name="onValue" label="On value" type={type} />
          <ValueField name="offValue" label="Off value" type={type} />
          {type === "object" ? <LaterSchemaField name="valueSchema" onValue="onValue" /> : null}
        </div>
      )}
    </>
  );
}
