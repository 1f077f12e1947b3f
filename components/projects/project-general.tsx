"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";
import { createProject, type getProject, updateProject } from "@/lib/projects/contract";

export type ProjectGeneralProps = { project: Output<typeof getProject>; readOnly: boolean };

export function ProjectGeneral({ project, readOnly }: ProjectGeneralProps) {
  const general = useGeneral(project);
  const { isDirty } = general.form.formState;
  return (
    <Form of={general}>
      <Card
        title="General"
        footer={
          readOnly ? undefined : (
            <>
              <span>The name can change at any time. The address stays as it is.</span>
              <Button type="submit" variant="primary" loading={general.sending} disabled={!isDirty}>
                Save
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          <FormAlert>{general.problem}</FormAlert>
          <FormText name="name" label="Name" autoComplete="off" readOnly={readOnly} />
          <FormLines name="description" label="Description" optional rows={3} readOnly={readOnly} />
        </div>
      </Card>
    </Form>
  );
}

const General = createProject.body.pick({ name: true, description: true });

function useGeneral(project: ProjectGeneralProps["project"]) {
  const router = useRouter();
  const toast = useToast();
  const general = useApiForm({
    schema: General,
    start: { name: project.name, description: project.description ?? "" },
    send: async ({ name, description }) => {
      const saved = await call(updateProject, {
        teamId: project.teamId,
        projectId: project.id,
        name,
        description: description || null,
      });
      general.form.reset({ name: saved.name, description: saved.description ?? "" });
      toast.success("Project saved");
      router.refresh();
    },
  });
  return general;
}
