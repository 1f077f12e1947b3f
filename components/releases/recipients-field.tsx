"use client";

import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";

/** The `emailRecipients` of the surrounding Form, one per line. */
export function RecipientsField({ readOnly }: { readOnly: boolean }) {
  const { control } = useFormContext<{ emailRecipients: string[] }>();
  const { field, formState } = useController({ control, name: "emailRecipients" });
  const [text, setText] = useState(field.value.join("\n"));
  // The value may have been reset, or saved and normalised, since the text was typed; then show the value.
  const shown = recipientsOf(text).join("\n") === field.value.join("\n") ? text : field.value.join("\n");
  return (
    <Field
      label="Recipients"
      optional
      hint="One address on each line, at most 50."
      error={problemOf(formState.errors.emailRecipients, field.value)}
    >
      <Textarea
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={"team@example.com\ncustomers@example.com"}
        readOnly={readOnly}
        ref={field.ref}
        onBlur={field.onBlur}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          field.onChange(recipientsOf(event.target.value));
        }}
      />
    </Field>
  );
}

/** Addresses from text that was typed, or pasted from a mail program. */
export function recipientsOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => /<([^<>]+)>\s*$/.exec(line)?.[1] ?? line)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Which addresses are wrong, and how. */
function problemOf(error: unknown, recipients: readonly string[]): string | undefined {
  const lines = error as ({ message?: string } | undefined)[] & { message?: string };
  if (!lines) return undefined;
  const faulty = recipients.flatMap((address, place) => {
    const message = lines[place]?.message;
    return message ? [`“${address}” ${message}`] : [];
  });
  return faulty.length > 0 ? faulty.join(", ") : lines.message && `The list ${lines.message}`;
}
