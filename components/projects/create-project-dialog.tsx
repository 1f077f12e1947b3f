"use client";

import { useWatch } from "react-hook-form";
import { NameAndKey } from "@/components/projects/name-and-key";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createProject } from "@/lib/projects/contract";

export type CreateProjectProps = {
  team: { id: string; slug: string; referenceId: string };
  /** Includes the port, if there is one. */
  mockDomain: string;
};

export function CreateProjectDialog({ team, mockDomain, trigger }: LaterDialogProps<CreateProjectProps>) {
  const write = useWrite();
  return (
    <RecordDialog
      title="New project"
      description="It gets a host of its own for mocks and webhooks."
      trigger={trigger}
      submitLabel="Create project"
      form={{
        rules: createProject.body,
        start: { name: "", slug: "", description: "" },
        send: ({ description, ...fields }) =>
          write(createProject, { teamId: team.id, ...fields, description: description || null }),
        says: ({ name }) => `Project “${name}” created`,
        next: ({ slug }) => `/${team.slug}/${slug}`,
      }}
    >
      <NameAndKey
        field="slug"
        hint={
          <>
            Host:{" "}
            <code className="break-all text-ink-soft">
              {team.referenceId}-<Slug />.{mockDomain}
            </code>
          </>
        }
      />
      <FormText name="description" label="Description" optional autoComplete="off" />
    </RecordDialog>
  );
}

const Slug = () => useWatch({ name: "slug" }) || "…";
