"use client";

import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";
import { type InboxFormValues, localMinute } from "@/components/webhooks/inbox-form-values";

const hourMs = 60 * 60 * 1000;
const shortcuts = [
  ["In an hour", hourMs],
  ["In a day", 24 * hourMs],
  ["In a week", 7 * 24 * hourMs],
] as const;

/** When an inbox stops taking requests. Lives inside the inbox form. */
export function ExpiryField() {
  const { register, setValue, watch, formState } = useFormContext<InboxFormValues>();
  const choose = (expiry: string) =>
    setValue("expiry", expiry, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const closed = watch("expiry") !== "";
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Expires"
        optional
        hint={
          closed
            ? "From then on senders get 410 and nothing is captured."
            : "Empty: the inbox stays open. Requests are kept for 12 hours in any case, the newest 50 of them."
        }
        error={asSentence("Expires", formState.errors.expiry?.message)}
        className="sm:max-w-72"
      >
        {/* The server does not know the reader's time zone, so it sends this field empty. */}
        <Input type="datetime-local" {...register("expiry")} />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {shortcuts.map(([label, ms]) => (
          <Button key={label} size="sm" onClick={() => choose(localMinute(new Date(Date.now() + ms)))}>
            {label}
          </Button>
        ))}
        <Button size="sm" variant="ghost" disabled={!closed} onClick={() => choose("")}>
          Never
        </Button>
      </div>
    </div>
  );
}
