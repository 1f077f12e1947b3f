"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import { expiryOf, lifetimes, today } from "@/components/keys/key-expiry";
import type { CreatedKey } from "@/components/keys/key-once";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { asSentence } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { useApiForm } from "@/components/ui/use-api-form";
import { createApiKey } from "@/lib/keys/contract";
import { ApiError, call } from "@/lib/operations/client";

export type CreateKeyProps = {
  projectId: string;
  label: string;
  onCreated: (created: CreatedKey) => void;
};

export function CreateKey({ projectId, label, onCreated }: CreateKeyProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="New API key"
      description="You see it once, right after."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {label}
        </Button>
      }
    >
      <CreateKeyForm
        projectId={projectId}
        onCreated={(created) => {
          setOpen(false);
          onCreated(created);
        }}
      />
    </Dialog>
  );
}

function CreateKeyForm({ projectId, onCreated }: Omit<CreateKeyProps, "label">) {
  const key = useCreateKey(projectId, onCreated);
  return (
    <Form of={key} className="flex flex-col gap-4">
      <FormAlert>{key.problem}</FormAlert>
      <FormText
        name="name"
        label="Name"
        autoComplete="off"
        placeholder="Checkout service, production"
        hint="Where it is used, so that you know later what breaks without it."
      />
      <ExpiryFields />
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={key.sending}>
          Create key
        </Button>
      </DialogFooter>
    </Form>
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
  const { control, register, formState } = useFormContext<Fields>();
  const onDate = useWatch({ control, name: "lifetime" }) === "date";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Expires">
        <Controller
          control={control}
          name="lifetime"
          render={({ field: { value, onChange, onBlur } }) => (
            <Select
              options={lifetimes.map((each) => ({ value: each, label: lifetimeWords[each] }))}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      </Field>
      {onDate ? (
        <TextField
          type="date"
          label="Last day"
          min={today(new Date())}
          error={asSentence("Last day", formState.errors.date?.message)}
          {...register("date")}
        />
      ) : null}
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

function useCreateKey(projectId: string, onCreated: CreateKeyProps["onCreated"]) {
  const router = useRouter();
  return useApiForm<Fields>({
    schema: Fields,
    start: { name: "", lifetime: "never", date: "" },
    send: async ({ name, lifetime, date }) => {
      const expiresAt = expiryOf(lifetime, date, new Date());
      onCreated(await call(createApiKey, { projectId, name, expiresAt }));
      router.refresh();
    },
    explain: (error) => {
      const issues = error instanceof ApiError ? error.issues : [];
      const about = issues.find(({ path }) => path === "expiresAt");
      return about && { message: about.message, field: "date" };
    },
  });
}
