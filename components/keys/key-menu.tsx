"use client";

import { Ban, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { CreatedKey } from "@/components/keys/key-once";
import type { ApiKey } from "@/components/keys/key-state";
import type { RollKeyProps } from "@/components/keys/roll-key";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { laterPopup } from "@/components/ui/later-popup";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { useToast } from "@/components/ui/toast";
import { revokeApiKey } from "@/lib/keys/contract";

const RollKey = laterPopup<RollKeyProps>("dialog", () =>
  import("@/components/keys/roll-key").then((file) => file.RollKey),
);

export type KeyMenuProps = {
  apiKey: ApiKey;
  projectId: string;
  onRolled: (created: CreatedKey) => void;
};

export function KeyMenu({ apiKey, projectId, onRolled }: KeyMenuProps) {
  const [asking, setAsking] = useState<"roll" | "revoke" | null>(null);
  const write = useWrite();
  const toast = useToast();
  const opens = (what: "roll" | "revoke") => ({
    open: asking === what,
    onOpenChange: (open: boolean) => setAsking(open ? what : null),
  });

  async function revoke() {
    await write(revokeApiKey, { projectId, keyId: apiKey.id });
    toast.success(`Key “${apiKey.name}” revoked`);
  }

  return (
    <>
      <RowMenu name={apiKey.name} place="row">
        <MenuItem icon={<RefreshCw aria-hidden />} onClick={() => setAsking("roll")}>
          Roll
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Ban aria-hidden />} tone="danger" onClick={() => setAsking("revoke")}>
          Revoke
        </MenuItem>
      </RowMenu>
      <RollKey apiKey={apiKey} projectId={projectId} onRolled={onRolled} {...opens("roll")} />
      <ConfirmDialog
        title={`Revoke “${apiKey.name}”?`}
        description={`Requests with ${apiKey.prefix}… get 401 from the next one on. This cannot be undone.`}
        confirmLabel="Revoke key"
        onConfirm={revoke}
        {...opens("revoke")}
      />
    </>
  );
}
