"use client";

import type { Project } from "@/components/projects/project-general";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { useWrite } from "@/components/ui/queries";
import { deleteProject } from "@/lib/projects/contract";

export type DeleteProjectProps = { project: Project; teamSlug: string };

export function DeleteProject({ project, teamSlug }: DeleteProjectProps) {
  const write = useWrite();
  const { id, teamId, name, slug } = project;
  return (
    <Card
      title="Delete project"
      description="Deletes everything in the project. Its host stops answering at once."
      flush
      actions={
        <ConfirmDelete
          what="project"
          name={name}
          typed={slug}
          consequence="Its mocks, webhooks, flags, releases and API keys go with it. This cannot be undone."
          onDelete={() => write(deleteProject, { teamId, projectId: id })}
          done={`Project “${name}” deleted`}
          next={`/${teamSlug}`}
          trigger={<Button variant="danger-outline">Delete project</Button>}
        />
      }
    />
  );
}
