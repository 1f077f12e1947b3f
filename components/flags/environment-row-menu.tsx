"use client";

import { Ellipsis, Pencil, Star, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EditEnvironment } from "@/components/flags/environment-form";
import type { Environment } from "@/components/flags/flag-rows";
import { Button } from "@/components/ui/button";
import { ConfirmDelete } from "@/components/ui/confirm-delete";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { deleteEnvironment, updateEnvironment } from "@/lib/environments/contract";
import { call } from "@/lib/operations/client";

export type EnvironmentRowMenuProps = { environment: Environment; projectId: string; isAdmin: boolean };
type Opened = "edit" | "default" | "delete";

export function EnvironmentRowMenu({ environment, projectId, isAdmin }: EnvironmentRowMenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const router = useRouter();
  const toast = useToast();
  const { id: environmentId, name, isDefault } = environment;
  const opens = (what: Opened) => ({
    open: opened === what,
    onOpenChange: (open: boolean) => setOpened(open ? what : null),
  });

  async function makeDefault() {
    await call(updateEnvironment, { projectId, environmentId, isDefault: true });
    toast.success(`${name} is the default environment`);
    router.refresh();
  }

  async function remove() {
    await call(deleteEnvironment, { projectId, environmentId });
    toast.success(`Environment “${name}” deleted`);
    router.refresh();
  }

  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setOpened("edit")}>
          Edit
        </MenuItem>
        {isAdmin && !isDefault ? (
          <>
            <MenuItem icon={<Star aria-hidden />} onClick={() => setOpened("default")}>
              Make default
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onClick={() => setOpened("delete")}>
              Delete
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <EditEnvironment environment={environment} projectId={projectId} {...opens("edit")} />
      <ConfirmDialog
        title={`Make “${name}” the default?`}
        description={`Calls that name no environment get ${name} from then on.`}
        confirmLabel="Make default"
        tone="primary"
        onConfirm={makeDefault}
        {...opens("default")}
      />
      <ConfirmDelete
        what="environment"
        name={name}
        consequence="Its flags and overrides go with it. Calls that name it find no flags from then on. This cannot be undone."
        onDelete={remove}
        {...opens("delete")}
      />
    </>
  );
}
