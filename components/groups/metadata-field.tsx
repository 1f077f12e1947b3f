"use client";

import { useWatch } from "react-hook-form";
import { readMetadata } from "@/components/groups/metadata-text";
import { FormJson } from "@/components/ui/form-json";

/** A JSON field that says whether its text is valid. Must be inside a form with a field `metadata`. */
export function MetadataField({ rows }: { rows: number }) {
  return (
    <FormJson
      name="metadata"
      label="Metadata"
      optional
      rows={rows}
      placeholder='{"plan": "pro"}'
      hint={<Note />}
    />
  );
}

function Note() {
  const text = useWatch<{ metadata: string }, "metadata">({ name: "metadata" });
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
