"use client";

import { Plus, WandSparkles } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { get, useFormContext, useWatch } from "react-hook-form";
import { derivedSchema } from "@/components/flags/derived-schema";
import { readValue, textOfValue } from "@/components/flags/value-text";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FormJson } from "@/components/ui/form-json";

export type SchemaFieldProps = {
  /** The form's field of the schema's text. */
  name: string;
  /** The one of the value that a schema is made from. */
  onValue: string;
};

/** The JSON Schema of a flag's values: a button until there is one. Must be inside the flag's form. */
export function SchemaField({ name, onValue }: SchemaFieldProps) {
  const { setValue, setFocus, formState } = useFormContext<Record<string, string>>();
  const [text = "", value = ""] = useWatch<Record<string, string>, string[]>({ name: [name, onValue] });
  const [isAdded, setAdded] = useState(false);
  const labelId = useId();
  const read = readValue("object", value);
  const [isShown, setShown] = useState(false);
  // Whoever empties the field goes on in it.
  if (!isShown && (isAdded || text !== "" || get(formState.errors, name))) setShown(true);

  // The buttons before it are gone then.
  useEffect(() => {
    if (isAdded) setFocus(name);
  }, [isAdded, setFocus, name]);

  function derive() {
    if (!("value" in read)) return;
    setAdded(true);
    const schema = textOfValue(derivedSchema(read.value));
    setValue(name, schema, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  const fromValue = (
    <Button
      size="sm"
      variant={isShown ? "ghost" : "secondary"}
      disabled={!("value" in read)}
      onClick={derive}
    >
      <WandSparkles aria-hidden />
      Make one from the value
    </Button>
  );

  if (!isShown) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as fields, and there are none yet.
      <div role="group" aria-labelledby={labelId} className="flex min-w-0 flex-col gap-1.5">
        <p id={labelId} className="font-medium text-ink text-sm">
          JSON Schema<span className="ml-1.5 font-normal text-ink-mute">optional</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => setAdded(true)}>
            <Plus aria-hidden />
            Add a schema
          </Button>
          {fromValue}
        </div>
        <p className="text-ink-mute text-xs">Refuses values that your code could not read.</p>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <FormJson
        name={name}
        label="JSON Schema"
        optional
        rows={6}
        placeholder='{"properties": {"color": {"type": "string"}}, "required": ["color"]}'
        hint="Values that do not satisfy it are refused, those of single records too, when they are set. Empty: no schema."
      />
      <div className="-ml-2.5 flex flex-wrap items-center gap-1">
        {fromValue}
        {text === "" ? null : <CopyButton text={text} what="schema" showLabel />}
      </div>
    </div>
  );
}
