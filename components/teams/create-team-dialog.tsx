"use client";

import { NameAndKey } from "@/components/projects/name-and-key";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { Control } from "@/components/ui/row-menu";
import { createTeam } from "@/lib/teams/contract";

export function CreateTeamDialog(control: Control) {
  const write = useWrite();
  return (
    <RecordDialog
      title="New team"
      description="Its members share projects. You are its first admin."
      submitLabel="Create team"
      form={{
        rules: createTeam.body,
        start: { name: "", slug: "" },
        send: (fields) => write(createTeam, fields),
        says: ({ name }) => `Team “${name}” created`,
        next: ({ slug }) => `/${slug}`,
        done: () => control.onOpenChange(false),
      }}
      {...control}
    >
      <NameAndKey field="slug" hint="Part of the addresses of its pages. No other team has it." />
    </RecordDialog>
  );
}
