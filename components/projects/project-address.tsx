"use client";

import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { type Project, readProject } from "@/components/projects/project-settings";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createProject, updateProject } from "@/lib/projects/contract";

export type ProjectAddressProps = {
  project: Project;
  teamSlug: string;
  teamReferenceId: string;
  readOnly: boolean;
};

export function ProjectAddress({ project, teamSlug, teamReferenceId, readOnly }: ProjectAddressProps) {
  const { address, question } = useAddress(project, teamSlug);
  const slug = useWatch({ control: address.form.control, name: "slug" });
  const changed = slug !== project.slug;
  const newHost = hostWith(project, teamReferenceId, slug || "…");

  return (
    <>
      <FormFrame of={address} aria-label="Address">
        <Card
          title="Address"
          description="The slug is part of the host that serves this project's mocks and webhook inboxes."
          footer={
            readOnly ? undefined : (
              <>
                <span>We ask once more before anything changes.</span>
                <Button
                  type="submit"
                  variant="primary"
                  loading={address.sending && !question.open}
                  disabled={!address.unsaved}
                >
                  Change address
                </Button>
              </>
            )
          }
        >
          <div className="flex flex-col gap-4">
            <FormText name="slug" label="Slug" mono readOnly={readOnly} />
            {changed ? (
              <Callout tone="warning" title="The old address stops working at once">
                Clients that call the old host get “Project not found”, and links to this dashboard break.
                <HostChange from={project.host} to={newHost} />
              </Callout>
            ) : null}
            <FormNews of={address} />
          </div>
        </Card>
      </FormFrame>
      <ConfirmDialog
        title="Change the project's address?"
        description="Everything that calls the old host must be told the new one."
        confirmLabel="Change address"
        {...question}
      >
        <HostChange from={project.host} to={newHost} />
      </ConfirmDialog>
    </>
  );
}

const Address = createProject.body.pick({ slug: true });

/** Thrown when the person cancels the change, so that it is not sent. */
class Declined extends Error {}

function useAddress(project: Project, teamSlug: string) {
  const navigate = useNavigate();
  const write = useWrite();
  const { asked, question } = useQuestion();
  const address = useFormFrame<z.input<typeof Address>, Project>({
    rules: Address,
    edited: {
      row: project,
      read: readProject(project),
      values: ({ slug }) => ({ slug }),
      fields: { slug: "Slug" },
      what: "project",
    },
    send: async ({ slug }, { ifMatch }) => {
      if (!(await asked())) throw new Declined();
      return write(updateProject, { teamId: project.teamId, projectId: project.id, slug }, { ifMatch });
    },
    explain: (error) => (error instanceof Declined ? { message: "" } : undefined),
    says: () => "Address changed",
    done({ slug }) {
      navigate(`/${teamSlug}/${slug}/settings`, { replace: true, unasked: true });
    },
  });
  return { address, question };
}

/** A question in a dialog, whose answer can be awaited. */
function useQuestion() {
  const [answer, setAnswer] = useState<(sure: boolean) => void>();
  return {
    asked: () => new Promise<boolean>((resolve) => setAnswer(() => resolve)),
    question: {
      open: answer !== undefined,
      onConfirm: () => answer?.(true),
      onOpenChange: (open: boolean) => {
        if (open) return;
        answer?.(false);
        setAnswer(undefined);
      },
    },
  };
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

function hostWith(project: Project, teamReferenceId: string, slug: string): string {
  const domain = project.host.slice(`${teamReferenceId}-${project.slug}`.length);
  return `${teamReferenceId}-${slug}${domain}`;
}
