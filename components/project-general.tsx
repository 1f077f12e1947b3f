"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asSentence, placeProblem, sameName } from "@/components/form-problem";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/http/client";
import type { Output } from "@/lib/http/operation";
import { createProject, type getProject, updateProject } from "@/lib/projects/contract";

export type ProjectGeneralProps = { project: Output<typeof getProject>; readOnly: boolean };

const General = createProject.body.pick({ name: true, description: true });

export function ProjectGeneral({ project, readOnly }: ProjectGeneralProps) {
  const router = useRouter();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(General),
    defaultValues: { name: project.name, description: project.description ?? "" },
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async ({ name, description }) => {
    setProblem(null);
    try {
      const saved = await call(updateProject, {
        teamId: project.teamId,
        projectId: project.id,
        name,
        description: description || null,
      });
      reset({ name: saved.name, description: saved.description ?? "" });
      toast.success("Project saved");
      router.refresh();
    } catch (error) {
      setProblem(placeProblem(error, setError, sameName("name", "description")));
    }
  });

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Card
        title="General"
        footer={
          readOnly ? undefined : (
            <>
              <span>The name can change at any time. The address stays as it is.</span>
              <Button type="submit" variant="primary" loading={isSubmitting} disabled={!isDirty}>
                Save
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {problem ? (
            <Callout tone="danger" live>
              {problem}
            </Callout>
          ) : null}
          <Field label="Name" error={asSentence("Name", errors.name?.message)}>
            <Input autoComplete="off" readOnly={readOnly} {...register("name")} />
          </Field>
          <Field label="Description" optional error={asSentence("Description", errors.description?.message)}>
            <Textarea rows={3} readOnly={readOnly} {...register("description")} />
          </Field>
        </div>
      </Card>
    </form>
  );
}
