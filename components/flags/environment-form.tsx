"use client";

import { Fragment } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { Environment } from "@/components/flags/flags-list";
import { lostSelectors } from "@/components/flags/lost-selectors";
import { NameAndKey } from "@/components/projects/name-and-key";
import { Callout } from "@/components/ui/callout";
import { FormSwitch } from "@/components/ui/form-choices";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createEnvironment, listEnvironments, updateEnvironment } from "@/lib/environments/contract";

const Fields = createEnvironment.body.pick({ name: true, key: true, isProtected: true }).required();
type Fields = { name: string; key: string; isProtected: boolean };

const keyHint = "How code names it: ?env=key";

export type CreateEnvironmentProps = { projectId: string; isAdmin: boolean };

export function CreateEnvironmentDialog({
  projectId,
  isAdmin,
  trigger,
}: LaterDialogProps<CreateEnvironmentProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, Environment>
      title="New environment"
      description="It starts without flags. Group flags have their defaults in it at once."
      trigger={trigger}
      submitLabel="Create environment"
      form={{
        rules: Fields,
        start: { name: "", key: "", isProtected: false },
        send: (fields) => write(createEnvironment, { projectId, ...fields }),
        says: ({ name }) => `Environment “${name}” created`,
      }}
    >
      <NameAndKey hint={keyHint} />
      {isAdmin ? <ProtectedSwitch /> : null}
    </RecordDialog>
  );
}

export type EditEnvironmentProps = {
  environment: Environment;
  projectId: string;
  isAdmin: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditEnvironmentDialog({ environment, projectId, isAdmin, ...control }: EditEnvironmentProps) {
  const write = useWrite();
  const { id, name, key } = environment;
  return (
    <RecordDialog<Fields, Environment>
      {...control}
      title={`Edit “${name}”`}
      submitLabel="Save changes"
      form={{
        rules: Fields,
        edited: {
          row: environment,
          read: {
            op: listEnvironments,
            input: { projectId },
            row: (answer) => (answer as Environment[]).find((each) => each.id === id),
          },
          values: (row) => ({ name: row.name, key: row.key, isProtected: row.isProtected }),
          fields: { name: "Name", key: "Key", isProtected: "Protected" },
          what: "environment",
        },
        send: (_fields, { changed, ifMatch }) =>
          write(
            updateEnvironment,
            { projectId, environmentId: id, ...changed((values) => values) },
            { ifMatch },
          ),
        says: () => "Environment saved",
      }}
    >
      <NameAndKey hint={keyHint} edits />
      {isAdmin ? <ProtectedSwitch /> : null}
      <SelectorWarning before={{ name, key }} />
    </RecordDialog>
  );
}

const ProtectedSwitch = () => (
  <FormSwitch
    name="isProtected"
    label="Protected"
    hint="Whoever changes what it answers types its key first. Calls of the API name it in X-Confirm-Environment."
  />
);

function SelectorWarning({ before }: { before: Pick<Fields, "name" | "key"> }) {
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
