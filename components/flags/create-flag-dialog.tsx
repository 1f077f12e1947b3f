"use client";

import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import type { Environment } from "@/components/flags/flags-list";
import { checkNewValues, newValueFields, sentValues, startValues } from "@/components/flags/new-values";
import { TypeFields } from "@/components/flags/type-fields";
import { useEnvironments } from "@/components/flags/use-environments";
import { NameAndKey } from "@/components/projects/name-and-key";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createFlag } from "@/lib/flags/contract";
import { call } from "@/lib/operations/client";

const Fields = createFlag.body
  .pick({ name: true, key: true })
  .required()
  .extend({ ...newValueFields, places: z.array(z.string()).min(1, { error: "Choose an environment." }) })
  .superRefine(checkNewValues);
type Fields = z.infer<typeof Fields>;

export type CreateFlagProps = { projectId: string };

export function CreateFlagDialog({ projectId, trigger }: LaterDialogProps<CreateFlagProps>) {
  const write = useWrite();
  const environments = useEnvironments(projectId);
  /** Flags that an attempt created before it failed half-way, so that the next one skips them if it says the same. */
  const made = useRef(new Set<string>());
  return (
    <RecordDialog<Fields, string>
      title="New flag"
      description="It starts switched off, with a rollout of 100 %."
      trigger={trigger}
      submitLabel="Create flag"
      form={{
        rules: Fields,
        start: { ...startValues, name: "", key: "", places: environments.map(({ key }) => key) },
        send: async ({ name, key, places, ...values }) => {
          const flagIn = (environmentKey: string) => ({
            ...{ projectId, name, key, environmentKey, ...sentValues(values) },
          });
          const missing = places.filter((place) => !made.current.has(JSON.stringify(flagIn(place))));
          for (const place of missing) {
            // Refetch once, at the end: the empty page has this dialog in it and goes away with the first flag.
            const flag = flagIn(place);
            await (place === missing.at(-1) ? write(createFlag, flag) : call(createFlag, flag));
            made.current.add(JSON.stringify(flag));
          }
          made.current.clear();
          return name;
        },
        says: (name) => `Flag “${name}” created`,
      }}
    >
      <NameAndKey hint="What your code asks for. It stays as it is." />
      <TypeFields />
      {environments.length > 1 ? <Places environments={environments} /> : null}
    </RecordDialog>
  );
}

function Places({ environments }: { environments: readonly Environment[] }) {
  const { control, setValue, formState } = useFormContext<Fields>();
  const chosen = useWatch({ control, name: "places" });
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
