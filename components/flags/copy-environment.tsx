"use client";

import type { Environment } from "@/components/flags/flags-list";
import { NameAndKey } from "@/components/projects/name-and-key";
import { FormSwitch } from "@/components/ui/form-choices";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { Control } from "@/components/ui/row-menu";
import { copyEnvironment } from "@/lib/flag-moves/contract";

const Fields = copyEnvironment.body.required();
type Fields = { name: string; key: string; overrides: boolean };

export type CopyEnvironmentProps = Control & { environment: Environment; projectId: string };

export function CopyEnvironmentDialog({ environment, projectId, ...control }: CopyEnvironmentProps) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, Environment>
      {...control}
      title={`Copy “${environment.name}”`}
      description="The new environment begins with the same global flags. The same subjects are in their rollouts."
      submitLabel="Create copy"
      form={{
        rules: Fields,
        start: { name: "", key: "", overrides: true },
        send: (fields) => write(copyEnvironment, { projectId, environmentId: environment.id, ...fields }),
        says: ({ name }) => `Environment “${name}” created as a copy of ${environment.name}`,
      }}
    >
      <NameAndKey hint="How code names it: ?env=key" />
      <FormSwitch name="overrides" label="Copy what single records have, too" />
    </RecordDialog>
  );
}
