"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import type { Output } from "@/lib/operations/operation";
import { createProject, getProject, updateProject } from "@/lib/projects/contract";

export type Project = Output<typeof getProject>;
export type ProjectGeneralProps = { project: Project; readOnly: boolean };

export function ProjectGeneral({ project, readOnly }: ProjectGeneralProps) {
  const general = useGeneral(project);
  return (
    <FormFrame of={general} aria-label="General">
      <Card
        title="General"
        footer={
          readOnly ? undefined : (
            <>
              <span>The name can change at any time. The address stays as it is.</span>
              <Button type="submit" variant="primary" loading={general.sending} disabled={!general.unsaved}>
                Save
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          <FormText name="name" label="Name" autoComplete="off" readOnly={readOnly} />
          <FormLines name="description" label="Description" optional rows={3} readOnly={readOnly} />
          <FormNews of={general} />
        </div>
      </Card>
    </FormFrame>
  );
}

/** How a form of a project's settings reads its row anew. */
export const readProject = ({ teamId, id }: Project) => ({
  op: getProject,
  input: { teamId, projectId: id },
});

const General = createProject.body.pick({ name: true, description: true });
type General = z.input<typeof General>;

const bodyOf = ({ name, description }: General) => ({ name, description: description || null });

function useGeneral(project: Project) {
  const router = useRouter();
  const toast = useToast();
  const write = useWrite();
  return useFormFrame<General, Project>({
    rules: General,
    edited: {
      row: project,
      read: readProject(project),
      values: ({ name, description }) => ({ name, description: description ?? "" }),
      fields: { name: "Name", description: "Description" },
      what: "project",
    },
    send: (_, { changed, ifMatch }) =>
      write(
        updateProject,
        { teamId: project.teamId, projectId: project.id, ...changed(bodyOf) },
        { ifMatch },
      ),
    done() {
      toast.success("Project saved");
      // The page's title is the server's.
      router.refresh();
    },
  });
}
