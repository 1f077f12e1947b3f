"use client";

import { useWatch } from "react-hook-form";
import { z } from "zod";
import { expiryOf, lifetimes, today } from "@/components/keys/key-expiry";
import type { CreatedKey } from "@/components/keys/key-once";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createApiKey } from "@/lib/keys/contract";
import { ApiError } from "@/lib/operations/client";

export type CreateKeyProps = {
  projectId: string;
  onCreated: (created: CreatedKey) => void;
};

export function CreateKeyDialog({ projectId, onCreated, trigger }: LaterDialogProps<CreateKeyProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, CreatedKey>
      title="New API key"
      description="You see it once, right after."
      trigger={trigger}
      submitLabel="Create key"
      form={{
        rules: Fields,
        start: { name: "", lifetime: "never", date: "" },
        send: ({ name, lifetime, date }) =>
          write(createApiKey, { projectId, name, expiresAt: expiryOf(lifetime, date, new Date()) }),
        done: onCreated,
        explain,
      }}
    >
      <FormText
        name="name"
        label="Name"
        autoComplete="off"
        placeholder="Checkout service, production"
        hint="Where it is used, so that you know later what breaks without it."
      />
      <ExpiryFields />
    </RecordDialog>
  );
}

const lifetimeWords: Record<(typeof lifetimes)[number], string> = {
  never: "Never",
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  date: "On a date…",
};

function ExpiryFields() {
  const onDate = useWatch<Fields, "lifetime">({ name: "lifetime" }) === "date";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormSelect
        name="lifetime"
        label="Expires"
        options={lifetimes.map((each) => ({ value: each, label: lifetimeWords[each] }))}
      />
      {onDate ? <FormText name="date" type="date" label="Last day" min={today(new Date())} /> : null}
    </div>
  );
}

const Fields = createApiKey.body
  .pick({ name: true })
  .extend({ lifetime: z.enum(lifetimes), date: z.string() })
  .refine(({ lifetime, date }) => lifetime !== "date" || date !== "", {
    path: ["date"],
    error: "is required",
  });
type Fields = z.infer<typeof Fields>;

function explain(error: unknown) {
  const issues = error instanceof ApiError ? error.issues : [];
  const about = issues.find(({ path }) => path === "expiresAt");
  return about && { message: about.message, field: "date" as const };
}
