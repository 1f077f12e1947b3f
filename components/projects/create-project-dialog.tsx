"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { useToast } from "@/components/ui/toast";
import { createProject } from "@/lib/projects/contract";

export type CreateProjectProps = {
  team: { id: string; slug: string; referenceId: string };
  /** With its port, where there is one. */
  mockDomain: string;
};

export function CreateProjectDialog({ team, mockDomain, trigger }: LaterDialogProps<CreateProjectProps>) {
  const navigate = useNavigate();
  const toast = useToast();
  const write = useWrite();
  return (
    <RecordDialog
      title="New project"
      description="It gets a host of its own for mocks and webhooks."
      trigger={trigger}
      submitLabel="Create project"
      leaves
      form={{
        rules: createProject.body,
        start: { name: "", slug: "", description: "" },
        send: ({ description, ...fields }) =>
          write(createProject, { teamId: team.id, ...fields, description: description || null }),
        done: (project) => {
          toast.success(`Project “${project.name}” created`);
          navigate(`/${team.slug}/${project.slug}/mocks`);
        },
      }}
    >
      <ProjectFields hostStart={team.referenceId} mockDomain={mockDomain} />
    </RecordDialog>
  );
}

function ProjectFields({ hostStart, mockDomain }: { hostStart: string; mockDomain: string }) {
  const form = useFormContext<{ slug: string }>();
  const suggested = useSuggestedSlug(form, "slug");
  const slug = useWatch({ control: form.control, name: "slug" });
  return (
    <>
      <FormText name="name" label="Name" autoComplete="off" onChange={suggested.onName} />
      <FormText
        name="slug"
        label="Slug"
        mono
        hint={
          <>
            Host:{" "}
            <code className="break-all text-ink-soft">
              {hostStart}-{slug || "…"}.{mockDomain}
            </code>
          </>
        }
        onChange={suggested.onSlug}
      />
      <FormText name="description" label="Description" optional autoComplete="off" />
    </>
  );
}
