"use client";

import type { Project } from "@/components/projects/project-general";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { deleteProject } from "@/lib/projects/contract";

export type DeleteProjectProps = { project: Project; teamSlug: string };

export function DeleteProject({ project, teamSlug }: DeleteProjectProps) {
  const write = useWrite();
  const navigate = useNavigate();
  const toast = useToast();

  async function remove() {
    await write(deleteProject, { teamId: project.teamId, projectId: project.id });
    toast.success(`Project “${project.name}” deleted`);
    navigate(`/${teamSlug}`, { replace: true, unasked: true });
  }

  return (
    <Card
      title="Delete project"
      description="Deletes everything in the project. Its host stops answering at once."
      flush
      actions={
        <ConfirmDelete
          what="project"
          name={project.name}
          typed={project.slug}
          consequence="Its mocks, webhooks, flags, releases and API keys go with it. This cannot be undone."
          onDelete={remove}
          trigger={<Button variant="danger-outline">Delete project</Button>}
        />
      }
    />
  );
}
