"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { asSentence, placeProblem, sameName } from "@/components/form-problem";
import { slugFrom } from "@/components/project-slug";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/http/client";
import { createProject } from "@/lib/projects/contract";

export type CreateProjectProps = {
  team: { id: string; slug: string; referenceId: string };
  /** With its port, where there is one. */
  mockDomain: string;
  /** The team has no project yet. */
  first?: boolean;
};

export function CreateProject({ first, ...props }: CreateProjectProps) {
  return (
    <Dialog
      title="New project"
      description="Its address is made from the slug. Both can be changed later."
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {first ? "Create a project" : "New project"}
        </Button>
      }
    >
      <CreateProjectForm {...props} />
    </Dialog>
  );
}

function CreateProjectForm({ team, mockDomain }: Omit<CreateProjectProps, "first">) {
  const { form, problem, submit, suggestSlug, setSlugEdited } = useCreateProject(team);
  const { register, watch, formState } = form;
  const { errors, isSubmitting, isSubmitSuccessful } = formState;
  const host = `${team.referenceId}-${watch("slug") || "…"}.${mockDomain}`;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      ) : null}
      <Field label="Name" error={asSentence("Name", errors.name?.message)}>
        <Input
          autoComplete="off"
          {...register("name", { onChange: (event) => suggestSlug(event.target.value) })}
        />
      </Field>
      <Field
        label="Slug"
        hint={
          <>
            Host: <code className="break-all text-ink-soft">{host}</code>
          </>
        }
        error={asSentence("Slug", errors.slug?.message)}
      >
        <Input
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...register("slug", { onChange: (event) => setSlugEdited(event.target.value !== "") })}
        />
      </Field>
      <Field label="Description" optional error={asSentence("Description", errors.description?.message)}>
        <Input autoComplete="off" {...register("description", { setValueAs: (text) => text || null })} />
      </Field>
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={isSubmitting || (isSubmitSuccessful && !problem)}>
          Create project
        </Button>
      </DialogFooter>
    </form>
  );
}

function useCreateProject(team: CreateProjectProps["team"]) {
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const [slugEdited, setSlugEdited] = useState(false);
  const form = useForm({
    resolver: zodResolver(createProject.body),
    defaultValues: { name: "", slug: "" },
  });
  const { handleSubmit, setError, setFocus, setValue, formState } = form;
  useEffect(() => setFocus("name"), [setFocus]);

  const submit = handleSubmit(async (fields) => {
    setProblem(null);
    try {
      const project = await call(createProject, { teamId: team.id, ...fields });
      toast.success(`Project “${project.name}” created`);
      router.push(`/${team.slug}/${project.slug}/mocks`);
      router.refresh();
    } catch (error) {
      setProblem(placeProblem(error, setError, sameName("name", "slug", "description")));
    }
  });

  function suggestSlug(name: string) {
    if (!slugEdited) setValue("slug", slugFrom(name), { shouldValidate: formState.isSubmitted });
  }

  return { form, problem, submit, suggestSlug, setSlugEdited };
}
