"use client";

import { Ban, Pencil, RefreshCw } from "lucide-react";
import { historyAction } from "@/components/audit/history-action";
import type { EditKeyProps } from "@/components/keys/edit-key-dialog";
import type { CreatedKey } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import type { RollKeyProps } from "@/components/keys/roll-key";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { revokeApiKey, updateApiKey } from "@/lib/keys/contract";

const EditKey = laterPopup<EditKeyProps>("dialog", () =>
  import("@/components/keys/edit-key-dialog").then((file) => file.EditKeyDialog),
);
const RollKey = laterPopup<RollKeyProps>("dialog", () =>
  import("@/components/keys/roll-key").then((file) => file.RollKey),
);

export type KeyMenuProps = {
  apiKey: ApiKey;
  projectId: string;
  canRoll: boolean;
  onRolled: (created: CreatedKey) => void;
};

export function KeyMenu({ apiKey, projectId, canRoll, onRolled }: KeyMenuProps) {
  const write = useWrite();
  const toast = useToast();
  const { id, name, prefix } = apiKey;

  async function revoke() {
    await write(revokeApiKey, { projectId, keyId: id });
    toast.success(`Key “${name}” revoked`);
  }

  return (
    <RowMenu
      name={name}
      place="row"
      actions={[
        {
          label: "Edit",
          icon: Pencil,
          dialog: (control) => <EditKey apiKey={apiKey} projectId={projectId} {...control} />,
        },
        canRoll && {
          label: "Roll",
          icon: RefreshCw,
          dialog: (control) => (
            <RollKey apiKey={apiKey} projectId={projectId} onRolled={onRolled} {...control} />
          ),
        },
        historyAction(name, {
          ...{ projectId, subjectKind: "key", subjectIds: [id] },
          putBack: {
            fields: ["name", "origins"],
            write: (_, fields) =>
              write(updateApiKey, { projectId, keyId: id, ...fields }, { ifMatch: apiKey.updatedAt }),
          },
        }),
        {
          label: "Revoke",
          icon: Ban,
          danger: true,
          dialog: (control) => (
            <ConfirmDialog
              title={`Revoke “${name}”?`}
              description={`Requests with ${prefix}… get 401 immediately. You can't undo this.`}
              confirmLabel="Revoke key"
              onConfirm={revoke}
              {...control}
            />
          ),
        },
      ]}
    />
  );
}
