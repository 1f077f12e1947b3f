"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useFormContext, useWatch } from "react-hook-form";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { call } from "@/lib/operations/client";
import { createProject } from "@/lib/projects/contract";

export type CreateProjectProps = {
  team: { id: string; slug: string; referenceId: string };
  /** With its port, where there is one. */
  mockDomain: string;
};

export function CreateProject(props: CreateProjectProps) {
  return (
    <Dialog
      title="New project"
      description="It gets a host of its own for mocks and webhooks."
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          New project
        </Button>
      }
    >
      <CreateProjectForm {...props} />
    </Dialog>
  );
}

function CreateProjectForm({ team, mockDomain }: CreateProjectProps) {
  const project = useCreateProject(team);
  const suggested = useSuggestedSlug(project.form, "slug");

  return (
    <Form of={project} className="flex flex-col gap-4">
      <FormAlert>{project.problem}</FormAlert>
      <FormText name="name" label="Name" autoComplete="off" onChange={suggested.onName} />
      <FormText
        name="slug"
        label="Slug"
        mono
        hint={<HostHint referenceId={team.referenceId} mockDomain={mockDomain} />}
        onChange={suggested.onSlug}
      />
      <FormText name="description" label="Description" optional autoComplete="off" />
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={project.sending || project.accepted}>
          Create project
        </Button>
      </DialogFooter>
    </Form>
  );
}

function HostHint({ referenceId, mockDomain }: { referenceId: string; mockDomain: string }) {
  const slug = useWatch({ control: useFormContext().control, name: "slug" });
  return (
    <>
      Host:{" "}
      <code className="break-all text-ink-soft">
        {referenceId}-{slug || "…"}.{mockDomain}
      </code>
    </>
  );
}

function useCreateProject(team: CreateProjectProps["team"]) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  return useApiForm({
    schema: createProject.body,
    start: { name: "", slug: "", description: "" },
    send: async ({ description, ...fields }) => {
      const project = await call(createProject, {
        teamId: team.id,
        ...fields,
        description: description || null,
      });
      toast.success(`Project “${project.name}” created`);
      navigate(`/${team.slug}/${project.slug}/mocks`);
      router.refresh();
    },
  });
}
