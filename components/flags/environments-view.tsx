"use client";

import { ArrowLeftRight, Copy, Pencil, Star } from "lucide-react";
import { historyAction } from "@/components/audit/history-action";
import type { CopyEnvironmentProps } from "@/components/flags/copy-environment";
import type { EditEnvironmentProps } from "@/components/flags/environment-form";
import { EnvironmentMarks } from "@/components/flags/environment-marks";
import type { Environment } from "@/components/flags/flags-list";
import { useEnvironments } from "@/components/flags/use-environments";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { deletion, RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { deleteEnvironment, updateEnvironment } from "@/lib/environments/contract";

const EditEnvironment = laterPopup<EditEnvironmentProps>("dialog", () =>
  import("@/components/flags/environment-form").then((file) => file.EditEnvironmentDialog),
);

const CopyEnvironment = laterPopup<CopyEnvironmentProps>("dialog", () =>
  import("@/components/flags/copy-environment").then((file) => file.CopyEnvironmentDialog),
);

/** `base`: address of the flags' pages. */
type EnvironmentsViewProps = { projectId: string; base: string; isAdmin: boolean };

export function EnvironmentsView({ projectId, base, isAdmin }: EnvironmentsViewProps) {
  const environments = useEnvironments(projectId);
  const compareHref = ({ key }: Environment) =>
    environments.length > 1 ? `${base}/compare?from=${encodeURIComponent(key)}` : undefined;
  return (
    <DataTable<Environment>
      label="Environments"
      rows={environments}
      rowId={({ id }) => id}
      columns={[
        {
          id: "name",
          header: "Name",
          cell: ({ name, ...marks }) => (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-words font-medium text-ink">{name}</span>
              <EnvironmentMarks {...marks} />
            </span>
          ),
        },
        {
          id: "key",
          header: "Key",
          labelled: true,
          className: "font-mono text-xs",
          cell: ({ name, key }) => (
            <span className="flex min-w-0 items-center gap-1">
              <span className="min-w-0 break-all">{key}</span>
              <CopyButton text={key} what={`key of ${name}`} />
            </span>
          ),
        },
        {
          id: "actions",
          header: "Actions",
          actions: true,
          cell: (environment) => (
            <EnvironmentMenu
              environment={environment}
              projectId={projectId}
              isAdmin={isAdmin}
              compareHref={compareHref(environment)}
            />
          ),
        },
      ]}
    />
  );
}

type EnvironmentMenuProps = {
  environment: Environment;
  projectId: string;
  isAdmin: boolean;
  /** Where it is compared with others, if there are any. */
  compareHref: string | undefined;
};

function EnvironmentMenu({ environment, projectId, isAdmin, compareHref }: EnvironmentMenuProps) {
  const write = useWrite();
  const toast = useToast();
  const { id: environmentId, name, isDefault } = environment;
  const mayGo = isAdmin && !isDefault;

  async function makeDefault() {
    await write(updateEnvironment, { projectId, environmentId, isDefault: true });
    toast.success(`${name} is the default environment`);
  }

  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        {
          label: "Edit",
          icon: Pencil,
          dialog: (control) => (
            <EditEnvironment environment={environment} {...{ projectId, isAdmin }} {...control} />
          ),
        },
        {
          label: "Copy",
          icon: Copy,
          dialog: (control) => (
            <CopyEnvironment environment={environment} projectId={projectId} {...control} />
          ),
        },
        compareHref !== undefined && { label: "Compare", icon: ArrowLeftRight, href: compareHref },
        mayGo && {
          label: "Make default",
          icon: Star,
          dialog: (control) => (
            <ConfirmDialog
              title={`Make “${name}” the default?`}
              description={`Calls that name no environment get ${name} from then on.`}
              confirmLabel="Make default"
              tone="primary"
              onConfirm={makeDefault}
              {...control}
            />
          ),
        },
        historyAction(name, {
          ...{ projectId, subjectKind: "environment", subjectIds: [environmentId] },
          putBack: {
            fields: ["name", "key"],
            write: (_, fields) =>
              write(
                updateEnvironment,
                { projectId, environmentId, ...fields },
                { ifMatch: environment.updatedAt },
              ),
          },
        }),
        mayGo &&
          deletion({
            what: "environment",
            name,
            consequence:
              "Its flags and overrides go with it. Calls that name it find no flags from then on. This cannot be undone.",
            onDelete: () => write(deleteEnvironment, { projectId, environmentId }),
            done: `Environment “${name}” deleted`,
          }),
      ]}
    />
  );
}
