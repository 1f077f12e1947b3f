"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ArrowDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asSentence, messageOf, placeProblem, sameName } from "@/components/form-problem";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/http/client";
import type { Output } from "@/lib/http/operation";
import { createProject, type getProject, updateProject } from "@/lib/projects/contract";

export type ProjectAddressProps = {
  project: Output<typeof getProject>;
  teamSlug: string;
  teamReferenceId: string;
  readOnly: boolean;
};

const Address = createProject.body.pick({ slug: true });

export function ProjectAddress({ project, teamSlug, teamReferenceId, readOnly }: ProjectAddressProps) {
  const { form, save } = useAddress(project, teamSlug);
  const { register, handleSubmit, watch, formState } = form;
  const [asking, setAsking] = useState(false);
  const slug = watch("slug");
  const changed = slug !== project.slug;
  const newHost = hostWith(project, teamReferenceId, slug || "…");

  return (
    <>
      <form method="post" noValidate onSubmit={handleSubmit(() => setAsking(true))}>
        <Card
          title="Address"
          description="The slug is part of the host that serves this project's mocks and webhook inboxes."
          footer={
            readOnly ? undefined : (
              <>
                <span>We ask once more before anything changes.</span>
                <Button type="submit" variant="primary" disabled={!changed}>
                  Change address
                </Button>
              </>
            )
          }
        >
          <div className="flex flex-col gap-4">
            <Field label="Slug" error={asSentence("Slug", formState.errors.slug?.message)}>
              <Input
                mono
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                readOnly={readOnly}
                {...register("slug")}
              />
            </Field>
            {changed ? (
              <Callout tone="warning" title="The old address stops working at once">
                Clients that call the old host get “Project not found”, and links to this dashboard break.
                <HostChange from={project.host} to={newHost} />
              </Callout>
            ) : null}
          </div>
        </Card>
      </form>
      <ConfirmDialog
        title="Change the project's address?"
        description="Everything that calls the old host must be told the new one."
        confirmLabel="Change address"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={save}
      >
        <HostChange from={project.host} to={newHost} />
      </ConfirmDialog>
    </>
  );
}

function useAddress(project: ProjectAddressProps["project"], teamSlug: string) {
  const router = useRouter();
  const toast = useToast();
  const form = useForm({
    resolver: zodResolver(Address),
    defaultValues: { slug: project.slug },
  });
  async function save() {
    const next = form.getValues("slug");
    try {
      await call(updateProject, { teamId: project.teamId, projectId: project.id, slug: next });
    } catch (error) {
      placeProblem(error, form.setError, sameName("slug"));
      throw error instanceof ApiError && error.issues[0]
        ? new Error(asSentence("Slug", error.issues[0].message))
        : new Error(messageOf(error));
    }
    toast.success("Address changed");
    router.replace(`/${teamSlug}/${next}/settings`);
    router.refresh();
  }

  return { form, save };
}

function HostChange({ from, to }: { from: string; to: string }) {
  return (
    <dl className="mt-2 flex flex-col gap-1 font-mono text-ink text-xs">
      <dt className="sr-only">Old host</dt>
      <dd className="break-all line-through">{from}</dd>
      <dt className="sr-only">New host</dt>
      <dd className="break-all">
        <ArrowDown aria-hidden className="mb-1 size-3.5 text-ink-mute" />
        {to}
      </dd>
    </dl>
  );
}

function hostWith(project: ProjectAddressProps["project"], teamReferenceId: string, slug: string): string {
  const domain = project.host.slice(`${teamReferenceId}-${project.slug}`.length);
  return `${teamReferenceId}-${slug}${domain}`;
}
