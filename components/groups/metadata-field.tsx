"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { readMetadata } from "@/components/groups/metadata-text";
import { FormLines } from "@/components/ui/form-text";
import { FormatJson } from "@/components/ui/format-json";

/** JSON with word of whether it is any. Lives in a form with a field `metadata`. */
export function MetadataField({ rows }: { rows: number }) {
  const { control, setValue } = useFormContext<{ metadata: string }>();
  const text = useWatch({ control, name: "metadata" });
  return (
    <div className="relative">
      <FormLines
        name="metadata"
        label="Metadata"
        optional
        mono
        rows={rows}
        placeholder='{"plan": "pro"}'
        hint={<Note text={text} />}
      />
      <FormatJson text={text} onFormat={(pretty) => setValue("metadata", pretty, { shouldDirty: true })} />
    </div>
  );
}

function Note({ text }: { text: string }) {
  if (text.trim() === "") return "A JSON object with whatever you want to know about the record.";
  const read = readMetadata(text);
  if ("problem" in read) return <span className="break-words text-amber">This {read.problem}</span>;
  const count = Object.keys(read.metadata).length;
  return (
    <>
      <span className="font-medium text-green">Valid JSON</span> · {count} {count === 1 ? "key" : "keys"}
    </>
  );
}
