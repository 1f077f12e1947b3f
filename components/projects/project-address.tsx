"use client";

import { ArrowDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Form } from "@/components/ui/form";
import { placeProblem } from "@/components/ui/form-problem";
import { FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";
import { createProject, type getProject, updateProject } from "@/lib/projects/contract";

export type ProjectAddressProps = {
  project: Output<typeof getProject>;
  teamSlug: string;
  teamReferenceId: string;
  readOnly: boolean;
};

export function ProjectAddress({ project, teamSlug, teamReferenceId, readOnly }: ProjectAddressProps) {
  const { address, asking, setAsking, save } = useAddress(project, teamSlug);
  const slug = useWatch({ control: address.form.control, name: "slug" });
  const changed = slug !== project.slug;
  const newHost = hostWith(project, teamReferenceId, slug || "…");

  return (
    <>
      <Form of={address}>
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
            <FormText name="slug" label="Slug" mono readOnly={readOnly} />
            {changed ? (
              <Callout tone="warning" title="The old address stops working at once">
                Clients that call the old host get “Project not found”, and links to this dashboard break.
                <HostChange from={project.host} to={newHost} />
              </Callout>
            ) : null}
          </div>
        </Card>
      </Form>
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

const Address = createProject.body.pick({ slug: true });

function useAddress(project: ProjectAddressProps["project"], teamSlug: string) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const address = useApiForm({
    schema: Address,
    start: { slug: project.slug },
    send: async () => setAsking(true),
  });

  async function save() {
    const { form } = address;
    const slug = form.getValues("slug");
    try {
      await call(updateProject, { teamId: project.teamId, projectId: project.id, slug });
    } catch (error) {
      // What is wrong with the slug stands beside it; anything else stays in the dialog, to be tried again.
      const rest = placeProblem(error, form.setError, (path) => (path === "slug" ? path : undefined));
      if (rest !== null) throw new Error(rest);
      return;
    }
    toast.success("Address changed");
    navigate(`/${teamSlug}/${slug}/settings`, { replace: true });
    router.refresh();
  }

  return { address, asking, setAsking, save };
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
