"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ChangeEvent, Fragment, type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Environment } from "@/components/flags/flag-rows";
import { lostSelectors } from "@/components/flags/lost-selectors";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { useToast } from "@/components/ui/toast";
import { type ApiForm, useApiForm } from "@/components/ui/use-api-form";
import { createEnvironment, updateEnvironment } from "@/lib/environments/contract";
import { call } from "@/lib/operations/client";

const Fields = createEnvironment.body.pick({ name: true, key: true }).required();
type Fields = { name: string; key: string };

export function CreateEnvironment({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="New environment"
      description="It starts without flags. Group flags have their defaults in it at once."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          New environment
        </Button>
      }
    >
      <CreateForm projectId={projectId} onCreated={() => setOpen(false)} />
    </Dialog>
  );
}

function CreateForm({ projectId, onCreated }: { projectId: string; onCreated: () => void }) {
  const router = useRouter();
  const toast = useToast();
  const environment = useApiForm<Fields>({
    schema: Fields,
    start: { name: "", key: "" },
    send: async (fields) => {
      const created = await call(createEnvironment, { projectId, ...fields });
      toast.success(`Environment “${created.name}” created`);
      onCreated();
      router.refresh();
    },
  });
  const suggested = useSuggestedSlug(environment.form, "key");
  return (
    <EnvironmentFields
      of={environment}
      label="Create environment"
      onName={suggested.onName}
      onKey={suggested.onSlug}
    />
  );
}

export type EditEnvironmentProps = {
  environment: Environment;
  projectId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditEnvironment({ environment, projectId, open, onOpenChange }: EditEnvironmentProps) {
  return (
    <Dialog title={`Edit “${environment.name}”`} open={open} onOpenChange={onOpenChange}>
      <EditForm environment={environment} projectId={projectId} onSaved={() => onOpenChange(false)} />
    </Dialog>
  );
}

type EditFormProps = Pick<EditEnvironmentProps, "environment" | "projectId"> & { onSaved: () => void };

function EditForm({ environment: { id, name, key }, projectId, onSaved }: EditFormProps) {
  const router = useRouter();
  const toast = useToast();
  const environment = useApiForm<Fields>({
    schema: Fields,
    start: { name, key },
    send: async (fields) => {
      await call(updateEnvironment, { projectId, environmentId: id, ...fields });
      toast.success("Environment saved");
      onSaved();
      router.refresh();
    },
  });
  return (
    <EnvironmentFields of={environment} label="Save changes">
      <SelectorWarning before={{ name, key }} />
    </EnvironmentFields>
  );
}

type EnvironmentFieldsProps = {
  of: ApiForm<Fields>;
  label: string;
  onName?: (event: ChangeEvent<HTMLInputElement>) => void;
  onKey?: (event: ChangeEvent<HTMLInputElement>) => void;
  children?: ReactNode;
};

function EnvironmentFields({ of, label, onName, onKey, children }: EnvironmentFieldsProps) {
  return (
    <Form of={of} className="flex flex-col gap-4">
      <FormAlert>{of.problem}</FormAlert>
      <FormText name="name" label="Name" autoComplete="off" {...(onName && { onChange: onName })} />
      <FormText
        name="key"
        label="Key"
        mono
        hint="How code names it: ?env=key"
        {...(onKey && { onChange: onKey })}
      />
      {children}
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={of.sending}>
          {label}
        </Button>
      </DialogFooter>
    </Form>
  );
}

function SelectorWarning({ before }: { before: Fields }) {
  const { name = "", key = "" } = useWatch({ control: useFormContext<Fields>().control });
  const lost = lostSelectors(before, { name, key });
  if (lost.length === 0) return null;
  return (
    <Callout tone="warning" live>
      Code that asks for{" "}
      {lost.map((selector, index) => (
        <Fragment key={selector}>
          {index > 0 ? " or " : null}
          <code className="break-all text-ink text-xs">?env={selector}</code>
        </Fragment>
      ))}{" "}
      finds no environment after this, and so no flags. Change the code with it.
    </Callout>
  );
}
