"use client";

import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDelete } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { FormNews } from "@/components/ui/form-end";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import type { Output } from "@/lib/operations/operation";
import { createProject, deleteProject, getProject, updateProject } from "@/lib/projects/contract";

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

/** How a form of a project's settings refetches its row. */
export const readProject = ({ teamId, id }: Project) => ({
  op: getProject,
  input: { teamId, projectId: id },
});

const General = createProject.body.pick({ name: true, description: true });
type General = z.input<typeof General>;

const bodyOf = ({ name, description }: General) => ({ name, description: description || null });

function useGeneral(project: Project) {
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
    titled: true,
    says: () => "Project saved",
  });
}

export function ProjectIdentifiers({ project }: { project: Project }) {
  const rows = [
    { name: "Project ID", value: project.referenceId, use: "for all API paths" },
    { name: "Internal ID", value: project.id, use: "in API responses" },
    { name: "Team ID", value: project.teamId, use: "for API paths of teams" },
    { name: "Host", value: project.host, use: "of mocks and webhook inboxes" },
    { name: "Mock base URL", value: project.mockBaseUrl, use: "before every mock's endpoint" },
    { name: "Path-based URL", value: project.mockPathUrl, use: "for programs without wildcard DNS" },
  ];
  return (
    <Card title="Identifiers" description="What scripts and clients call this project." flush>
      <dl className="divide-y divide-line">
        {rows.map(({ name, value, use }) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-1 px-5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-center"
          >
            <dt className="text-sm">
              <span className="font-medium text-ink">{name}</span>
              <span className="block text-ink-mute text-xs">{use}</span>
            </dt>
            <dd className="flex min-w-0 items-center justify-between gap-2">
              <code className="min-w-0 break-all text-ink-soft text-xs">{value}</code>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

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
