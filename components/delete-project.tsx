"use client";

import { useRouter } from "next/navigation";
import { ConfirmDelete } from "@/components/confirm-delete";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/http/client";
import type { Output } from "@/lib/http/operation";
import { deleteProject, type getProject } from "@/lib/projects/contract";

export type DeleteProjectProps = { project: Output<typeof getProject>; teamSlug: string };

export function DeleteProject({ project, teamSlug }: DeleteProjectProps) {
  const router = useRouter();
  const toast = useToast();

  async function remove() {
    await call(deleteProject, { teamId: project.teamId, projectId: project.id });
    toast.success(`Project “${project.name}” deleted`);
    router.replace(`/${teamSlug}`);
    router.refresh();
  }

  return (
    <Card
      title="Danger zone"
      description="Deletes the project with its mocks, webhooks, flags, releases and API keys. Its host stops answering."
      flush
      className="border-red/40"
      actions={
        <ConfirmDelete
          what="project"
          name={project.name}
          consequence="Its mocks, webhooks, flags, releases and API keys go with it. This cannot be undone."
          onDelete={remove}
          trigger={<Button variant="danger">Delete project</Button>}
        />
      }
    />
  );
}
