"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { z } from "zod";
import type { Environment } from "@/components/flags/flag-rows";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { createFlag } from "@/lib/flags/contract";
import { call } from "@/lib/operations/client";

export type CreateFlagProps = {
  projectId: string;
  environments: readonly Environment[];
  /** Words of the button that opens it. */
  label: string;
};

export function CreateFlag({ label, ...props }: CreateFlagProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="New flag"
      description="It starts switched off, with a rollout of 100 %."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {label}
        </Button>
      }
    >
      <CreateFlagForm {...props} onCreated={() => setOpen(false)} />
    </Dialog>
  );
}

type FormProps = Omit<CreateFlagProps, "label"> & { onCreated: () => void };

function CreateFlagForm({ projectId, environments, onCreated }: FormProps) {
  const flag = useCreateFlag(projectId, environments, onCreated);
  const suggested = useSuggestedSlug(flag.form, "key");

  return (
    <Form of={flag} className="flex flex-col gap-4">
      <FormAlert>{flag.problem}</FormAlert>
      <FormText name="name" label="Name" autoComplete="off" onChange={suggested.onName} />
      <FormText
        name="key"
        label="Key"
        mono
        hint="What your code asks for. It stays as it is."
        onChange={suggested.onSlug}
      />
      {environments.length > 1 ? <Places environments={environments} /> : null}
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={flag.sending}>
          Create flag
        </Button>
      </DialogFooter>
    </Form>
  );
}

function Places({ environments }: { environments: readonly Environment[] }) {
  const { watch, setValue, formState } = useFormContext<Fields>();
  const chosen = watch("places");
  const toggle = (key: string, on: boolean) =>
    setValue("places", on ? [...chosen, key] : chosen.filter((each) => each !== key), {
      shouldValidate: formState.isSubmitted,
    });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-ink text-sm">Environments</legend>
      {environments.map(({ id, key, name }) => (
        <Field key={id} layout="row" label={name}>
          <Checkbox checked={chosen.includes(key)} onCheckedChange={(on) => toggle(key, on)} />
        </Field>
      ))}
      {formState.errors.places ? (
        <p role="alert" className="text-red text-xs">
          {formState.errors.places.message}
        </p>
      ) : null}
    </fieldset>
  );
}

const Fields = createFlag.body
  .pick({ name: true, key: true })
  .required()
  .extend({ places: z.array(z.string()).min(1, { error: "Choose an environment." }) });
type Fields = z.infer<typeof Fields>;

function useCreateFlag(projectId: string, environments: readonly Environment[], onCreated: () => void) {
  const router = useRouter();
  const toast = useToast();
  /** Where it exists since an attempt that failed half-way. */
  const made = useRef(new Set<string>());
  return useApiForm({
    schema: Fields,
    start: { name: "", key: "", places: environments.map(({ key }) => key) },
    send: async ({ name, key, places }) => {
      try {
        for (const environmentKey of places) {
          if (made.current.has(`${key} ${environmentKey}`)) continue;
          await call(createFlag, { projectId, name, key, environmentKey });
          made.current.add(`${key} ${environmentKey}`);
        }
        toast.success(`Flag “${name}” created`);
        onCreated();
      } finally {
        router.refresh();
      }
    },
  });
}
